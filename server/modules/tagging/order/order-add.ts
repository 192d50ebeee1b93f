import { countAt, layoutProblem, perParentOf } from '@suyuan/codes/sets/sets.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { maxOrdered, orderAdd, setAdd } from '@suyuan/contract/tagging/code-order.ts';
import type { GenuineStep } from '@suyuan/contract/trace/genuine.ts';
import { codeIdOf } from '#identity/deciphering.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { ksql } from '#platform/database/schema.ts';
import { orNull } from '#platform/records/columns.ts';
import { badInput, type Problem } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { RowToLog } from '#platform/time-mark/issuance.ts';
import { requireNoTwin } from '#trace/lot-twins.ts';
import type { RuleRow } from '../rule/code-rules.ts';
import { boundOrder, enabledProduct, recordBinding } from './bound-order.ts';
import { reviseSegments } from './code-segments.ts';
import { requireRule } from './product-rules.ts';

/** Adds orders of codes, each with the next range of its rule. */
export function serveOrderAdd(services: Services, rules: RuleBook): void {
  const { routes } = services;

  routes.change(orderAdd, async (input, { account }, change) => {
    const rule = await lockedRule(change, input.rule_id, 'rule_id');
    const goods = await goodsOf(change, input);
    if (goods.productId) await requireRule(change, goods.productId, rule.id, 'rule_id');
    requireFit(rule, goods.product, input.quantity, 'quantity');
    const order = await placeBound(services, change, {
      ...goods,
      ...details(input),
      rule,
      quantity: input.quantity,
      accountId: account.id,
      timeZone: services.timeZone(),
    });
    return { ...order, first: rules.read(rule).coder.encode(rule.issued), count: input.quantity };
  });

  routes.change(setAdd, async ({ ratio, sets, rule_ids, ...input }, { account }, change) => {
    const layout = layoutOf(ratio, sets, rule_ids.length);
    const goods = await goodsOf(change, input);
    const { id: setId } = await change.db
      .insertInto('code_set')
      .values({ ratio: ratio.replace(/[\s：]+/g, (mark) => (mark.includes('：') ? ':' : '')), sets })
      .returning('id')
      .executeTakeFirstOrThrow();
    change.made('code_set', setId);
    const orders = [];
    let linked = false;
    for (const [depth, ruleId] of rule_ids.entries()) {
      // Read again each time, since several levels may use the same rule.
      const rule = await lockedRule(change, ruleId, `rule_ids.${depth}`);
      const quantity = countAt(layout, depth);
      // A GTIN identifies one packaging level: a pack of six has a different one from the bottle.
      if (needsGtin(rule) && linked) throw badInput({ path: `rule_ids.${depth}`, reason: 'gtin_of_one_level' });
      linked ||= needsGtin(rule);
      if (goods.productId) await requireRule(change, goods.productId, rule.id, `rule_ids.${depth}`);
      requireFit(rule, goods.product, quantity, 'sets');
      const order = await placeBound(services, change, {
        ...goods,
        ...details(input),
        rule,
        quantity,
        set: { id: setId, depth },
        accountId: account.id,
        timeZone: services.timeZone(),
      });
      orders.push({ ...order, first: rules.read(rule).coder.encode(rule.issued), count: quantity });
    }
    return { set_id: setId, orders };
  });
}

/** What the codes of an order are for. */
interface GoodsOfOrder {
  readonly productId: number | null;
  readonly workOrderId?: number | null;
  readonly lot?: string | null;
  readonly productionDate?: string | null;
}

interface Details {
  readonly purpose: string | null;
  readonly printer: string | null;
}

type OrderInput = InputOf<typeof orderAdd>;

/**
 * The goods that codes are ordered for: those of a work order, or of a product. Throws if a lot or production date is given
 * without a product, or beside those of a work order.
 */
