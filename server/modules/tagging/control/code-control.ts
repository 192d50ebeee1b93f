import { codesBind, codesUnbind } from '../../../../contract/tagging/code-binding.ts';
import type { GuessLimit } from '../../../identity/guess-limit.ts';
import type { RuleBook } from '../../../identity/rule-book.ts';
import { conflict } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import { useOf } from '../../../trace/state/code-use.ts';
import { recordBinding } from '../order/binding-record.ts';
import { reviseSegments, type SegmentFacts } from '../order/code-segments.ts';
import { type OrderFacts, targetOf } from '../order/code-target.ts';
import { enabledProduct } from '../order/enabled-product.ts';

/** Binds issued codes to a product, lot and production date, and unbinds unused ones. */
export function serveCodeControl(services: Services, rules: RuleBook, guesses: GuessLimit): void {
  const { routes, system } = services;

  routes.change(codesBind, async ({ product_id, lot, production_date, ...input }, caller, change) => {
    await enabledProduct(change, product_id);
    const target = await targetOf({ services, rules, guesses, caller, db: change.db }, input);
    const binding = { product_id, lot: lot?.trim() || null, production_date: production_date ?? null };
    let closed = 0;
    let others = 0;
    const changed = await reviseSegments(change.db, target.ranges, (facts, order) => {
      if (isClosed(facts, order)) closed++;
      const present = facts.product_id ?? order.product_id;
      if (present !== null && present !== product_id) others++;
      // Segments only store what differs from their order.
      return { ...facts, ...binding, product_id: order.product_id === product_id ? null : product_id };
    });
    if (closed > 0) throw conflict('codes_closed');
    if (others > 0) throw conflict('codes_bound_otherwise');
    const id = changed > 0 ? await recordBinding(change, caller.account.id, 'bind', target, binding) : null;
    return { id, changed, unchanged: target.quantity - changed };
  });

  routes.change(codesUnbind, async (input, caller, change) => {
    const target = await targetOf({ services, rules, guesses, caller, db: change.db }, input);
    const { scanned, labelled } = await useOf(system.sql, target.ranges);
    if (scanned > 0) throw conflict('codes_used', { count: scanned });
    if (labelled) throw conflict('codes_labelled');
    let closed = 0;
    const changed = await reviseSegments(change.db, target.ranges, (facts, order) => {
      if (isClosed(facts, order)) closed++;
      return { ...facts, product_id: null, lot: null, production_date: null };
    });
    if (closed > 0) throw conflict('codes_closed');
    if (changed === 0 && target.ranges.every(({ order }) => order.product_id !== null)) {
      throw conflict('bound_by_order');
    }
    const nothing = { product_id: null, lot: null, production_date: null };
    const id = changed > 0 ? await recordBinding(change, caller.account.id, 'unbind', target, nothing) : null;
    return { id, changed, unchanged: target.quantity - changed };
  });
}

export const isClosed = ({ closure_id }: SegmentFacts, { status }: OrderFacts): boolean =>
  closure_id !== null || status === 'closed';
