import { isOfEnterprise } from '#platform/caller.ts';
import type { Counted, ReportQuery, Source } from '../frame/source.ts';
import { counts, grouped, type MarketParts, type MarketRows, type Piece, rowsOf } from './market-rows.ts';
import { travelSource } from './travel-source.ts';

/** Codes with warnings from consumers' scans, on the day on which the visit was seen that made the rule fire. */
export const warnedRows = ({ sql }: MarketParts) =>
  ({
    table: 'consumer_warning',
    at: 'seen_at',
    dealer: 'dealer_id',
    figures: {
      warned_diverted: counts(sql, sql`r.rule = 'outside_area' and r.outcome is distinct from 'false_alarm'`),
      confirmed_diverted: counts(sql, sql`r.rule = 'outside_area' and r.outcome = 'right'`),
    },
  }) satisfies MarketRows;

/** Of a code that was inspected several times, one inspection counts: one that suspected diversion before another one. */
const oncePerCode = (sql: MarketParts['sql']) => ({
  of: sql`coalesce(r.code_id, -r.id)`,
  first: sql`r.verdict = 'suspected_diversion' desc, r.verdict = 'normal' desc, r.id desc`,
});

/** Inspections that suspected diversion, except for codes whose suspicion a person has found to be wrong. */
export const foundRows = ({ sql }: MarketParts) =>
  ({
    table: 'inspect_record',
    at: 'inspected_at',
    dealer: 'expected_dealer_id',
    once: oncePerCode(sql),
    figures: {
      judged_diverted: counts(
        sql,
        sql`r.verdict = 'suspected_diversion' and not exists (
        select 1 from consumer_warning w
        where w.subject = r.code_id::text and w.rule = 'outside_area' and w.outcome = 'false_alarm'
          and w.settled_at >= r.inspected_at)`,
      ),
    },
  }) satisfies MarketRows;

/** Inspections that can detect diversion: of sold goods, with a place or a shop. */
const judgedRows = ({ sql }: MarketParts): MarketRows => ({
  table: 'inspect_record',
  at: 'inspected_at',
  dealer: 'expected_dealer_id',
  once: oncePerCode(sql),
  figures: {
    judged: counts(
      sql,
      sql`r.verdict in ('normal', 'suspected_diversion') and r.expected_dealer_id is not null
        and num_nonnulls(r.area_code, r.latitude, r.found_dealer_id) > 0`,
    ),
  },
});

/** A code counts once a day, by province once in each in which it was seen. */
const seenRows = ({ sql }: MarketParts, { group, narrowed }: ReportQuery): MarketRows => ({
  table: 'market_sighting',
  at: 'day',
  dealer: 'dealer_id',
  figures: { seen: group === 'region' || narrowed.region !== undefined ? sql`r.codes + r.also` : sql`r.codes` },
});

/** Suspected goods, by the place where they were found. */
export const suspectedSource = (parts: MarketParts, rows: MarketRows, figures: readonly string[]): Source => ({
  figures,
  counts: (query) => grouped(parts, query, rows),
});

/**
 * The total that suspected goods are a share of. For a dealer it is everything seen of its goods, wherever: in a province where
 * it may not sell, everything that is seen is suspected.
 */
export const wholeSource = (parts: MarketParts, of: 'seen' | 'judged'): Source => {
  const rowsFor = (query: ReportQuery) => (of === 'seen' ? seenRows(parts, query) : judgedRows(parts));
  const counted = (query: ReportQuery) => grouped(parts, query, rowsFor(query));
  return {
    figures: [of],
    ownTotal: true,
    counts: async (query) => {
      const { group, narrowed } = query;
      const ofDealer = group === 'dealer' || group === 'route' || narrowed.dealer !== undefined;
      if (!ofDealer) return counted(query);
      const { region: _, ...others } = narrowed;
      const anywhere: ReportQuery = { ...query, narrowed: others };
      if (group !== 'route' && group !== 'region') return counted(anywhere);
      return wholesOfRoutes(parts, query, await counted({ ...anywhere, group: 'dealer' }));
    },
  };
};

/** For each suspected route, the total seen of its dealer's goods. */
async function wholesOfRoutes(
  parts: MarketParts,
  query: ReportQuery,
  wholes: readonly Counted[] | null,
): Promise<Counted[] | null> {
  if (wholes === null) return null;
  const byDealer = new Map(wholes.map((whole) => [whole.key, whole]));
  return (await routesSuspected(parts, query)).flatMap(({ dealer_id, province }) => {
    const whole = byDealer.get(`${dealer_id}`);
    if (!whole) return [];
    return [{ ...whole, key: query.group === 'route' ? `${dealer_id}-${province}` : province }];
  });
}

export interface SuspectedRoute {
  readonly dealer_id: number;
  /** `0` if unknown. */
  readonly province: string;
  readonly suspected: number;
  readonly confirmed: number;
}

/** The suspected routes: from dealers to provinces. */
export async function routesSuspected(parts: MarketParts, query: ReportQuery): Promise<SuspectedRoute[]> {
  const { sql } = parts;
  const counted = (rows: MarketRows, suspected: Piece, confirmed: Piece) => sql`
    select ${sql(`r.${rows.dealer}`)} as dealer_id, coalesce(r.province, '0') as province,
      ${suspected} as suspected, ${confirmed} as confirmed
    from ${rowsOf(parts, query, rows)} where ${sql(`r.${rows.dealer}`)} is not null`;
  const [warned, inspections] = [warnedRows(parts), foundRows(parts)];
  return sql<SuspectedRoute[]>`
    select dealer_id, province, safe_integer(sum(suspected)) as suspected, safe_integer(sum(confirmed)) as confirmed
    from (
      ${counted(warned, warned.figures.warned_diverted, warned.figures.confirmed_diverted)}
      union all ${counted(inspections, inspections.figures.judged_diverted, sql`0`)}
    ) r
    group by 1, 2
    having sum(suspected) + sum(confirmed) > 0
    order by suspected desc, dealer_id, province`;
}

/** Sold units; none by region or route, since goods are not sold to where they are found. */
export const soldSource = ({ sql }: MarketParts): Source => {
  const sold = travelSource({ sql, of: 'waybill', figures: { sold: 'shipped' }, sold: true });
  return {
    ...sold,
    counts: async (query) => {
      const { group, narrowed, caller } = query;
      if (!isOfEnterprise(caller.account)) return null;
      return group === 'region' || group === 'route' || narrowed.region !== undefined ? null : sold.counts(query);
    },
  };
};
