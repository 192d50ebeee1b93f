import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { customerQueryFigures } from '@suyuan/contract/querymanage/consumer-scan.ts';
import type { ExpressionBuilder, Kysely, Selectable, SelectQueryBuilder } from 'kysely';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { containing, type Within } from '#platform/lists/list.ts';
import type { ScansOfCode } from './code-filter.ts';

/** The filters of a call, and what its code was read as (`CodeFilter`). */
export type ScanFilters = InputOf<typeof customerQueryFigures> & ScansOfCode;

type Scan = Selectable<Schema['consumer_scan']> & { told_nth: number | null };
type Scans<Row> = SelectQueryBuilder<Schema & { s: Scan }, 's', Row>;
type Condition = ExpressionBuilder<Schema & { s: Scan }, 's'>;
/** Filters without an index. */
type OtherFilters = Pick<ScanFilters, 'verdict' | 'product_id' | 'province' | 'city' | 'device' | 'told'>;

/** The query for scans that satisfy all filters, as `s`. One filter uses an index, the others narrow the result. */
export function scansMatching(from: Kysely<Schema>, filters: ScanFilters, within: Within): Scans<unknown> {
  const { matches, others } = byIndex(from, filters);
  if (!Object.values(others).some(Boolean)) return matches;
  return among(from.selectFrom(within(matches.selectAll('s')).as('s')), others);
}

/**
 * The query for scans, with `told` including whether a place was given. That is queried where both tables are co-located by
 * code: for scans found first, Citus would have to fetch all places.
 */
const scans = (from: Kysely<Schema>, withPlaces: boolean) =>
  from
    .selectFrom('consumer_scan as c')
    .selectAll('c')
    .select((eb) => {
      const place = eb
        .selectFrom('scan_place as p')
        .select('p.nth')
        .whereRef('p.code_id', '=', 'c.code_id')
        .whereRef('p.nth', '=', 'c.nth');
      return (withPlaces ? place : eb.lit(null)).as('told_nth');
    });

/** Chooses the index that yields a page in order: by code, suspicious verdict, product, province, or time. */
function byIndex(
  from: Kysely<Schema>,
  { code: _, codeIds, from: since, to, ...filters }: ScanFilters,
): { matches: Scans<unknown>; others: OtherFilters } {
  let matches: Scans<unknown> = from.selectFrom(scans(from, filters.told !== undefined).as('s'));
  if (since) matches = matches.where('s.scanned_at', '>=', new Date(since));
  if (to) matches = matches.where('s.scanned_at', '<', new Date(to));
  if (codeIds) return { matches: matches.where('s.code_id', 'in', codeIds), others: filters };
  const { verdict, ...andProduct } = filters;
  if (verdict !== undefined && suspicious.includes(verdict)) {
    // A literal, because the index is partial for these verdicts.
    return { matches: matches.where('s.verdict', '=', ksql.lit(verdict)), others: andProduct };
  }
  const { product_id, ...andVerdict } = filters;
  if (product_id) return { matches: matches.where('s.product_id', '=', product_id), others: andVerdict };
  const { province } = filters;
  return { matches: province ? matches.where((eb) => beginsLike(eb, province)) : matches, others: filters };
}

/** Compares the two characters of a province that are indexed; the whole prefix is compared afterwards. */
const beginsLike = (eb: Condition, province: string) => {
  const two = [...province.trim()].slice(0, 2).join('');
  return [...two].length < 2 ? eb.lit(true) : eb(eb.fn<string>('left', ['s.province', ksql.lit(2)]), '=', two);
};

const suspicious = ['unbound', 'void', 'unknown'];

/** Applies the filters without an index. */
function among<Row>(
  rows: Scans<Row>,
  { verdict, product_id, province, city, device, told: withPlaces }: OtherFilters,
): Scans<Row> {
  let matches = rows;
  if (verdict) matches = matches.where('s.verdict', '=', verdict);
  if (product_id) matches = matches.where('s.product_id', '=', product_id);
  if (province) matches = matches.where((eb) => startsWith(eb, 's.province', province));
  if (city) matches = matches.where((eb) => startsWith(eb, 's.city', city));
  if (device) {
    const part = containing(device);
    matches = matches.where((eb) =>
      eb.or([eb('s.device', 'ilike', part), eb('s.os', 'ilike', part), eb('s.browser', 'ilike', part)]),
    );
  }
  if (withPlaces) matches = matches.where('s.told_nth', withPlaces === 'yes' ? 'is not' : 'is', null);
  return matches;
}

const startsWith = (eb: Condition, column: 's.province' | 's.city', text: string) =>
  eb.fn<boolean>('starts_with', [column, eb.val(text.trim())]);
