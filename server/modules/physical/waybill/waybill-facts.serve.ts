import { defaultPolicies, type LoadingReason, type Policy } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import {
  takesExpired,
  takesHeld,
  type WaybillKind,
  type WaybillStatus,
} from '@suyuan/contract/physical/waybill/waybill.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { among } from '#platform/database/statements/among.ts';
import { rowsTable } from '#platform/database/statements/insert-rows.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { placeOf } from '#trace/places.ts';
import type { WaybillChange, WaybillFacts, WaybillSuccessor, Waybills } from '#trace/services.ts';

/** Provides the facts of waybills to the capture of events, and stores what events change. */
export default function provideWaybills(_: Services, { waybills, waybillDealers }: SharedServices): void {
  waybills.provide({ facts, write });
  waybillDealers.provide(dealersOf);
}

/** The dealers of waybills, for those that go to one. */
async function dealersOf(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<{ id: number; to_dealer_id: number }[]>`
    select id, to_dealer_id from waybill where id = any(${ids as number[]}::bigint[]) and to_dealer_id is not null`;
  return new Map(rows.map(({ id, to_dealer_id }) => [id, to_dealer_id]));
}

interface WaybillRow {
  readonly id: number;
  readonly waybill_no: string;
  readonly kind: WaybillKind;
  readonly status: WaybillStatus;
  readonly from_warehouse_id: number;
  readonly dealer_id: number | null;
  /** The type of the warehouse that it goes to. */
  readonly to_type: string | null;
  /** The days that goods have to last for the dealer they are sold to. */
  readonly min_days: number;
  /** The policies of the warehouse that differ from the usual ones. */
  readonly policies: Partial<Record<LoadingReason, Policy>> | null;
  /** The places of the warehouse and of goods in transit on the waybill; null if they do not exist yet. */
  readonly from_place: number | null;
  readonly own_place: number | null;
}

interface LineRow {
  readonly id: number;
  readonly waybill_id: number;
  readonly product_id: number;
  readonly lot: string | null;
  readonly quantity: number;
  readonly min_days: number;
  readonly loaded: number;
}

/** Locks waybills until the end of the transaction and reads their facts. */
const facts: Waybills['facts'] = (sql, ids) => factsOf(sql, ids, sql`for update of b`);

