import type { Change } from '#platform/audit/audit-log.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import type { SegmentFacts } from './code-segments.ts';
import type { Target } from './code-target.ts';

/** What codes get that are bound to a work order. */
export interface BoundOrder {
  readonly id: number;
  readonly order_no: string;
  readonly product_id: number;
  readonly gtin: string | null;
  readonly lot: string | null;
  readonly lot_id: number | null;
  readonly production_date: string | null;
}

/** Statuses in which product and lot of a work order are known for good, and its goods are yet to be made or labelled. */
const takesCodes = ['released', 'running', 'held', 'finished'];

/**
 * Locks a work order that codes are bound to against being changed. Throws 400 if whoever makes the change sees none, 409 if it
 * takes no codes.
 */
export async function boundOrder({ db, sql }: Change, id: number): Promise<BoundOrder> {
  const row = await db.selectFrom('work_order').select('id').where('id', '=', id).executeTakeFirst();
  const [order] = await sql<(BoundOrder & { status: string })[]>`
    select o.id, o.order_no, o.status, o.product_id, p.gtin, o.lot, o.lot_id,
      to_char(o.production_date, 'YYYY-MM-DD') as production_date
    from work_order o join product p on p.id = o.product_id
    where o.id = ${id} for key share of o`;
  if (!row || !order) throw badInput({ path: 'work_order_id', reason: 'no_such', params: { value: id } });
  if (order.status === 'draft') throw conflict('codes_of_draft', { order: order.order_no });
  if (!takesCodes.includes(order.status)) throw conflict('codes_of_ended', { order: order.order_no });
  return order;
}

/** Records that codes were bound or unbound, by whom and to what; resolves to the id of the record. */
export async function recordBinding(
  change: Change,
  accountId: number,
  kind: 'bind' | 'unbind',
  { ranges, quantity }: Pick<Target, 'ranges' | 'quantity'>,
  binding: Omit<SegmentFacts, 'closure_id'>,
): Promise<number> {
  const orders = [...new Set(ranges.map(({ order }) => order.id))];
  const { id } = await change.db
    .insertInto('code_binding')
    .values({
      kind,
      ...binding,
      order_id: orders.length === 1 ? (orders[0] as number) : null,
      quantity,
      first_id: ranges[0]?.first as number,
      last_id: ranges.at(-1)?.last as number,
      created_by: accountId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  change.made('code_binding', id);
  return id;
}

/** Locks a product against being disabled or deleted. Throws 400 for `product_id` if it does not exist or is disabled. */
export async function enabledProduct(change: Change, id: number): Promise<{ gtin: string | null }> {
  const product = await change.db
    .selectFrom('product')
    .select(['gtin', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  if (!product) throw badInput({ path: 'product_id', reason: 'no_such', params: { value: id } });
  if (product.status === 'disabled') throw badInput({ path: 'product_id', reason: 'product_disabled' });
  return product;
}
