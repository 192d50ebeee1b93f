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
    rows: (db) => stocked(db, timeZone()),
    defaultSort: 'expiry_date',
    tieBreak: ksql`stock.id`,
    narrow: {
      warehouse_id: (rows, id) => rows.where(ksql<boolean>`stock.warehouse_id in (select warehouses_within(${id}))`),
      lot: (rows, lot) => rows.where('stock.lot', 'ilike', lot),
    },
    complete: async (rows) => {
      const of = (key: 'product_id' | 'warehouse_id') => [...new Set(rows.map((row) => row[key]))];
      const { positions } = await stockOf(sql, of('product_id'), of('warehouse_id'));
      const ofRow = new Map(positions.map((one) => [keyOf(one), one]));
      return rows.map((row) => {
        const position = ofRow.get(row.id);
        if (!position) return row;
        const { held, loaded, reserved } = position;
        return { ...row, held, loaded, reserved, available: availableOf(position) };
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
  readonly production_date: string | null;
  readonly age_days: number | null;
  readonly expiry_date: string | null;
  readonly days_left: number | null;
  readonly released: boolean;
  readonly units: number;
  readonly held: number;
  readonly loaded: number;
  readonly reserved: number;
  readonly available: number;
}

/** The sums of stock, plus the deltas of events that are not summed up yet. */
const stocked = (db: Kysely<Schema>, timeZone: string) =>
  db
    .selectFrom(
      ksql<StockedRow>`(
        select s.place_id || '-' || s.product_id || '-' || s.lot_id as id, w.id as warehouse_id, w.warehouse_code,
          w.warehouse_name, u.warehouse_name as zone_of, s.product_id, p.product_code, p.product_name, l.lot_no as lot,
          s.lot_id, to_char(l.production_date, 'YYYY-MM-DD') as production_date,
          (now() at time zone ${timeZone})::date - l.production_date as age_days,
          to_char(l.expiry_date, 'YYYY-MM-DD') as expiry_date,
          l.expiry_date - (now() at time zone ${timeZone})::date as days_left,
          l.market_released_at is not null as released, s.units, 0 as held, 0 as loaded, 0 as reserved, s.units as available
        from (
          select place_id, product_id, lot_id, safe_integer(sum(units)) as units from (
            select place_id, product_id, lot_id, units from stock
            union all select place_id, product_id, lot_id, units from stock_delta
          ) m group by 1, 2, 3 having sum(units) <> 0
        ) s
        join place a on a.id = s.place_id and a.kind = 'warehouse'
        join warehouse w on w.id = a.ref_id
        left join warehouse u on u.id = w.parent_id
        join product p on p.id = s.product_id
        left join lot l on l.id = s.lot_id
      )`.as('stock'),
    )
    .selectAll();
