import type { Connection } from '#platform/database/database.ts';
import { inOrderOfLeaving } from '#trace/goods.ts';
import { goodsIn } from '#trace/state/code-record.ts';
import { Ledger } from '#trace/state/ledger.ts';
import { rejectedAt } from '#trace/state/rejected-units.ts';

/** The goods of one product and lot in one warehouse or zone, by what may become of them. */
export interface StockPosition {
  readonly warehouse_id: number;
  readonly place_id: number;
  readonly product_id: number;
  /** 0 for goods without a lot. */
  readonly lot_id: number;
  readonly lot: string | null;
  readonly units: number;
  /** On hold, or rejected and not reworked. */
  held: number;
  loaded: number;
  reserved: number;
}

/** What a waybill that has not left still has to load, by product and lot. */
interface OpenLine {
  readonly waybill_id: number;
  readonly waybill_no: string;
  readonly product_id: number;
  readonly lot: string | null;
  readonly units: number;
  /** The warehouse that it leaves from, and the zones within. */
  readonly warehouses: readonly number[];
}

/** What no waybill, hold or reservation keeps. */
export const availableOf = ({ units, held, loaded, reserved }: StockPosition): number =>
  Math.max(0, units - held - loaded - reserved);

interface Stock {
  /** In the order in which the lots should leave. */
  readonly positions: readonly StockPosition[];
  readonly open: readonly OpenLine[];
}

/**
 * The stock of some products, with what is held, loaded, and reserved by lines of waybills that have not left. Loaded goods and
 * lines take from their warehouse first, then from its zones; a line without a lot reserves what should leave first. `beside` narrows it
 * to the warehouses that some warehouses or zones belong to, with all their zones.
 */
export async function stockOf(
  sql: Connection,
  products: readonly number[],
  beside?: readonly number[],
): Promise<Stock> {
  if (products.length === 0) return { positions: [], open: [] };
  const [rows, loads, open] = await Promise.all([
    stocked(sql, products, beside),
    loadedUnits(sql, products),
    openLines(sql, products),
  ]);
  const holds = await heldUnits(sql, rows);
  const positions = rows.map((row) => ({ ...row, held: 0, loaded: 0, reserved: 0 }));
  const take = (goods: { warehouses: readonly number[]; product_id: number }, units: number, of: Taking) => {
    let rest = units;
    for (const position of positions) {
      if (rest <= 0) break;
      if (position.product_id !== goods.product_id || !goods.warehouses.includes(position.warehouse_id)) continue;
      if (!of.fits(position)) continue;
      const share = Math.min(rest, availableOf(position));
      position[of.as] += share;
      rest -= share;
    }
  };
  for (const load of loads) take(load, load.units, { as: 'loaded', fits: ({ lot_id }) => lot_id === load.lot_id });
  for (const position of positions) position.held = Math.min(holds(position), position.units - position.loaded);
  // Lines with a lot come first, so that they get theirs.
  for (const line of open.toSorted((a, b) => Number(a.lot === null) - Number(b.lot === null))) {
    take(line, line.units, { as: 'reserved', fits: ({ lot }) => line.lot === null || line.lot === lot });
  }
  return { positions, open };
}

/** What a position is taken for, and which positions it may be taken from. */
interface Taking {
  readonly as: 'loaded' | 'reserved';
  readonly fits: (position: StockPosition) => boolean;
}

const stocked = (sql: Connection, products: readonly number[], beside?: readonly number[]) => sql<
  Omit<StockPosition, 'held' | 'loaded' | 'reserved'>[]
>`
  select p.ref_id as warehouse_id, p.id as place_id, s.product_id, s.lot_id, l.lot_no as lot, safe_integer(sum(s.units)) as units
  from (
    select place_id, product_id, lot_id, units from stock where product_id = any(${products as number[]}::bigint[])
    union all
    select place_id, product_id, lot_id, units from stock_delta where product_id = any(${products as number[]}::bigint[])
  ) s
  join place p on p.id = s.place_id and p.kind = 'warehouse' and ${beside ? belongsWith(sql, beside) : sql`true`}
  left join lot l on l.id = s.lot_id
  group by p.id, s.product_id, s.lot_id, l.id
  having sum(s.units) > 0
  order by ${inOrderOfLeaving(sql)}, p.id`;

