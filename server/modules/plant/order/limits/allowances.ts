import type { Connection } from '#platform/database/database.ts';

/** SQL for the units that were allowed beyond plan and tolerance for the work order `o` of a query. */
export const allowedFor = (sql: Connection) => sql`
  (select safe_integer(coalesce(sum(a.quantity), 0)) from order_allowance a where a.work_order_id = o.id)`;

/** The units that were allowed for each of some work orders. */
export async function allowedOf(sql: Connection, orders: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<{ work_order_id: number; allowed: number }[]>`
    select work_order_id, safe_integer(sum(quantity)) as allowed from order_allowance
    where work_order_id = any(${orders as number[]}::bigint[]) group by work_order_id`;
  return new Map(rows.map(({ work_order_id, allowed }) => [work_order_id, allowed]));
}

/** What was allowed for a work order, the latest first. */
export async function allowancesOf(sql: Connection, order: number) {
  const rows = await sql<{ quantity: number; reason: string; by: string; by_id: number; at: Date }[]>`
    select a.quantity, a.reason, p.name as by, p.id as by_id, a.allowed_at as at
    from order_allowance a join account p on p.id = a.allowed_by
    where a.work_order_id = ${order} order by a.id desc limit ${maxShown}`;
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

const maxShown = 100;