async function goodsOf(
  change: Change,
  {
    product_id,
    work_order_id,
    lot,
    production_date,
  }: Pick<OrderInput, 'product_id' | 'work_order_id' | 'lot' | 'production_date'>,
): Promise<GoodsOfOrder & { readonly product: PrintedProduct | undefined }> {
  const goods = { lot: orNull(lot), productionDate: production_date ?? null };
  if (work_order_id) {
    const order = await boundOrder(change, work_order_id);
    if (product_id && product_id !== order.product_id)
      throw badInput({ path: 'product_id', reason: 'product_of_order' });
    if (goods.lot !== null && goods.lot !== order.lot) throw badInput({ path: 'lot', reason: 'lot_of_order' });
    if (goods.productionDate !== null && goods.productionDate !== order.production_date)
      throw badInput({ path: 'production_date', reason: 'lot_of_order' });
    const { product_id: productId, lot: own, production_date: productionDate } = order;
    return { productId, workOrderId: work_order_id, lot: own, productionDate, product: order };
  }
  if (!product_id && (goods.lot !== null || goods.productionDate !== null))
    throw badInput({ path: 'product_id', reason: 'lot_needs_product' });
  const product = product_id ? await enabledProduct(change, product_id) : undefined;
  if (product_id && goods.lot !== null) await requireNoTwin(change, { product_id, lot: goods.lot });
  return { productId: product_id ?? null, ...goods, product };
}

const details = ({ purpose, printer }: Pick<OrderInput, keyof Details>): Details => ({
  purpose: orNull(purpose),
  printer: orNull(printer),
});

function layoutOf(ratio: string, sets: number, rules: number) {
  const perParent = perParentOf(ratio.trim());
  if (!perParent) throw badInput({ path: 'ratio', reason: 'set_ratio' });
  const layout = { sets, perParent };
  const problem = layoutProblem(layout);
  if (problem) throw badInput({ path: 'ratio', reason: problem });
  if (rules !== perParent.length + 1) {
    throw badInput({ path: 'rule_ids', reason: 'set_rules', params: { count: perParent.length + 1 } });
  }
  const innermost = countAt(layout, perParent.length);
  if (innermost > maxOrdered) throw badInput({ path: 'sets', reason: 'set_codes', params: { limit: maxOrdered } });
  return layout;
}

async function lockedRule(change: Change, id: number, path: string) {
  const rule = await change.db
    .selectFrom('code_rule')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'issued')
    .forUpdate()
    .executeTakeFirst();
  if (!rule) throw badInput({ path, reason: 'no_such', params: { value: id } });
  if (rule.status === 'disabled') throw badInput({ path, reason: 'rule_disabled' });
  return rule.numbering === 'sequential' && rule.issued === 0 ? afterRestores(change, rule) : rule;
}

/**
 * A sequential rule that was made after a restore may be one that was forgotten, and was made once more: it begins behind what
 * that may have issued. Other rules have a key of their own, so their codes differ.
 */
async function afterRestores<Rule extends Pick<RuleRow, 'id' | 'capacity' | 'issued' | 'created_at'>>(
  change: Change,
  rule: Rule,
): Promise<Rule> {
  const restoration = await change.db
    .selectFrom('restoration')
    .select('id')
    .where('is_certain', '=', true)
    .where('noticed_at', '<', rule.created_at)
    .executeTakeFirst();
  if (!restoration) return rule;
  const issued = Math.min(maxOrdered, Math.floor(rule.capacity / 10));
  await change.db.updateTable('code_rule').set({ issued }).where('id', '=', rule.id).execute();
  return { ...rule, issued };
}

interface PrintedProduct {
  readonly gtin: string | null;
}

