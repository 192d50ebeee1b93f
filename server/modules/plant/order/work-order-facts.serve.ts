import type { Connection } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import { placesOf } from '../../../trace/places.ts';
import type { WorkOrderFacts } from '../../../trace/work-order-facts.ts';

/** Tells acts what they have to know of work orders. */
export default function provideWorkOrders(_: Services, { workOrders }: Rooms): void {
  workOrders.provide({ facts });
}

interface OrderRow {
  readonly id: number;
  readonly order_no: string;
  readonly product_id: number;
  readonly lot_id: number | null;
  readonly status: string;
  readonly finished_at: Date | null;
  readonly mix: WorkOrderFacts['mix'];
  readonly remainder: WorkOrderFacts['remainder'];
  readonly line_id: number | null;
  readonly warehouse_id: number | null;
}

/** Nobody changes the orders until the transaction ends; what they say of packaging is as it was when they were released. */
async function facts(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, WorkOrderFacts>> {
  const orders = await sql<OrderRow[]>`
    select o.id, o.order_no, o.product_id, o.lot_id, o.status, o.finished_at, o.mix, o.remainder, o.line_id,
      coalesce(o.to_warehouse_id, f.warehouse_id) as warehouse_id
    from work_order o left join factory f on f.id = o.factory_id
    where o.id = any(${ids as number[]}::bigint[])
    for key share of o`;
  const [capacities, warehouses, lines] = await Promise.all([
    capacitiesOf(sql, ids),
    placesOf(
      sql,
      'warehouse',
      orders.map(({ warehouse_id }) => warehouse_id),
    ),
    placesOf(
      sql,
      'line',
      orders.map(({ line_id }) => line_id),
    ),
  ]);
  return new Map(
    orders.map((order) => [
      order.id,
      {
        id: order.id,
        orderNo: order.order_no,
        productId: order.product_id,
        lotId: order.lot_id,
        running: order.status === 'running',
        finishedAt: order.status === 'finished' ? (order.finished_at?.getTime() ?? null) : null,
        mix: order.mix,
        remainder: order.remainder,
        placeId: order.warehouse_id === null ? null : (warehouses.get(order.warehouse_id) ?? null),
        readPointId: order.line_id === null ? null : (lines.get(order.line_id) ?? null),
        capacities: capacities.get(order.id) ?? new Map(),
      },
    ]),
  );
}

/** How many units a package of each level holds: what each level holds of the one before it, multiplied up. */
async function capacitiesOf(sql: Connection, ids: readonly number[]): Promise<Map<number, Map<number, number>>> {
  const rows = await sql<{ id: number; level: number; quantity: number }[]>`
    select o.id, u.level, l.quantity
    from work_order o
    join hierarchy_level l on l.hierarchy_id = o.hierarchy_id and l.version = o.hierarchy_version
    join packaging_unit u on u.id = l.unit_id
    where o.id = any(${ids as number[]}::bigint[])
    order by o.id, l.position`;
  const capacities = new Map<number, Map<number, number>>();
  for (const [id, levels] of Map.groupBy(rows, (row) => row.id)) {
    let units = 1;
    capacities.set(
      id,
      new Map(
        levels.map(({ level, quantity }) => {
          units *= quantity;
          return [level, units];
        }),
      ),
    );
  }
  return capacities;
}
