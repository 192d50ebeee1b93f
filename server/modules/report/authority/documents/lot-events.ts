import { eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Lacks, Sources } from '../prepared.ts';
import { enterpriseParty, locationOf, type Owner, type Party, requireParty, warehouseParty } from './parties.ts';

/** A critical tracking event of a lot or of its ingredients. */
export interface LotEvent {
  readonly event: 'Transformation: food used' | 'Transformation: food produced' | 'Shipping' | 'Receiving';
  readonly date: string;
  readonly quantity: number;
  /** The locations where it happened, where the goods came from, and where they went. */
  readonly at: string;
  readonly from?: string;
  readonly to?: string;
  readonly document: 'Work order' | 'Waybill' | 'Return';
  readonly number: string;
  /** For food that was used: its own lot, description, unit and source. */
  readonly lot?: string;
  readonly description?: string;
  readonly unit?: string | null;
  readonly source?: string | null;
}

interface Lot {
  readonly id: number;
  readonly no: string;
}

interface Places {
  readonly sources: Sources;
  readonly lacks: Lacks;
  readonly known: Map<number, string>;
}

/** The events of a lot: production with its ingredients, shipments, receipts and returns. */
export async function lotEvents(
  sources: Sources,
  lacks: Lacks,
  lot: Lot,
): Promise<{ events: LotEvent[]; lotSource: string }> {
  const places: Places = { sources, lacks, known: new Map() };
  const productions = await madeOf(sources, lacks, lot);
  const uses = await usedFor(sources, productions);
  const moves = await movedOf(places, lot);
  const returns = await returnedOf(places, lot);
  return { events: [...uses, ...productions, ...moves, ...returns], lotSource: productions[0]?.at ?? '' };
}

type Made = LotEvent & { readonly order: number };

interface MadeRow extends Party {
  readonly id: number;
  readonly order_no: string;
  readonly quantity: number;
  readonly last_day: string;
  readonly finished_on: string | null;
  readonly factory_id: number | null;
}

/** What work orders produced of the lot: the total quantity, and the last day of production. */
async function madeOf({ sql, timeZone }: Sources, lacks: Lacks, lot: Lot): Promise<Made[]> {
  const rows = await sql<MadeRow[]>`
    select o.id, o.order_no, f.quantity, f.last_day::text as last_day, o.factory_id,
      (o.finished_at at time zone ${timeZone})::date::text as finished_on,
      p.factory_name as name, p.phone, p.area_code, p.address
    from (
      select work_order_id, safe_integer(sum(quantity)) as quantity, max(day) as last_day from (
        select work_order_id, quantity, day from figure where lot_id = ${lot.id} and measure = 'bound'
        union all select work_order_id, quantity, day from figure_delta where lot_id = ${lot.id} and measure = 'bound'
      ) d group by work_order_id having sum(quantity) > 0
    ) f
    join work_order o on o.id = f.work_order_id
    left join factory p on p.id = o.factory_id
    order by o.id`;
  const enterprise = await enterpriseParty(sql);
  return rows.map(({ id, order_no, quantity, last_day, finished_on, factory_id, ...factory }) => {
    const [owner, party]: [Owner, Party] = factory_id === null ? ['enterprise', enterprise] : ['factory', factory];
    requireParty(lacks, owner, party, ['name', 'phone', 'address']);
    const date = finished_on ?? last_day;
    const event = 'Transformation: food produced' as const;
    return { order: id, event, date, quantity, at: locationOf(party), document: 'Work order', number: order_no };
  });
}

/** Lots of raw materials that the work orders used. Corrected entries are replaced by their corrections. */
async function usedFor({ sql, timeZone }: Sources, productions: readonly Made[]): Promise<LotEvent[]> {
  const rows = await sql<
    {
      work_order_id: number;
      lot: string;
      description: string;
      unit: string | null;
      source: string | null;
      quantity: number;
      date: string;
    }[]
  >`
    select u.work_order_id, u.material_lot as lot, m.material_name as description, u.unit, u.supplier as source,
      u.amount as quantity, (u.used_at at time zone ${timeZone})::date::text as date
    from material_use u join material m on m.id = u.material_id
    where u.work_order_id = any(${productions.map(({ order }) => order)}::bigint[]) and m.kind = 'raw' and u.amount > 0
      and not exists (select from material_use c where c.corrects = u.id)
    order by u.used_at, u.id`;
  return rows.flatMap(({ work_order_id, ...use }): LotEvent[] => {
    const order = productions.find((one) => one.order === work_order_id);
    const { at = '', document = 'Work order', number = '' } = order ?? {};
    return [{ event: 'Transformation: food used', ...use, at, document, number }];
  });
}