/** Reads the facts of waybills, locked or not. All queries are sent together (pipelined), so they see the locked rows. */
export async function factsOf(
  sql: Connection,
  ids: readonly number[],
  lock: Fragment = sql``,
): Promise<ReadonlyMap<number, WaybillFacts>> {
  const these = among(sql, ids);
  const [waybills, lines, zones, ofFactories] = await Promise.all([
    sql<WaybillRow[]>`
      select b.id, b.waybill_no, b.kind, b.status, b.from_warehouse_id, w.dealer_id, t.warehouse_type as to_type,
        case when b.kind = 'sale' then coalesce(d.min_remaining_days, 0) else 0 end as min_days, f.id as from_place, o.id as own_place,
        (select jsonb_object_agg(reason, policy) from loading_rule where warehouse_id = b.from_warehouse_id) as policies
      from waybill b
      join warehouse w on w.id = b.from_warehouse_id
      left join warehouse t on t.id = b.to_warehouse_id
      left join dealer d on d.id = b.to_dealer_id
      left join place f on f.kind = 'warehouse' and f.ref_id = b.from_warehouse_id
      left join place o on o.kind = 'waybill' and o.ref_id = b.id
      where b.id ${these} order by b.id ${lock}`,
    sql<LineRow[]>`
      select l.id, l.waybill_id, l.product_id, l.lot, l.quantity, coalesce(d.units, 0)::bigint as loaded,
        case when b.kind = 'sale' then coalesce(p.min_remaining_days, 0) else 0 end as min_days
      from waybill_line l join waybill b on b.id = l.waybill_id join product p on p.id = l.product_id
      left join waybill_load d on d.waybill_id = l.waybill_id and d.line_id = l.id
      where l.waybill_id ${these} order by l.waybill_id, l.line_no`,
    sql<{ waybill_id: number; place_id: number }[]>`
      select b.id as waybill_id, p.id as place_id
      from waybill b
      cross join lateral warehouses_within(b.from_warehouse_id) as zone (id)
      join place p on p.kind = 'warehouse' and p.ref_id = zone.id
      where b.id ${these} and zone.id <> b.from_warehouse_id order by p.id`,
    sql<{ waybill_id: number; place_id: number }[]>`
      select b.id as waybill_id, p.id as place_id
      from waybill b
      join place p on p.kind = 'factory' and p.ref_id = b.from_factory_id or p.kind = 'line' and p.ref_id in (
        select l.id from production_line l join workshop o on o.id = l.workshop_id where o.factory_id = b.from_factory_id)
      where b.id ${these} and b.from_factory_id is not null order by p.id`,
  ]);
  const dealers = await dealerPlaces(
    sql,
    waybills.flatMap(({ dealer_id }) => dealer_id ?? []),
  );
  const factsById = new Map<number, WaybillFacts>();
  for (const row of waybills) {
    const own = ({ waybill_id, place_id }: { waybill_id: number; place_id: number }) =>
      waybill_id === row.id ? place_id : [];
    const within = [...zones.flatMap(own), ...ofFactories.flatMap(own)];
    const fromPlace = row.from_place ?? (await placeOf(sql, { kind: 'warehouse', ref: row.from_warehouse_id }));
    factsById.set(row.id, {
      id: row.id,
      waybillNo: row.waybill_no,
      status: row.status,
      placeId: row.own_place ?? (await placeOf(sql, { kind: 'waybill', ref: row.id })),
      takesHeld: takesHeld(row.kind, row.to_type),
      takesExpired: takesExpired(row.kind),
      minDays: row.min_days,
      fromWarehouseId: row.from_warehouse_id,
      fromPlaces: [fromPlace, ...within, ...(dealers.get(row.dealer_id ?? 0) ?? [])],
      lines: lines
        .filter(({ waybill_id }) => waybill_id === row.id)
        .map(({ id, product_id, lot, quantity, min_days, loaded }) => {
          const minDays = Math.max(min_days, row.min_days);
          return { id, productId: product_id, lot, quantity, minDays, loaded };
        }),
      policies: { ...defaultPolicies, ...row.policies },
    });
  }
  return factsById;
}

/** The places of goods delivered to dealers, which the goods leave when they are shipped from a dealer's warehouse. */
export async function dealerPlaces(sql: Connection, dealers: readonly number[]): Promise<Map<number, number[]>> {
  if (dealers.length === 0) return new Map();
  const rows = await sql<{ id: number; dealer_id: number }[]>`
    select p.id, p.ref_id as dealer_id from place p
    where p.kind = 'dealer' and p.ref_id = any(${dealers as number[]}::bigint[])
    union all
    select p.id, s.dealer_id from place p join ship_to s on s.id = p.ref_id
    where p.kind = 'ship_to' and s.dealer_id = any(${dealers as number[]}::bigint[])`;
  return new Map(
    [...Map.groupBy(rows, ({ dealer_id }) => dealer_id)].map(([dealer, places]) => [
      dealer,
      places.map(({ id }) => id),
    ]),
  );
}

async function write(
  sql: Connection,
  changes: readonly WaybillChange[],
  successors: readonly WaybillSuccessor[],
): Promise<void> {
  await writeGoods(sql, changes);
  for (const { waybillId, old, successor } of successors) {
    await sql`update waybill_goods set code = ${successor} where waybill_id = ${waybillId} and code = ${old}`;
  }
}

/**
 * Adds changes to the goods on waybills, by code and by line. A draft becomes `loading` with the first goods, and a draft again
 * when all are unloaded. Unloaded goods without a line are taken off the line that they are on.
 */
