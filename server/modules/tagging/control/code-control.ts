import type { InputOf } from '@suyuan/contract/call/call.ts';
import { codesBind, codesUnbind } from '@suyuan/contract/tagging/code-binding.ts';
import type { GuessLimit } from '#identity/guess-limit.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { requireNoTwin } from '#trace/lot-twins.ts';
import { useOf } from '#trace/state/code-use.ts';
import { type MeantFor, type UsedCodes, usedOtherwise } from '#trace/state/goods-of-codes.ts';
import { boundOrder, enabledProduct, recordBinding } from '../order/bound-order.ts';
import { reviseSegments, type SegmentFacts } from '../order/code-segments.ts';
import { type OrderFacts, targetOf } from '../order/code-target.ts';
import { requireRules } from '../order/product-rules.ts';

/** Binds issued codes to a product, lot and production date, or to a work order, and unbinds unused ones. */
export function serveCodeControl(services: Services, rules: RuleBook, guesses: GuessLimit): void {
  const { routes, system } = services;

  routes.change(codesBind, async (input, caller, change) => {
    const { binding, meant } = await boundTo(change, input);
    const target = await targetOf({ services, rules, guesses, caller, db: change.db }, input);
    await requireRules(change, binding.product_id, target);
    let closedCount = 0;
    const changed = await reviseSegments(change.db, target.ranges, (facts, order) => {
      if (isClosed(facts, order)) closedCount++;
      const present = facts.product_id ?? order.product_id;
      if (present !== null && present !== binding.product_id) throw conflict('codes_bound_otherwise');
      if (facts.work_order_id !== null && facts.work_order_id !== binding.work_order_id && meant.workOrderId)
        throw conflict('codes_of_other_order');
      // Segments only store what differs from their order.
      const ofOrder = order.product_id === binding.product_id;
      return {
        ...facts,
        ...binding,
        product_id: ofOrder ? null : binding.product_id,
        work_order_id: binding.work_order_id ?? facts.work_order_id,
      };
    });
    if (closedCount > 0) throw conflict('codes_closed');
    const others = await usedOtherwise(system.codes.sql, target.ranges, meant);
    if (others) throw conflict('codes_on_other_goods', await named(services, rules, others));
    const id = changed > 0 ? await recordBinding(change, caller.account.id, 'bind', target, binding) : null;
    return { id, changed, unchanged: target.quantity - changed };
  });

  routes.change(codesUnbind, async (input, caller, change) => {
    const target = await targetOf({ services, rules, guesses, caller, db: change.db }, input);
    const { scanned, labelled } = await useOf(system.codes.sql, target.ranges);
    if (scanned > 0) throw conflict('codes_used', { count: scanned });
    if (labelled) throw conflict('codes_labelled');
    const onGoods = await usedOtherwise(system.codes.sql, target.ranges, undefined);
    if (onGoods) throw conflict('codes_on_goods', await named(services, rules, onGoods));
    let closedCount = 0;
    const changed = await reviseSegments(change.db, target.ranges, (facts, order) => {
      if (isClosed(facts, order)) closedCount++;
      return { ...facts, ...nothing };
    });
    if (closedCount > 0) throw conflict('codes_closed');
    if (changed === 0 && target.ranges.every(({ order }) => order.product_id !== null)) {
      throw conflict('bound_by_order');
    }
    const id = changed > 0 ? await recordBinding(change, caller.account.id, 'unbind', target, nothing) : null;
    return { id, changed, unchanged: target.quantity - changed };
  });
}

const nothing = { product_id: null, lot: null, production_date: null, work_order_id: null };

/** What codes are bound to, and which goods they may be on: those of the work order, or of the product and, if it is said, the lot. */
async function boundTo(
  change: Change,
  { product_id, work_order_id, lot, production_date }: InputOf<typeof codesBind>,
): Promise<{
  binding: { [Key in keyof typeof nothing]: SegmentFacts[Key] } & { product_id: number };
  meant: MeantFor;
}> {
  if (work_order_id !== undefined) {
    if (product_id !== undefined) throw badInput({ path: 'product_id', reason: 'product_of_order' });
    if (lot?.trim() || production_date)
      throw badInput({ path: lot?.trim() ? 'lot' : 'production_date', reason: 'lot_of_order' });
    const order = await boundOrder(change, work_order_id);
    return {
      binding: { product_id: order.product_id, lot: order.lot, production_date: order.production_date, work_order_id },
      meant: { productId: order.product_id, workOrderId: work_order_id },
    };
  }
  if (product_id === undefined) throw badInput({ path: 'product_id', reason: 'required' });
  await enabledProduct(change, product_id);
  const binding = {
    product_id,
    lot: lot?.trim() || null,
    production_date: production_date ?? null,
    work_order_id: null,
  };
  if (binding.lot === null) return { binding, meant: { productId: product_id } };
  await requireNoTwin(change, { product_id, lot: binding.lot });
  const row = await change.db
    .selectFrom('lot')
    .select('id')
    .where('product_id', '=', product_id)
    .where('lot_no', '=', binding.lot)
    .executeTakeFirst();
  return { binding, meant: { productId: product_id, lotId: row?.id ?? null } };
}

/** How many codes there are, and one of them as it is printed. */
async function named({ system }: Services, rules: RuleBook, { count, example }: UsedCodes) {
  const texts = await rules.texts(system.codes.sql, [example]);
  return { count, code: texts.get(example) ?? '' };
}

export const isClosed = ({ closure_id }: SegmentFacts, { status }: OrderFacts): boolean =>
  closure_id !== null || status === 'closed';
