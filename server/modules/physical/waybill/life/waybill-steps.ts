import { type WaybillStep, waybillLife } from '@suyuan/contract/physical/waybill/waybill.life.ts';
import { destinationOf, type WaybillKind, type WaybillStatus } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { Connection } from '#platform/database/database.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { PlaceRef } from '#trace/places.ts';

export interface LockedWaybill {
  readonly id: number;
  readonly waybill_no: string;
  readonly kind: WaybillKind;
  readonly status: WaybillStatus;
  readonly from_warehouse_id: number;
  readonly to_warehouse_id: number | null;
  readonly to_factory_id: number | null;
  readonly to_dealer_id: number | null;
  readonly ship_to_id: number | null;
  readonly signed_at: Date | null;
}

/** The text of a status, from the list of waybills. */
export const statusWord = (status: WaybillStatus) => ({ list: 'freight', word: `status.${status}` });

/** Locks a waybill for a step until the end of the transaction; throws 409 if its status does not allow the step. */
export async function lockFor(sql: Connection, id: number, step: WaybillStep): Promise<LockedWaybill> {
  const [waybill] = await sql<LockedWaybill[]>`
    select id, waybill_no, kind, status, from_warehouse_id, to_warehouse_id, to_factory_id, to_dealer_id, ship_to_id, signed_at
    from waybill where id = ${id} for update`;
  if (!waybill) throw notFound('waybill');
  if (!waybillLife.mayTake(step, waybill.status))
    throw conflict(`waybill_${step}`, { status: statusWord(waybill.status) });
  return waybill;
}

/** The place of its goods after they have arrived. */
export function destinationPlace(waybill: LockedWaybill): PlaceRef {
  const { id, kind, to_warehouse_id, to_factory_id, to_dealer_id, ship_to_id } = waybill;
  const to = destinationOf[kind];
  if (to_factory_id !== null) return { kind: 'factory', ref: to_factory_id };
  if (to === 'warehouse') return { kind: 'warehouse', ref: to_warehouse_id as number };
  if (to === 'outside') return { kind: 'outside', ref: id };
  return ship_to_id === null ? { kind: 'dealer', ref: to_dealer_id as number } : { kind: 'ship_to', ref: ship_to_id };
}

/** The codes on a waybill, optionally only those that have not arrived completely. */
export async function codesOn(sql: Connection, id: number, underWay = false): Promise<number[]> {
  const rows = await sql<{ code: number }[]>`
    select distinct code from waybill_goods
    where waybill_id = ${id} and units > ${underWay ? sql`received + returned` : sql`returned`} order by code`;
  return rows.map(({ code }) => code);
}

/** The ordered units that are not loaded, and the shipped units that have not arrived. */
export async function missingOn(sql: Connection, id: number): Promise<{ toLoad: number; toArrive: number }> {
  const [row] = await sql<{ to_load: number; to_arrive: number }[]>`
    select
      (select safe_integer(coalesce(sum(greatest(l.quantity - coalesce(d.units, 0), 0)), 0))
        from waybill_line l left join waybill_load d on d.waybill_id = l.waybill_id and d.line_id = l.id
        where l.waybill_id = ${id}) as to_load,
      (select safe_integer(coalesce(sum(units - received - returned), 0)) from waybill_load where waybill_id = ${id}) as to_arrive`;
  return { toLoad: row?.to_load ?? 0, toArrive: row?.to_arrive ?? 0 };
}
