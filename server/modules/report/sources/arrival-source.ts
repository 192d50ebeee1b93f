import { isOfEnterprise } from '#platform/caller.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { writtenKey } from '../frame/period.ts';
import type { Source } from '../frame/source.ts';
import { keyIn, ownPapers, waybillColumns } from './travel-source.ts';

type DifferenceKind = 'missing' | 'damaged' | 'over' | 'broken_seal';

interface ArrivalFacts<Figure extends string> {
  readonly sql: Sql;
  readonly timeZone: () => string;
  /** The figures of the report, each with the kind of difference that it adds up. */
  readonly figures: Readonly<Record<Figure, DifferenceKind>>;
}

/** What differed when waybills were signed for, of those that the caller may see, on the day of the signature. */
export const arrivalSource = <Figure extends string>({ sql, timeZone, figures }: ArrivalFacts<Figure>): Source => ({
  figures: Object.keys(figures),
  counts: async (query) => {
    const { caller, days, narrowed } = query;
    const own = isOfEnterprise(caller.account) ? undefined : await ownPapers(caller.db, 'waybill');
    const figureOf = new Map(Object.entries<DifferenceKind>(figures).map(([figure, kind]) => [kind, figure]));
    const rows = await sql<{ key: string; kind: DifferenceKind; quantity: number }[]>`
      select ${writtenKey(sql, query.group)} as key, kind, safe_integer(sum(quantity)) as quantity
      from (
        select ${keyIn(sql, query, waybillColumns)} as key, f.kind, sum(f.units) as quantity
        from (
          select waybill_id, kind, product_id, lot_id, units, (at at time zone ${timeZone()})::date as day
          from arrival_difference where kind = any(${[...figureOf.keys()]})
        ) f
        join waybill b on b.id = f.waybill_id
        where f.day between ${days.from} and ${days.to}
          ${own ? sql`and b.id = any(${own}::bigint[])` : sql``}
          ${narrowed.product === undefined ? sql`` : sql`and f.product_id = ${narrowed.product}`}
          ${narrowed.dealer === undefined ? sql`` : sql`and b.to_dealer_id = ${narrowed.dealer}`}
          ${narrowed.warehouse === undefined ? sql`` : sql`and b.from_warehouse_id in (select warehouses_within(${narrowed.warehouse}))`}
        group by 1, 2
      ) counted
      group by 1, 2`;
    return rows.map(({ key, kind, quantity }) => ({ key, quantity, figure: figureOf.get(kind) as string }));
  },
});
