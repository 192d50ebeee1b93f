import { isTime } from '@suyuan/contract/thing/report.ts';
import type { Kysely } from 'kysely';
import { isOfEnterprise } from '#platform/caller.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { Measure } from '#trace/goods.ts';
import { type Days, writtenKey } from '../frame/period.ts';
import type { ReportQuery, Source } from '../frame/source.ts';

/** The figures of a source of goods in transit, and the kind of paper they were counted for. */
interface TravelFacts<Figure extends string> {
  readonly sql: Sql;
  readonly of: 'waybill' | 'refund';
  /** The figures of the report, each with its measure. */
  readonly figures: Readonly<Record<Figure, Measure>>;
  /** Only goods shipped to dealers. */
  readonly sold?: true;
  /** Only papers whose goods left on the days, with all that was ever counted for them, on the day on which they left. */
  readonly byDeparture?: true;
  /** Only what was counted after the day that was planned for the paper. */
  readonly late?: true;
}

/** Figures counted by events for waybills and returns that the caller may see, whoever made the goods. */
export const travelSource = <Figure extends string>(facts: TravelFacts<Figure>): Source => ({
  kept: true,
  figures: Object.keys(facts.figures),
  counts: async (query) => {
    const { caller, days, narrowed } = query;
    const { sql, of, figures, sold, byDeparture, late } = facts;
    const own = isOfEnterprise(caller.account) ? undefined : await ownPapers(caller.db, of);
    const figureOf = new Map(Object.entries<Measure>(figures).map(([figure, measure]) => [measure, figure]));
    const measures = [...figureOf.keys()];
    const paper = of === 'waybill' ? waybillColumns : refundColumns;
    const onDays = (table: 'figure' | 'figure_delta') => sql`
      select day, measure, product_id, lot_id, place_id, quantity from ${sql(table)}
      where day between ${days.from} and ${days.to} and measure = any(${measures})`;
    const rows = await sql<{ key: string; measure: Measure; quantity: number }[]>`
      select ${writtenKey(sql, query.group)} as key, measure,
        safe_integer(sum(quantity)) as quantity
      from (
        select ${keyIn(sql, query, paper)} as key, f.measure, sum(f.quantity) as quantity
        from (${byDeparture ? departed(sql, days, measures) : sql`${onDays('figure')} union all ${onDays('figure_delta')}`}) f
        join place p on p.id = f.place_id and p.kind = ${of}
        join ${sql(of)} b on b.id = p.ref_id
        where true
          ${own ? sql`and b.id = any(${own}::bigint[])` : sql``}
          ${sold ? sql`and b.to_dealer_id is not null` : sql``}
          ${late ? sql`and f.day > b.planned_day` : sql``}
          ${narrowed.product === undefined ? sql`` : sql`and f.product_id = ${narrowed.product}`}
          ${narrowed.lot === undefined ? sql`` : sql`and f.lot_id = ${narrowed.lot}`}
          ${narrowed.dealer === undefined ? sql`` : sql`and ${sql(paper.dealer)} = ${narrowed.dealer}`}
          ${narrowed.warehouse === undefined ? sql`` : sql`and ${sql(paper.warehouse)} in (select warehouses_within(${narrowed.warehouse}))`}
        group by 1, 2
      ) counted
      group by 1, 2`;
    return rows.map(({ key, measure, quantity }) => ({ key, quantity, figure: figureOf.get(measure) as string }));
  },
});

/** SQL: the figures of the waybills that left on some days, whenever they were counted. */
function departed(sql: Sql, days: Days, measures: readonly Measure[]) {
  const figures = sql`(
    select day, measure, product_id, lot_id, place_id, quantity from figure
    union all select day, measure, product_id, lot_id, place_id, quantity from figure_delta
  )`;
  return sql`
    select left_on.day, every.measure, every.product_id, every.lot_id, every.place_id, every.quantity
    from (
      select place_id, min(day) as day from ${figures} shipped
      where measure = 'shipped' and place_id in (
        select place_id from ${figures} shipped where measure = 'shipped' and day between ${days.from} and ${days.to}
      )
      group by place_id having min(day) >= ${days.from}
    ) left_on
    join ${figures} every on every.place_id = left_on.place_id
    where every.measure in ('shipped', 'received') and every.measure = any(${measures as Measure[]})`;
}

/** The columns that say whose a paper is. */
interface PaperColumns {
  readonly dealer: string;
  readonly warehouse: string;
  readonly reason?: string;
  readonly carrier?: string;
}
export const waybillColumns: PaperColumns = {
  dealer: 'b.to_dealer_id',
  warehouse: 'b.from_warehouse_id',
  carrier: 'b.carrier',
};
const refundColumns: PaperColumns = { dealer: 'b.dealer_id', warehouse: 'b.warehouse_id', reason: 'b.reason' };

/** The key of a row; for time it is the day, which is formatted after grouping. Only returns have a reason, only waybills a carrier. */
export function keyIn(sql: Sql, { group }: ReportQuery, { dealer, warehouse, reason, carrier }: PaperColumns) {
  if (group !== 'all' && isTime(group)) return sql`f.day`;
  if (group === 'product') return sql`f.product_id::text`;
  if (group === 'lot') return sql`f.lot_id::text`;
  if (group === 'dealer') return sql`coalesce(${sql(dealer)}, 0)::text`;
  if (group === 'warehouse') return sql`${sql(warehouse)}::text`;
  if (group === 'carrier' && carrier) return sql`coalesce(nullif(btrim(${sql(carrier)}), ''), '0')`;
  return group === 'reason' && reason ? sql`${sql(reason)}` : sql`'0'`;
}

export const ownPapers = async (db: Kysely<Schema>, of: 'waybill' | 'refund'): Promise<number[]> =>
  (await db.selectFrom(of).select('id').execute()).map(({ id }) => id);