/** Whether a place `p` is of a warehouse, or a zone of it, that some warehouses or zones belong to. */
const belongsWith = (sql: Connection, some: readonly number[]) => sql`
  p.ref_id in (
    with recursive above as (
      select id, parent_id from warehouse where id = any(${some as number[]}::bigint[])
      union
      select w.id, w.parent_id from above a join warehouse w on w.id = a.parent_id
    )
    select warehouses_within(id) from above where parent_id is null
  )`;

const warehousesOf = (sql: Connection) => sql`
  array(select id from warehouses_within(b.from_warehouse_id) as zone (id) order by id = b.from_warehouse_id desc, id)`;

const loadedUnits = (sql: Connection, products: readonly number[]) => sql<
  { warehouses: number[]; product_id: number; lot_id: number; units: number }[]
>`
  select ${warehousesOf(sql)} as warehouses, g.product_id, g.lot_id, safe_integer(sum(g.units)) as units
  from waybill b join waybill_goods g on g.waybill_id = b.id
  where b.status = 'loading' and g.product_id = any(${products as number[]}::bigint[])
  group by b.from_warehouse_id, g.product_id, g.lot_id`;

const openLines = (sql: Connection, products: readonly number[]) => sql<OpenLine[]>`
  select b.id as waybill_id, b.waybill_no, l.product_id, l.lot, ${warehousesOf(sql)} as warehouses,
    safe_integer(l.quantity - coalesce(d.units, 0)) as units
  from waybill b
  join waybill_line l on l.waybill_id = b.id
  left join waybill_load d on d.waybill_id = b.id and d.line_id = l.id
  where b.status in ('draft', 'loading') and l.product_id = any(${products as number[]}::bigint[])
    and l.quantity > coalesce(d.units, 0)
  order by b.id, l.line_no`;

/**
 * How many units of a position are on hold: by its lot or place, less what was released by its code; or else by their codes. Rejected
 * ones, which are not loaded either, count as those.
 */
async function heldUnits(
  sql: Connection,
  positions: readonly Pick<StockPosition, 'place_id' | 'lot_id'>[],
): Promise<(position: StockPosition) => number> {
  const [places, lots] = [positions.map(({ place_id }) => place_id), positions.map(({ lot_id }) => lot_id)];
  const rejected = await rejectedAt(sql, [...new Set(places)], [...new Set(lots)]);
  const sums = await unitsOnHold(sql);
  for (const { code, placeId, productId, lotId, held } of rejected) {
    if (held) continue;
    const key = `${placeId} ${productId} ${lotId}`;
    sums.held.set(key, (sums.held.get(key) ?? 0) + 1);
    if (sums.codes.has(code)) sums.free.set(key, (sums.free.get(key) ?? 0) - 1);
  }
  return ({ place_id, product_id, lot_id, units }) => {
    const key = `${place_id} ${product_id} ${lot_id}`;
    if (sums.lots.has(lot_id) || sums.places.has(place_id)) return units - (sums.free.get(key) ?? 0);
    return sums.held.get(key) ?? 0;
  };
}

/** The lots, places and codes that holds name, and the units that are held or released by their codes. */
async function unitsOnHold(sql: Connection) {
  const rows = await sql<{ lot_id: number | null; place_id: number | null; code: number | null }[]>`
    select distinct lot_id, place_id, code from hold where released_at is null`;
  const idsOf = (kind: 'lot_id' | 'place_id' | 'code') => new Set(rows.flatMap((row) => row[kind] ?? []));
  const [lots, places, codes] = [idsOf('lot_id'), idsOf('place_id'), idsOf('code')];
  const ledger = new Ledger(sql);
  await ledger.read(codes);
  const sums = { held: new Map<string, number>(), free: new Map<string, number>() };
  for (const code of codes) {
    const record = ledger.get(code);
    if (!record || ledger.above(record).some(({ id }) => codes.has(id))) continue;
    const sum = ledger.heldBy(record) ? sums.held : sums.free;
    for (const { productId, lotId, units } of goodsIn(record)) {
      const key = `${ledger.placeOf(record)} ${productId} ${lotId ?? 0}`;
      sum.set(key, (sum.get(key) ?? 0) + units);
    }
  }
  return { ...sums, lots, places, codes };
}
