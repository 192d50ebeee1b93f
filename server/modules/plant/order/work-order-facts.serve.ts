import { limitOf, type WorkOrderStatus } from '@suyuan/contract/plant/order/work-order.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { minuteOf, type Shift } from '#trace/figures/shift.ts';
import { isStockByHandover, placesOf } from '#trace/places.ts';
import type { WorkOrderFacts } from '#trace/services.ts';
import { allowedFor } from './limits/allowances.ts';

/** Provides the capture with facts and shifts of work orders. */
export default function provideWorkOrders(_: Services, { workOrders }: SharedServices): void {
  workOrders.provide({ facts, shifts });
}

interface OrderRow {
  readonly id: number;
  readonly order_no: string;
  readonly product_id: number;
  readonly lot_id: number | null;
  readonly status: WorkOrderStatus;
  readonly started_at: Date | null;
  readonly held_at: Date | null;
  readonly finished_at: Date | null;
  readonly mix: WorkOrderFacts['mix'];
  readonly remainder: WorkOrderFacts['remainder'];
  readonly nesting: WorkOrderFacts['nesting'];
  readonly quantity: number;
  readonly tolerance: number;
  readonly allowed: number;
  readonly factory_id: number | null;
  readonly line_id: number | null;
  readonly warehouse_id: number | null;
}

/**
 * Reads and locks orders: `key share` blocks the `for update` that every change of an order takes. Capacities are of the
 * version of the packaging relation at the time of release.
 */
async function facts(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, WorkOrderFacts>> {
  const orders = await sql<OrderRow[]>`
    select o.id, o.order_no, o.product_id, o.lot_id, o.status, o.started_at, o.held_at,
      o.finished_at, o.mix, o.remainder, o.line_id, o.factory_id, coalesce(h.nesting, 'any_level') as nesting,
      coalesce(o.to_warehouse_id, f.warehouse_id) as warehouse_id, o.quantity, o.tolerance, ${allowedFor(sql)} as allowed
    from work_order o
    left join factory f on f.id = o.factory_id
    left join hierarchy h on h.id = o.hierarchy_id
    where o.id = any(${ids as number[]}::bigint[])
    for key share of o`;
  const [capacities, byHandover, warehouses, lines] = await Promise.all([
    capacitiesOf(sql, ids),
    isStockByHandover(sql),
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
  const placeOf = ({ warehouse_id, line_id }: OrderRow): number | null =>
    (byHandover ? lines.get(line_id ?? 0) : warehouses.get(warehouse_id ?? 0)) ?? null;
  return new Map(
    orders.map((order) => [
      order.id,
      {
        id: order.id,
        orderNo: order.order_no,
        factoryId: order.factory_id,
        productId: order.product_id,
        lotId: order.lot_id,
        status: order.status,
        startedAt: order.started_at?.getTime() ?? null,
        stoppedAt: (order.status === 'held' ? order.held_at : order.finished_at)?.getTime() ?? null,
        limit: limitOf(order),
        lineId: order.line_id,
        mix: order.mix,
        remainder: order.remainder,
        placeId: placeOf(order),
        readPointId: order.line_id === null ? null : (lines.get(order.line_id) ?? null),
        capacities: capacities.get(order.id) ?? new Map(),
        nesting: order.nesting,
      },
    ]),
  );
}

/** The shifts of the team of each order, and of the other enabled teams of its factory. */
export async function shifts(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Shift[]>> {
  const rows = await sql<{ id: number; team_id: number; shift_start: string; shift_end: string; own: boolean }[]>`
    select o.id, t.id as team_id, t.shift_start, t.shift_end, t.id = o.team_id as own
    from work_order o
    join team t on t.id = o.team_id or t.factory_id = o.factory_id and t.status = 'enabled'
    where o.id = any(${ids as number[]}::bigint[])`;
  return Map.groupBy(
    rows.map(({ id, team_id, shift_start, shift_end, own }) => ({
      id,
      teamId: team_id,
      start: minuteOf(shift_start),
      end: minuteOf(shift_end),
      own: own === true,
    })),
    ({ id }) => id,
  );
}

/** Units in a package of each level: the quantities of the packaging relation, multiplied level by level. */
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