/** Throws unless the rule has enough codes left, and the product has the GTIN that its carrier needs. */
function requireFit(
  rule: Pick<RuleRow, 'capacity' | 'issued' | 'carrier' | 'level'>,
  product: PrintedProduct | undefined,
  quantity: number,
  path: string,
): void {
  const room = rule.capacity - rule.issued;
  const problems: Problem[] = [];
  if (quantity > room) problems.push({ path, reason: 'over_capacity', params: { left: room } });
  if (needsGtin(rule) && !product) problems.push({ path: 'product_id', reason: 'needs_product' });
  else if (needsGtin(rule) && !product?.gtin) problems.push({ path: 'product_id', reason: 'needs_gtin' });
  if (problems.length > 0) throw badInput(...problems);
}

/** A Digital Link of a unit or inner pack contains the product's GTIN; that of a case or pallet is an SSCC. */
const needsGtin = ({ carrier, level }: Pick<RuleRow, 'carrier' | 'level'>): boolean =>
  carrier === 'digital-link' && level <= 2;

interface Placing extends GoodsOfOrder, Details {
  readonly rule: { readonly id: number; readonly issued: number; readonly genuine_from: GenuineStep };
  readonly quantity: number;
  readonly set?: { readonly id: number; readonly depth: number };
  readonly accountId: number;
  readonly timeZone: string;
}

/** Places an order with the lot, production date and work order of its product, which are stored as if they were bound afterwards. */
async function placeBound(
  services: Services,
  change: Change,
  placing: Placing,
): Promise<{ id: number; order_no: string }> {
  const newOrder = await place(change, placing);
  const { rule, quantity, productId, workOrderId: work_order_id = null, lot = null } = placing;
  const production_date = placing.productionDate ?? null;
  const first_id = codeIdOf(rule.id, rule.issued);
  const rowsToLog: RowToLog[] = [
    { table: 'code_order', key: newOrder.id },
    { table: 'code_rule', key: rule.id },
    ...(placing.set ? [{ table: 'code_set', key: placing.set.id }] : []),
  ];
  if (lot === null && production_date === null && work_order_id === null) {
    await services.issuance.ofChange(change, ...rowsToLog);
    return newOrder;
  }
  const last_id = first_id + quantity - 1;
  const order = { id: newOrder.id, first_id, last_id, quantity, product_id: productId, status: 'open' as const };
  const ranges = [{ first: first_id, last: last_id, order }];
  await reviseSegments(change.db, ranges, (facts) => ({ ...facts, lot, production_date, work_order_id }));
  await recordBinding(
    change,
    placing.accountId,
    'bind',
    { ranges, quantity },
    { product_id: productId, lot, production_date, work_order_id },
  );
  await services.issuance.ofChange(change, ...rowsToLog, { table: 'code_segment', key: first_id, column: 'first_id' });
  return newOrder;
}

/** Inserts an order with the next range of the rule, whose row is locked by the caller. */
export async function place(change: Change, placing: Placing): Promise<{ id: number; order_no: string }> {
  const { rule, quantity, set, productId, purpose, printer, accountId, timeZone } = placing;
  const first = codeIdOf(rule.id, rule.issued);
  await change.db
    .updateTable('code_rule')
    .set((eb) => ({ issued: eb('issued', '+', quantity) }))
    .where('id', '=', rule.id)
    .execute();
  const { rows } = await ksql<{ id: number; order_no: string }>`
    with next as (select nextval(pg_get_serial_sequence('code_order', 'id')) as id)
    insert into code_order
      (id, order_no, rule_id, product_id, quantity, first_id, last_id, purpose, printer, set_id, set_depth,
      genuine_from, created_by)
    overriding system value
    select id, to_char(now() at time zone ${timeZone}, 'YYYYMMDD') || '-' || lpad(id::text, greatest(6, length(id::text)), '0'),
      ${rule.id}, ${productId}, ${quantity}, ${first}, ${first + quantity - 1}, ${purpose}, ${printer},
      ${set?.id ?? null}, ${set?.depth ?? null}, ${rule.genuine_from}, ${accountId}
    from next
    returning id, order_no`.execute(change.db);
  const [order] = rows;
  if (!order) throw new Error('the order was not inserted');
  change.made('code_order', order.id);
  return order;
}