async function writeGoods(sql: Connection, changes: readonly WaybillChange[]): Promise<void> {
  if (changes.length === 0) return;
  const table = rowsTable(sql, changes, {
    waybill_id: ['bigint', ({ waybillId }) => waybillId],
    code: ['bigint', ({ code }) => code],
    product_id: ['bigint', ({ productId }) => productId ?? 0],
    lot_id: ['bigint', ({ lotId }) => lotId ?? 0],
    line_id: ['bigint', ({ lineId }) => lineId],
    units: ['bigint', ({ units }) => units],
    received: ['bigint', ({ received }) => received],
    returned: ['bigint', ({ returned }) => returned],
    override_reason: ['text', ({ overrideReason }) => overrideReason],
    loaded_by: ['bigint', ({ by }) => by],
    loaded_at: ['timestamptz', ({ at }) => new Date(at).toISOString()],
  });
  await sql`
    with change as (
      select waybill_id, code, product_id, lot_id, max(line_id) as line_id, safe_integer(sum(units)) as units,
        safe_integer(sum(received)) as received, safe_integer(sum(returned)) as returned, max(override_reason) as override_reason,
        -- Those of the event that loaded them, not of one that took them off in the same transaction.
        coalesce(max(loaded_by) filter (where units > 0), max(loaded_by)) as loaded_by,
        coalesce(max(loaded_at) filter (where units > 0), max(loaded_at)) as loaded_at
      from ${table}
      group by waybill_id, code, product_id, lot_id
    ),
    placed as (
      select c.*, coalesce(c.line_id, g.line_id, o.line_id, 0) as on_line, g.code is null as is_new
      from change c
      left join waybill_goods g using (waybill_id, code, product_id, lot_id)
      left join lateral (
        -- Goods taken out of a package on the waybill are on the line of the package.
        -- The condition is inside, so that nothing is read if the line is known.
        select line_id from waybill_goods o
        where c.line_id is null and g.code is null
          and o.waybill_id = c.waybill_id and o.product_id = c.product_id and o.lot_id = c.lot_id limit 1
      ) o on true
    ),
    begun as (
      update waybill set status = 'loading', updated_at = now()
      where id in (select waybill_id from change where units > 0) and status = 'draft'
    ),
    kept as (
      insert into waybill_goods as g (
        waybill_id, code, product_id, lot_id, line_id, units, received, returned, override_reason, loaded_by, loaded_at)
      select waybill_id, code, product_id, lot_id, on_line, units, received, returned, override_reason, loaded_by, loaded_at
      from placed
      on conflict (waybill_id, code, product_id, lot_id) do update set
        units = g.units + excluded.units, received = g.received + excluded.received,
        returned = g.returned + excluded.returned, line_id = excluded.line_id,
        override_reason = coalesce(excluded.override_reason, g.override_reason)
    )
    insert into waybill_load as d (waybill_id, line_id, units, packages, received, returned)
    select p.waybill_id, p.on_line, sum(p.units), sum(case
        when p.is_new and p.units > 0 then 1
        when not p.is_new and p.units < 0 and (
          select g.units + p.units from waybill_goods g
          where (g.waybill_id, g.code, g.product_id, g.lot_id) = (p.waybill_id, p.code, p.product_id, p.lot_id)) <= 0 then -1
        else 0 end), sum(p.received), sum(p.returned)
    from placed p group by 1, 2
    on conflict (waybill_id, line_id) do update set
      units = d.units + excluded.units, packages = d.packages + excluded.packages,
      received = d.received + excluded.received, returned = d.returned + excluded.returned`;
  if (changes.every(({ units, received, returned }) => units > 0 && received === 0 && returned === 0)) return;
  const waybillIds = [...new Set(changes.map(({ waybillId }) => waybillId))];
  await sql`
    delete from waybill_goods
    where waybill_id = any(${waybillIds}::bigint[]) and code = any(${[...new Set(changes.map(({ code }) => code))]}::bigint[])
      and units = 0 and received = 0 and returned = 0`;
  await sql`
    with emptied as (
      update waybill set status = 'draft', updated_at = now()
      where id = any(${waybillIds}::bigint[]) and status = 'loading'
        and not exists (select from waybill_goods where waybill_id = waybill.id)
      returning id
    )
    delete from waybill_load where waybill_id in (select id from emptied)`;
}
