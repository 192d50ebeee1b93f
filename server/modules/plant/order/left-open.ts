import type { LeftOpen } from '@suyuan/contract/plant/work-order.ts';
import type { Connection } from '#platform/database/database.ts';
import { isStockByHandover } from '#trace/places.ts';

/**
 * What a work order leaves open, so that a rule has nothing to go by: what holds instead is said on its page. A draft takes relation
 * and shelf life from its product when it is released.
 */
export async function leftOpenBy(sql: Connection, id: number): Promise<LeftOpen[]> {
  const [[order], byHandover] = await Promise.all([
    sql<{ relation: boolean; expiry: boolean; warehouse: boolean; line: boolean }[]>`
      select coalesce(o.hierarchy_id, case when o.status = 'draft' then p.hierarchy_id end) is not null as relation,
        o.expiry_date is not null or o.status = 'draft' and p.shelf_life_days is not null as expiry,
        coalesce(o.to_warehouse_id, f.warehouse_id) is not null as warehouse, o.line_id is not null as line
      from work_order o
      join product p on p.id = o.product_id
      left join factory f on f.id = o.factory_id
      where o.id = ${id}`,
    isStockByHandover(sql),
  ]);
  if (!order) return [];
  return [
    ...(order.relation ? [] : (['relation'] as const)),
    ...(order.expiry ? [] : (['expiry'] as const)),
    // Where the warehouse signs for goods, they are on the line until then.
    ...((byHandover ? order.line : order.warehouse) ? [] : (['warehouse'] as const)),
  ];
}
