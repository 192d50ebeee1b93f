import type { Change } from '#platform/audit/audit-log.ts';
import { badInput, conflict } from '#platform/refusal.ts';

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
  const seen = await db.selectFrom('work_order').select('id').where('id', '=', id).executeTakeFirst();
  const [order] = await sql<(BoundOrder & { status: string })[]>`
    select o.id, o.order_no, o.status, o.product_id, p.gtin, o.lot, o.lot_id,
      to_char(o.production_date, 'YYYY-MM-DD') as production_date
    from work_order o join product p on p.id = o.product_id
    where o.id = ${id} for key share of o`;
  if (!seen || !order) throw badInput({ path: 'work_order_id', reason: 'no_such', params: { value: id } });
  if (order.status === 'draft') throw conflict('codes_of_draft', { order: order.order_no });
  if (!takesCodes.includes(order.status)) throw conflict('codes_of_ended', { order: order.order_no });
  return order;
}
