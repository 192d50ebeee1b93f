import { type ExpressionBuilder, type Kysely, sql as ksql, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { InputOf } from '../../../../contract/call/call.ts';
import type { customerQueryFigures } from '../../../../contract/querymanage/consumer-scan.ts';
import { textId, textsFor } from '../../../identity/imported-codes.ts';
import type { RuleBook } from '../../../identity/rule-book.ts';
import { keptText } from '../../../identity/scanned-text.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { containing, type Within } from '../../../platform/lists/list.ts';

export type ScanFilters = InputOf<typeof customerQueryFigures>;

type Scan = Selectable<Schema['consumer_scan']> & { told_nth: number | null };
type Scans<Row> = SelectQueryBuilder<Schema & { s: Scan }, 's', Row>;
type Condition = ExpressionBuilder<Schema & { s: Scan }, 's'>;
/** Filters without an index. */
type OtherFilters = Pick<ScanFilters, 'verdict' | 'product_id' | 'province' | 'city' | 'device' | 'told'>;

/** The query for scans that satisfy all filters, as `s`. One filter uses an index, the others narrow the result. */
export function scansMatching(
  from: Kysely<Schema>,
  rules: RuleBook,
  filters: ScanFilters,
  within: Within,
): Scans<unknown> {
  const { found, others } = byIndex(from, rules, filters);
  if (!Object.values(others).some(Boolean)) return found;
  return among(from.selectFrom(within(found.selectAll('s')).as('s')), others);
}

/**
 * The query for scans, with `told` including whether a place was given. That is queried where both tables are co-located by
 * code: for scans found first, Citus would have to fetch all places.
 */
const scans = (from: Kysely<Schema>, told: boolean) =>
  from
    .selectFrom('consumer_scan as c')
    .selectAll('c')
    .select((eb) => {
      const place = eb
        .selectFrom('scan_place as p')
        .select('p.nth')
        .whereRef('p.code_id', '=', 'c.code_id')
        .whereRef('p.nth', '=', 'c.nth');
      return (told ? place : eb.lit(null)).as('told_nth');
    });

/** Chooses the index that yields a page in order: by code, suspicious verdict, product, province, or time. */
function byIndex(
  from: Kysely<Schema>,
  rules: RuleBook,
  { code, from: since, to, ...filters }: ScanFilters,
): { found: Scans<unknown>; others: OtherFilters } {
  let found: Scans<unknown> = from.selectFrom(scans(from, filters.told !== undefined).as('s'));
  if (since) found = found.where('s.scanned_at', '>=', new Date(since));
  if (to) found = found.where('s.scanned_at', '<', new Date(to));
  if (code) return { found: found.where('s.code_id', 'in', idsOf(from, rules, code)), others: filters };
  const { verdict, ...andProduct } = filters;
  if (verdict !== undefined && suspicious.includes(verdict)) {
    // A literal, because the index is partial for these verdicts.
    return { found: found.where('s.verdict', '=', ksql.lit(verdict)), others: andProduct };
  }
  const { product_id, ...andVerdict } = filters;
  if (product_id) return { found: found.where('s.product_id', '=', product_id), others: andVerdict };
  const { province } = filters;
  return { found: province ? found.where((eb) => beginsLike(eb, province)) : found, others: filters };
}

/** Compares the two characters of a province that are indexed; the whole prefix is compared afterwards. */
const beginsLike = (eb: Condition, province: string) => {
  const two = [...province.trim()].slice(0, 2).join('');
  return [...two].length < 2 ? eb.lit(true) : eb(eb.fn<string>('left', ['s.province', ksql.lit(2)]), '=', two);
};

const suspicious = ['unbound', 'void', 'unknown'];

/** The ids under which a text may be stored: an issued code, an imported code, or an unknown text. */
const idsOf = (from: Kysely<Schema>, rules: RuleBook, code: string) =>
  from
    .selectFrom('scan_stat as known')
    .select('known.code_id')
    .where('known.code_id', 'in', [textId(keptText(code)), ...[rules.recognise(code)].flatMap((one) => one?.id ?? [])])
    .unionAll(
      from
        .selectFrom('imported_code as i')
        .select('i.code_id')
        .where('i.text_id', 'in', textsFor(code).map(textId))
        .where('i.text', 'in', textsFor(code)),
    );

/** Applies the filters without an index. */
function among<Row>(rows: Scans<Row>, { verdict, product_id, province, city, device, told }: OtherFilters): Scans<Row> {
  let found = rows;
  if (verdict) found = found.where('s.verdict', '=', verdict);
  if (product_id) found = found.where('s.product_id', '=', product_id);
  if (province) found = found.where((eb) => startsWith(eb, 's.province', province));
  if (city) found = found.where((eb) => startsWith(eb, 's.city', city));
  if (device) {
    const part = containing(device);
    found = found.where((eb) =>
      eb.or([eb('s.device', 'ilike', part), eb('s.os', 'ilike', part), eb('s.browser', 'ilike', part)]),
    );
  }
  if (told) found = found.where('s.told_nth', told === 'yes' ? 'is not' : 'is', null);
  return found;
}

const startsWith = (eb: Condition, column: 's.province' | 's.city', text: string) =>
  eb.fn<boolean>('starts_with', [column, eb.val(text.trim())]);
