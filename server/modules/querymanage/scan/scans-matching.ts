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
/** Those that no index serves. */
type OtherFilters = Pick<ScanFilters, 'verdict' | 'product_id' | 'province' | 'city' | 'device' | 'told'>;

/** The scans that filters let through, as `s`: those that an index finds, and of them those that the others leave. */
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
 * The scans, and with `told` whether a place was told of each. That is asked where both lie, by code: of scans that were
 * found first, a cluster would have to fetch all that was ever told.
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

/** One index serves a page in its order: of the code, of what is suspicious, of the product, of the province, or of the time. */
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
    // As a literal: the index holds these verdicts only.
    return { found: found.where('s.verdict', '=', ksql.lit(verdict)), others: andProduct };
  }
  const { product_id, ...andVerdict } = filters;
  if (product_id) return { found: found.where('s.product_id', '=', product_id), others: andVerdict };
  const { province } = filters;
  return { found: province ? found.where((eb) => beginsLike(eb, province)) : found, others: filters };
}

/** By the two characters that the index has of each province; the whole beginning is compared after it. */
const beginsLike = (eb: Condition, province: string) => {
  const two = [...province.trim()].slice(0, 2).join('');
  return [...two].length < 2 ? eb.lit(true) : eb(eb.fn<string>('left', ['s.province', ksql.lit(2)]), '=', two);
};

const suspicious = ['unbound', 'void', 'unknown'];

/** What the text may be kept under: a code issued here, a code of others, or no code at all. */
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

/** Narrows scans by what no index serves. */
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
