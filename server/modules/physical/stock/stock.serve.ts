import { type StockRow, stock } from '@suyuan/contract/physical/stock/stock.ts';
import { isOfEnterprise } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import type { Services } from '#platform/services.ts';

/** Serves the units in warehouses, those in a zone under the zone: the sums, plus the deltas of events that are not summed up yet. */
export default function serveStock({ routes, system }: Services): void {
  routes.serve(stock, async ({ warehouse_id, product_id }, { account, db }) => {
    const { sql } = system.codes;
    const own = isOfEnterprise(account)
      ? undefined
      : (await db.selectFrom('warehouse').select('id').execute()).map(({ id }) => id);
    const [rows, loads] = await Promise.all([
      stocked(sql, { warehouse_id, product_id, own }),
      loadedOnWaybills(sql, warehouse_id),
    ]);
    const all = withLoaded(rows, loads);
    // People of a party are not told of holds.
    return own ? all.map((row) => ({ ...row, held: false })) : all;
  });
}

type Stocked = Omit<StockRow, 'loaded'>;

interface Narrowed {
  readonly warehouse_id: number | undefined;
  readonly product_id: number | undefined;
  /** The warehouses that people of a party may see. */
  readonly own: readonly number[] | undefined;
}

const stocked = (sql: Connection, { warehouse_id, product_id, own }: Narrowed) => sql<Stocked[]>`
  -- Places first, so that goods on waybills and with dealers are not read.
  with at as materialized (
    select p.id, p.kind, coalesce(r.warehouse_id, p.ref_id) as warehouse_id
    from place p left join refund r on p.kind = 'refund' and r.id = p.ref_id
    where p.kind in ('warehouse', 'refund') and ${isWithin(sql, sql`coalesce(r.warehouse_id, p.ref_id)`, warehouse_id)}
  ),
  moved as (
    select at.id, at.kind, at.warehouse_id, m.product_id, m.lot_id, m.units from at join stock m on m.place_id = at.id
    union all
    select at.id, at.kind, at.warehouse_id, m.product_id, m.lot_id, m.units from at join stock_delta m on m.place_id = at.id
  ),
  held as (
    select warehouse_id, product_id, lot_id, max(id) filter (where kind = 'warehouse') as place_id,
      sum(units) filter (where kind = 'warehouse') as units, sum(units) filter (where kind = 'refund') as quarantined
    from moved
    where ${product_id ? sql`product_id = ${product_id}` : sql`true`}
    group by 1, 2, 3
  )
  select w.id as warehouse_id, w.warehouse_code, w.warehouse_name, p.id as product_id, p.product_code, p.product_name,
    h.lot_id, l.lot_no as lot, to_char(l.production_date, 'YYYY-MM-DD') as production_date,
    to_char(l.expiry_date, 'YYYY-MM-DD') as expiry_date, l.market_released_at is not null as released,
    exists (
      select from hold x where x.released_at is null and (x.lot_id = h.lot_id or x.place_id = h.place_id)
    ) as held,
    safe_integer(coalesce(h.units, 0)) as units, safe_integer(coalesce(h.quarantined, 0)) as quarantined
  from held h
  join warehouse w on w.id = h.warehouse_id
  join product p on p.id = h.product_id
  left join lot l on l.id = h.lot_id
  where (coalesce(h.units, 0) <> 0 or coalesce(h.quarantined, 0) <> 0)
    and ${own ? sql`w.id = any(${own as number[]}::bigint[])` : sql`true`}
  order by p.product_code, l.expiry_date nulls last, l.lot_no, w.warehouse_code
  limit 10000`;

interface Loaded {
  /** The warehouse that the waybills leave from, and the zones within it. */
  readonly warehouses: readonly number[];
  readonly product_id: number;
  readonly lot_id: number;
  readonly units: number;
}

const loadedOnWaybills = (sql: Connection, warehouse_id: number | undefined) => sql<Loaded[]>`
  select array(select id from warehouses_within(b.from_warehouse_id) as zone (id) order by id = b.from_warehouse_id desc, id) as warehouses,
    g.product_id, g.lot_id, safe_integer(sum(g.units)) as units
  from waybill b join waybill_goods g on g.waybill_id = b.id
  where b.status = 'loading' and ${isWithin(sql, sql`b.from_warehouse_id`, warehouse_id)}
  group by b.from_warehouse_id, g.product_id, g.lot_id`;

const isWithin = (sql: Connection, column: Fragment, warehouse_id: number | undefined) =>
  warehouse_id === undefined ? sql`true` : sql`${column} in (select warehouses_within(${warehouse_id}))`;

/** Tells how many of the units are loaded: first of those that lie in the warehouse of the waybill, then of those in its zones. */
function withLoaded(rows: readonly Stocked[], loads: readonly Loaded[]): StockRow[] {
  const keyOf = (warehouse: number, { product_id, lot_id }: Pick<Loaded, 'product_id' | 'lot_id'>) =>
    `${warehouse} ${product_id} ${lot_id}`;
  const free = new Map(rows.map((row) => [keyOf(row.warehouse_id, row), row.units]));
  for (const { warehouses, units, ...goods } of loads) {
    let rest = units;
    for (const key of warehouses.map((warehouse) => keyOf(warehouse, goods))) {
      const share = Math.max(0, Math.min(rest, free.get(key) ?? 0));
      free.set(key, (free.get(key) ?? 0) - share);
      rest -= share;
    }
  }
  return rows.map((row) => ({
    ...row,
    loaded: row.units - (free.get(keyOf(row.warehouse_id, row)) ?? row.units),
  }));
}
