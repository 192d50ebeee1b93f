import type { Connection } from '#platform/database/database.ts';
import type { Measure } from '#trace/goods.ts';

/** Returns a lookup of figures of work orders over all days: the sums in `figure` plus the changes in `figure_delta`. */
export async function figuresOf(
  sql: Connection,
  orders: readonly number[],
): Promise<(order: number, measure: Measure) => number> {
  const rows = await sql<{ work_order_id: number; measure: Measure; quantity: number }[]>`
    select work_order_id, measure, safe_integer(sum(quantity)) as quantity
    from (
      select work_order_id, measure, quantity from figure where work_order_id = any(${orders as number[]}::bigint[])
      union all
      select work_order_id, measure, quantity from figure_delta where work_order_id = any(${orders as number[]}::bigint[])
    ) counted
    group by work_order_id, measure`;
  const figures = new Map(rows.map((row) => [`${row.work_order_id} ${row.measure}`, row.quantity]));
  return (order, measure) => figures.get(`${order} ${measure}`) ?? 0;
}
