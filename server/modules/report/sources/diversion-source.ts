import { isOfEnterprise } from '../../../platform/caller.ts';
import type { Asked, Counted, Source } from '../frame/source.ts';
import { counts, grouped, type MarketParts, type MarketRows, type Piece, within } from './market-rows.ts';
import { travelSource } from './travel-source.ts';

/** Codes that consumers' scans made suspicious, on the day on which it was told. */
export const warnedRows = ({ sql }: MarketParts) =>
  ({
    table: 'consumer_warning',
    at: 'fired_at',
    dealer: 'dealer_id',
    figures: {
      warned_diverted: counts(sql, sql`r.rule = 'outside_area' and r.outcome is distinct from 'false_alarm'`),
      confirmed_diverted: counts(sql, sql`r.rule = 'outside_area' and r.outcome = 'right'`),
    },
  }) satisfies MarketRows;

/** Inspections that found what was suspected; not where a person found afterwards that the suspicion of the code was wrong. */
export const foundRows = ({ sql }: MarketParts) =>
  ({
    table: 'inspect_record',
    at: 'inspected_at',
    dealer: 'expected_dealer_id',
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

/** Inspections that can tell diversion: of sold goods, with the place or the shop. */
const judgedRows = ({ sql }: MarketParts): MarketRows => ({
  table: 'inspect_record',
  at: 'inspected_at',
  dealer: 'expected_dealer_id',
  figures: {
    judged: counts(
      sql,
      sql`r.verdict in ('normal', 'suspected_diversion') and r.expected_dealer_id is not null
        and num_nonnulls(r.area_code, r.latitude, r.found_dealer_id) > 0`,
    ),
  },
});

const seenRows = ({ sql }: MarketParts): MarketRows => ({
  table: 'market_sighting',
  at: 'day',
  dealer: 'dealer_id',
  figures: { seen: sql`r.codes` },
});

/** What is suspected, where it was found. */
export const suspectedSource = (parts: MarketParts, rows: MarketRows, figures: readonly string[]): Source => ({
  figures,
  counts: (asked) => grouped(parts, asked, rows),
});

/**
 * What the suspected are a part of. Of a dealer that is all that was seen of it, wherever: what was found in a province where
 * it may not sell would always be all of what was found there.
 */
export const wholeSource = (parts: MarketParts, of: 'seen' | 'judged'): Source => {
  const rows = of === 'seen' ? seenRows(parts) : judgedRows(parts);
  return {
    figures: [of],
    ownTotal: true,
    counts: async (asked) => {
      const { group, narrowed } = asked;
      const ofDealer = group === 'dealer' || group === 'route' || narrowed.dealer !== undefined;
      if (!ofDealer) return grouped(parts, asked, rows);
      const { region: _, ...others } = narrowed;
      const anywhere: Asked = { ...asked, narrowed: others };
      if (group !== 'route' && group !== 'region') return grouped(parts, anywhere, rows);
      return wholesOfRoutes(parts, asked, await grouped(parts, { ...anywhere, group: 'dealer' }, rows));
    },
  };
};

/** Of each route that something is suspected of, all that was seen of its dealer. */
async function wholesOfRoutes(
  parts: MarketParts,
  asked: Asked,
  wholes: readonly Counted[] | null,
): Promise<Counted[] | null> {
  if (wholes === null) return null;
  const byDealer = new Map(wholes.map((whole) => [whole.key, whole]));
  return (await routesSuspected(parts, asked)).flatMap(({ dealer_id, province }) => {
    const whole = byDealer.get(`${dealer_id}`);
    if (!whole) return [];
    return [{ ...whole, key: asked.group === 'route' ? `${dealer_id}-${province}` : province }];
  });
}

export interface SuspectedRoute {
  readonly dealer_id: number;
  /** `0` where none is known. */
  readonly province: string;
  readonly suspected: number;
  readonly confirmed: number;
}

/** Whose goods are suspected to have gone where. */
export async function routesSuspected(parts: MarketParts, asked: Asked): Promise<SuspectedRoute[]> {
  const { sql } = parts;
  const counted = (rows: MarketRows, suspected: Piece, confirmed: Piece) => sql`
    select ${sql(`r.${rows.dealer}`)} as dealer_id, coalesce(r.province, '0') as province,
      ${suspected} as suspected, ${confirmed} as confirmed
    from ${sql(rows.table)} r
    where ${within(parts, asked, rows)} and ${sql(`r.${rows.dealer}`)} is not null`;
  const [warned, found] = [warnedRows(parts), foundRows(parts)];
  return sql<SuspectedRoute[]>`
    select dealer_id, province, sum(suspected)::integer as suspected, sum(confirmed)::integer as confirmed
    from (
      ${counted(warned, warned.figures.warned_diverted, warned.figures.confirmed_diverted)}
      union all ${counted(found, found.figures.judged_diverted, sql`0`)}
    ) r
    group by 1, 2
    having sum(suspected) + sum(confirmed) > 0
    order by suspected desc, dealer_id, province`;
}

/** Units that were sold; of where they were found nobody sold them. */
export const soldSource = ({ sql }: MarketParts): Source => {
  const sold = travelSource({ sql, of: 'waybill', figures: { sold: 'shipped' }, sold: true });
  return {
    ...sold,
    counts: async (asked) => {
      const { group, narrowed, caller } = asked;
      if (!isOfEnterprise(caller.account)) return null;
      return group === 'region' || group === 'route' || narrowed.region !== undefined ? null : sold.counts(asked);
    },
  };
};