interface MovedRow {
  readonly waybill_no: string;
  readonly from_warehouse_id: number;
  readonly to_warehouse_id: number | null;
  readonly shipped_on: string | null;
  readonly received_on: string | null;
  readonly units: number;
  readonly received: number;
  readonly dealer_name: string | null;
  readonly ship_to_name: string | null;
  readonly phone: string | null;
  readonly area_code: string | null;
  readonly address: string | null;
}

/** Shipments of the lot by waybills, and their receipts. Samples and scrap have no recipient, so they are left out. */
async function movedOf(places: Places, lot: Lot): Promise<LotEvent[]> {
  const { sql, timeZone } = places.sources;
  const rows = await sql<MovedRow[]>`
    select w.waybill_no, w.from_warehouse_id, w.to_warehouse_id,
      (w.shipped_at at time zone ${timeZone})::date::text as shipped_on,
      (select (max(e.event_time) at time zone ${timeZone})::date::text from trace_event e
        where e.waybill_id = w.id and e.act = ${eventTypes.receive.no}) as received_on,
      g.units, g.received, d.dealer_name, s.ship_to_name, coalesce(s.phone, d.phone) as phone,
      case when s.address is null then d.area_code else s.area_code end as area_code,
      coalesce(s.address, d.address) as address
    from (
      select waybill_id, safe_integer(sum(units)) as units, safe_integer(sum(received)) as received from waybill_goods
      where lot_id = ${lot.id} and units > 0 group by waybill_id
    ) g
    join waybill w on w.id = g.waybill_id
    left join dealer d on d.id = w.to_dealer_id
    left join ship_to s on s.id = w.ship_to_id
    where w.shipped_at is not null and num_nonnulls(w.to_dealer_id, w.to_warehouse_id) = 1
    order by w.shipped_at, w.id`;
  const events: LotEvent[] = [];
  for (const row of rows) {
    const from = await placeOf(places, row.from_warehouse_id);
    const to = row.to_warehouse_id === null ? dealerOf(places, row) : await placeOf(places, row.to_warehouse_id);
    const reference = { document: 'Waybill', number: row.waybill_no } as const;
    events.push({ event: 'Shipping', date: row.shipped_on ?? '', quantity: row.units, at: from, to, ...reference });
    if (row.received === 0) continue;
    events.push({
      event: 'Receiving',
      date: row.received_on ?? '',
      quantity: row.received,
      at: to,
      from,
      ...reference,
    });
  }
  return events;
}

interface ReturnedRow extends Party {
  readonly refund_no: string;
  readonly warehouse_id: number;
  readonly units: number;
  readonly received_on: string;
}

async function returnedOf(places: Places, lot: Lot): Promise<LotEvent[]> {
  const { sql, timeZone } = places.sources;
  const rows = await sql<ReturnedRow[]>`
    select r.refund_no, r.warehouse_id, g.units, g.received_on, d.dealer_name as name, d.phone, d.area_code, d.address
    from (
      select refund_id, safe_integer(sum(units)) as units, (max(received_at) at time zone ${timeZone})::date::text as received_on
      from refund_goods where lot_id = ${lot.id} group by refund_id
    ) g
    join refund r on r.id = g.refund_id join dealer d on d.id = r.dealer_id
    order by r.id`;
  const events: LotEvent[] = [];
  for (const { refund_no, warehouse_id, units, received_on, ...dealer } of rows) {
    requireParty(places.lacks, 'dealer', dealer, ['phone', 'address']);
    const [at, from] = [await placeOf(places, warehouse_id), locationOf(dealer)];
    events.push({
      event: 'Receiving',
      date: received_on,
      quantity: units,
      at,
      from,
      document: 'Return',
      number: refund_no,
    });
  }
  return events;
}

function dealerOf({ lacks }: Places, { dealer_name, ship_to_name, ...rest }: MovedRow): string {
  const dealer = { name: dealer_name, ...rest };
  requireParty(lacks, 'dealer', dealer, ['phone', 'address']);
  return locationOf(dealer, ship_to_name ?? undefined);
}

/** The location of a warehouse: its own address with the name of its owner. */
async function placeOf({ sources, lacks, known }: Places, warehouse: number): Promise<string> {
  const entry = known.get(warehouse);
  if (entry !== undefined) return entry;
  const place = await warehouseParty(sources.sql, warehouse);
  requireParty(lacks, place.owner, place, ['name', 'phone']);
  if (!place.address?.trim()) lacks.add('warehouse.address', 'store', place.warehouse_name);
  const location = locationOf(place, place.warehouse_name);
  known.set(warehouse, location);
  return location;
}
