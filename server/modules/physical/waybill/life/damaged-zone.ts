import type { Connection } from '#platform/database/database.ts';
import { placeOf } from '#trace/places.ts';
import type { LockedWaybill } from './waybill-steps.ts';

/** The place that goods go to which arrive damaged: the zone that the receiving warehouse has for them; undefined if it has none. */
export async function damagedZone(
  sql: Connection,
  { to_warehouse_id }: Pick<LockedWaybill, 'to_warehouse_id'>,
): Promise<number | undefined> {
  if (to_warehouse_id === null) return undefined;
  const [zone] = await sql<{ id: number }[]>`
    select z.id from warehouse w join warehouse z on z.id = w.damaged_zone_id
    where w.id = ${to_warehouse_id} and z.status = 'enabled' and z.warehouse_type in ('quarantine', 'returns')
      and z.id in (select warehouses_within(${to_warehouse_id}))`;
  return zone && placeOf(sql, { kind: 'warehouse', ref: zone.id });
}
