import { stockAvailable, stockByPlace } from '@suyuan/contract/physical/stock/stock-detail.ts';
import type { Kysely } from 'kysely';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { availableOf, type StockPosition, stockOf } from './stock-position.ts';

/** 库存明细: serves stock by warehouse and zone, product and lot, and how much of it can still be ordered. */
export default function serveStockDetail(services: Services): void {
  const { routes, system, timeZone } = services;
  const { sql } = system.codes;

  serveDeclaredList(services, stockByPlace, {
    rows: (db, filters) => stocked(db, timeZone(), filters),
    handlesFilters: ['warehouse_id', 'product_id'],
    defaultSort: 'expiry_date',
    tieBreak: ksql`stock.id`,
    narrow: { lot: (rows, lot) => rows.where('stock.lot', 'ilike', lot) },
    complete: async (rows) => {
      const of = (key: 'product_id' | 'warehouse_id') => [...new Set(rows.map((row) => row[key]))];
      const { positions } = await stockOf(sql, of('product_id'), of('warehouse_id'));
      const ofRow = new Map(positions.map((one) => [keyOf(one), one]));
      return rows.map((row) => {
        const days = { production_date: dayOf(row.production_date), expiry_date: dayOf(row.expiry_date) };
        const position = ofRow.get(row.id);
        if (!position) return { ...row, ...days };
        const { held, loaded, reserved } = position;
        return { ...row, ...days, held, loaded, reserved, available: availableOf(position) };
      });
    },
    completeExports: true,
    present: (row) => declaredRow(stockByPlace, row),
  });

  routes.serve(stockAvailable, async ({ warehouse_id, product_id, lot = null, besides }, { db }) => {
    const own = await db.selectFrom('warehouse').select('id').where('id', '=', warehouse_id).executeTakeFirst();
    if (!own) throw notFound('warehouse');
    const [{ positions, open }, zones] = await Promise.all([
      stockOf(sql, [product_id], [warehouse_id]),
      sql<{ id: number }[]>`select warehouses_within(${warehouse_id}) as id`,
    ]);
    const within = new Set(zones.map(({ id }) => id));
    const there = positions.filter((one) => within.has(one.warehouse_id) && (lot === null || one.lot === lot));
    const sum = (units: (one: StockPosition) => number) => there.reduce((all, one) => all + units(one), 0);
    const [units, held, loaded] = [sum((one) => one.units), sum((one) => one.held), sum((one) => one.loaded)];
    // Lines for any lot may need this one; lines for other lots do not.
    const others = open.filter(
      (line) =>
        line.waybill_no !== besides &&
        line.warehouses.some((id) => within.has(id)) &&
        (lot === null || line.lot === null || line.lot === lot),
    );
    const reserved = others.reduce((all, line) => all + line.units, 0);
    const seen = await db
      .selectFrom('waybill')
      .select('id')
      .where('id', 'in', [0, ...others.map((line) => line.waybill_id)])
      .execute();
    const visible = new Set(seen.map(({ id }) => id));
    const waybills = [...Map.groupBy(others, (line) => line.waybill_id)].map(([id, lines]) => ({
      id,
      waybill_no: lines[0]?.waybill_no ?? '',
      units: lines.reduce((all, line) => all + line.units, 0),
    }));
    return {
      ...{ units, held, loaded, reserved },
      available: Math.max(0, units - held - loaded - reserved),
      waybills: waybills.filter(({ id }) => visible.has(id)),
    };
  });
}

/** Days are written for the rows of a page alone: for all that are sorted, it would take a fifth longer. */
const dayOf = (day: Date | string | null): string | null =>
  day instanceof Date ? day.toISOString().slice(0, 10) : day;

const keyOf = ({ place_id, product_id, lot_id }: StockPosition): string => `${place_id}-${product_id}-${lot_id}`;

interface StockedRow {
  readonly id: string;
  readonly warehouse_id: number;
  readonly warehouse_code: string;
  readonly warehouse_name: string;
  readonly zone_of: string | null;
  readonly product_id: number;
  readonly product_code: string;
  readonly product_name: string;
  readonly lot: string | null;
  readonly lot_id: number;
  readonly production_date: Date | string | null;
  readonly age_days: number | null;
  readonly expiry_date: Date | string | null;
  readonly days_left: number | null;
  readonly released: boolean;
  readonly units: number;
  readonly held: number;
  readonly loaded: number;
  readonly reserved: number;
  readonly available: number;
}

interface Narrowed {
  readonly warehouse_id?: number | undefined;
  readonly product_id?: number | undefined;
}

/**
 * The sums of stock, plus the deltas of events that are not summed up yet. It is narrowed before it is summed up, so that a page of
 * one warehouse reads the rows of that warehouse, and none reads goods on waybills and with dealers.
 */
function stocked(db: Kysely<Schema>, timeZone: string, { warehouse_id, product_id }: Narrowed) {
  const isWithin =
    warehouse_id === undefined ? ksql`true` : ksql`b.ref_id in (select warehouses_within(${warehouse_id}))`;
  const isThere = ksql`place_id = any(array(select b.id from place b where b.kind = 'warehouse' and ${isWithin}))
    and ${product_id === undefined ? ksql`true` : ksql`product_id = ${product_id}`}`;
  return db
    .selectFrom(
      ksql<StockedRow>`(
        select s.place_id || '-' || s.product_id || '-' || s.lot_id as id, w.id as warehouse_id, w.warehouse_code,
          w.warehouse_name, u.warehouse_name as zone_of, s.product_id, p.product_code, p.product_name, l.lot_no as lot,
          s.lot_id, l.production_date, today.day - l.production_date as age_days, l.expiry_date,
          l.expiry_date - today.day as days_left,
          l.market_released_at is not null as released, s.units, 0 as held, 0 as loaded, 0 as reserved, s.units as available
        from (
          select place_id, product_id, lot_id, safe_integer(sum(units)) as units from (
            select place_id, product_id, lot_id, units from stock where ${isThere}
            union all select place_id, product_id, lot_id, units from stock_delta where ${isThere}
          ) m group by 1, 2, 3 having sum(units) <> 0
        ) s
        join place a on a.id = s.place_id
        join warehouse w on w.id = a.ref_id
        left join warehouse u on u.id = w.parent_id
        join product p on p.id = s.product_id
        left join lot l on l.id = s.lot_id
        cross join (select (now() at time zone ${timeZone})::date as day) today
      )`.as('stock'),
    )
    .selectAll();
}
