import type { Connection } from '#platform/database/database.ts';

/**
 * The units that are made of each of some work orders: bound, without those that were destroyed, whose codes are void for good.
 * Orders without any are left out.
 */
export async function madeOf(sql: Connection, orders: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (orders.length === 0) return new Map();
  const ids = orders as number[];
  const rows = await sql<{ id: number; made: number }[]>`
    select work_order_id as id, safe_integer(sum(case measure when 'bound' then quantity else -quantity end)) as made
    from (
      select work_order_id, measure, quantity from figure
      where work_order_id = any(${ids}::bigint[]) and measure in ('bound', 'destroyed')
      union all
      select work_order_id, measure, quantity from figure_delta
      where work_order_id = any(${ids}::bigint[]) and measure in ('bound', 'destroyed')
    ) counted
    group by 1`;
  return new Map(rows.map(({ id, made }) => [id, made]));
}
