import { isTime } from '@suyuan/contract/thing/report.ts';
import type { Kysely } from 'kysely';
import { isOfEnterprise } from '#platform/caller.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { Measure } from '#trace/measure.ts';
import { writtenKey } from '../frame/period.ts';
import type { Asked, Source } from '../frame/source.ts';

/** The figures of a source of goods in transit, and the kind of paper they were counted for. */
interface TravelFacts<Figure extends string> {
  readonly sql: Sql;
  readonly of: 'waybill' | 'refund';
  /** The figures of the report, each with its measure. */
  readonly figures: Readonly<Record<Figure, Measure>>;
  /** Only goods shipped to dealers. */
  readonly sold?: true;
}

/** Figures counted by acts for waybills and returns that the caller may see, whoever made the goods. */
export const travelSource = <Figure extends string>(facts: TravelFacts<Figure>): Source => ({
  kept: true,
  figures: Object.keys(facts.figures),
  counts: async (asked) => {
    const { caller, days, narrowed } = asked;
    const { sql, of, figures, sold } = facts;
    const own = isOfEnterprise(caller.account) ? undefined : await ownPapers(caller.db, of);
    const figureOf = new Map(Object.entries<Measure>(figures).map(([figure, measure]) => [measure, figure]));
    const measures = [...figureOf.keys()];
    const paper = of === 'waybill' ? waybillColumns : refundColumns;
    const onDays = (table: 'figure' | 'figure_delta') => sql`
      select day, measure, product_id, lot_id, place_id, quantity from ${sql(table)}
      where day between ${days.from} and ${days.to} and measure = any(${measures})`;
    const rows = await sql<{ key: string; measure: Measure; quantity: number }[]>`
      select ${writtenKey(sql, asked.group)} as key, measure,
        safe_integer(sum(quantity)) as quantity
      from (
        select ${keyIn(sql, asked, paper)} as key, f.measure, sum(f.quantity) as quantity
        from (${onDays('figure')} union all ${onDays('figure_delta')}) f
        join place p on p.id = f.place_id and p.kind = ${of}
        join ${sql(of)} b on b.id = p.ref_id
        where true
          ${own ? sql`and b.id = any(${own}::bigint[])` : sql``}
          ${sold ? sql`and b.to_dealer_id is not null` : sql``}
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

/** The columns that say whose a paper is. */
interface PaperColumns {
  readonly dealer: string;
  readonly warehouse: string;
  readonly reason?: string;
}
const waybillColumns: PaperColumns = { dealer: 'b.to_dealer_id', warehouse: 'b.from_warehouse_id' };
const refundColumns: PaperColumns = { dealer: 'b.dealer_id', warehouse: 'b.warehouse_id', reason: 'b.reason' };

/** The key of a row; for time it is the day, which is formatted after grouping. Only returns have a reason. */
function keyIn(sql: Sql, { group }: Asked, { dealer, warehouse, reason }: PaperColumns) {
  if (group !== 'all' && isTime(group)) return sql`f.day`;
  if (group === 'product') return sql`f.product_id::text`;
  if (group === 'lot') return sql`f.lot_id::text`;
  if (group === 'dealer') return sql`coalesce(${sql(dealer)}, 0)::text`;
  if (group === 'warehouse') return sql`${sql(warehouse)}::text`;
  return group === 'reason' && reason ? sql`${sql(reason)}` : sql`'0'`;
}

const ownPapers = async (db: Kysely<Schema>, of: 'waybill' | 'refund'): Promise<number[]> =>
  (await db.selectFrom(of).select('id').execute()).map(({ id }) => id);
