import { writtenForms } from '@suyuan/codes/carrier/carrier.ts';
import { type Fault, groupSeparator } from '@suyuan/codes/carrier/gs1/elements.ts';
import { otherTexts } from '@suyuan/codes/carrier/other-keyboards.ts';
import { readCarrier } from '@suyuan/codes/carrier/read-carrier.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { GuessWatch } from '#identity/guess-limit.ts';
import type { RecognisedCode, RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import { artefactIn, mayBeRounded } from '#platform/files/spreadsheet-artefacts.ts';
import { Refusal } from '#platform/refusal.ts';
import { readCodes } from './state/code-records.ts';

/** A text that is not taken for a code, and why. */
interface RefusedRead extends Unread {
  readonly code: string;
}

/**
 * What a text stands for: a code, the reason why it is none, or both, where it is the code of another product than the text states.
 * Whether the code was issued is not looked at.
 */
export type ReadText =
  | { readonly code: RecognisedCode; readonly refused?: undefined }
  | { readonly code: RecognisedCode; readonly refused: RefusedRead }
  | { readonly code?: undefined; readonly refused: RefusedRead };

interface Reader {
  readonly sql: Connection;
  readonly rules: RuleBook;
  /** Whether refusals say that a text nearly matches a rule; false for people of a party. */
  readonly reportsMisread: boolean;
}

/**
 * Reads scanned, typed, sent and imported texts as codes. Every look-up of a code goes through this, so that what one refuses, none
 * takes.
 */
export async function readTexts({ sql, rules, reportsMisread }: Reader, texts: readonly string[]): Promise<ReadText[]> {
  const codes = await rules.find(sql, texts);
  const stated = codes.flatMap((code) => (code?.statedGtin ? [{ id: code.id, statedGtin: code.statedGtin }] : []));
  const strange = texts.filter((_, at) => codes[at] === undefined);
  const [wrong, reasons] = await Promise.all([
    wrongGtins(sql, stated),
    unreadReasons(sql, rules, strange, reportsMisread),
  ]);
  let next = 0;
  return texts.map((text, at): ReadText => {
    const code = codes[at];
    if (!code) {
      const { reason, conflict } = reasons[next++] as (typeof reasons)[number];
      return { refused: { code: text, reason, conflict } };
    }
    const gtin = code.statedGtin === undefined ? undefined : wrong.get(code.id);
    return gtin === undefined ? { code } : { code, refused: wrongGtin(text, code.statedGtin as string, gtin) };
  });
}

/** The refusal of a code of another product; `gtin` is empty if its product has none. */
export const wrongGtin = (text: string, statedGtin: string, gtin: string): RefusedRead => ({
  code: text,
  reason: 'wrong_gtin',
  conflict: `${statedGtin} ≠ ${gtin || '–'}`,
});

/** The reasons of texts that count as guesses at codes. What cannot be read discloses nothing about codes, so it is no guess. */
const guesses: readonly RefusalReason[] = ['unknown_code', 'bad_check_character', 'wrong_gtin', 'several_codes'];

export const isGuess = ({ reason }: Pick<RefusedRead, 'reason'>): boolean => guesses.includes(reason);

/** Why a text is no code, and what the reason is about. */
interface Unread {
  readonly reason: RefusalReason;
  readonly conflict: string | null;
}

/** How many texts of one call are tried as another keyboard would have them; a file with more is of no codes at all. */
const maxTried = 200;

/**
 * Why texts are no codes: what a spreadsheet has made of them, a contradiction or fault within them, the bar code of a product, several
 * codes in one, another keyboard, or that nobody has issued them. `reportsMisread` is false for people of a party, who must not learn
 * which texts nearly match a rule.
 */
export async function unreadReasons(
  sql: Connection,
  rules: RuleBook,
  texts: readonly string[],
  reportsMisread: boolean,
): Promise<Unread[]> {
  const readings = texts.map((text) => readCarrier(text));
  const gtins = readings.flatMap(({ productAlone }) => productAlone ?? []);
  const products = await productsByGtin(sql, gtins);
  const others = otherKeyboards(rules, texts);
  return texts.map((text, at) => {
    const { faults, productAlone } = readings[at] as (typeof readings)[number];
    const [fault] = faults;
    // A text that could be a code gets the same answer as somebody else's code: it is unknown, and a guess.
    const mayBeCode = rules.recognise(text) !== undefined || (!reportsMisread && rules.hasImported);
    const artefact = mayBeCode ? undefined : artefactIn(text);
    // A code behind an apostrophe is read, so this one is unknown.
    if (artefact && artefact !== 'quoted_cell') return { reason: artefact, conflict: null };
    if (fault) return { reason: reasonOf(fault), conflict: excerptOf(fault) };
    const product = products.get(productAlone ?? '');
    if (product) return { reason: 'product_code_only', conflict: product.product_name };
    if (!mayBeCode && mayBeRounded(text.trim())) return { reason: 'shortened_number', conflict: null };
    const keyboard = others[at];
    if (keyboard) return { reason: 'bad_check_character', conflict: keyboard };
    if (at < maxTried && hasSeveral(rules, text)) return { reason: 'several_codes', conflict: null };
    const isMisread = reportsMisread && rules.resembles(text);
    return { reason: isMisread ? 'bad_check_character' : 'unknown_code', conflict: null };
  });
}

const contradictory: readonly Fault['kind'][] = ['repeated', 'excluded'];

const reasonOf = ({ kind }: Fault): RefusalReason => {
  if (contradictory.includes(kind)) return 'contradictory_code';
  return kind === 'check_digit' ? 'bad_check_character' : 'malformed_code';
};

/** The part of the text that is at fault, as it would be printed. */
const excerptOf = ({ kind, ai, value }: Fault): string | null =>
  kind === 'check_digit' ? null : `${ai === '' ? '' : `(${ai}) `}${value.replaceAll(groupSeparator, ' ')}`.slice(0, 64);

/** For each text the setting of the keyboard with which it would be a code, if there is one. */
function otherKeyboards(rules: RuleBook, texts: readonly string[]): (string | undefined)[] {
  const attempts = texts.slice(0, maxTried).map(otherTexts);
  const codes = rules.recogniseMany(attempts.flat().map(({ text }) => text));
  let from = 0;
  return texts.map((_, at) => {
    const own = attempts[at] ?? [];
    const first = own.find((_, n) => codes[from + n] !== undefined);
    from += own.length;
    return first?.keyboard;
  });
}

/** Whether a text is two codes or more: one behind the other, or divided by blanks and the like. */
function hasSeveral(rules: RuleBook, text: string): boolean {
  if (text.length > longestPair) return false;
  const isCode = (one: string) => rules.recognise(one) !== undefined;
  const parts = text
    .replaceAll(groupSeparator, ' ')
    .split(/[\s,;|]+/)
    .filter(Boolean);
  if (parts.length > 1) return parts.length <= maxParts && parts.filter(isCode).length > 1;
  return rules.lengths().some((at) => at < text.length && isCode(text.slice(0, at)) && isCode(text.slice(at)));
}

const longestPair = 512;
const maxParts = 10;

/** A code, and the GTIN in 14 digits that a text states beside it. */
interface StatedCode {
  readonly id: number;
  readonly statedGtin: string;
}

/** The product of a code; its GTIN is null if it has none. */
interface ProductOf {
  readonly code_id: number;
  readonly product_id: number | null;
  readonly gtin: string | null;
}

/**
 * The codes of another product than a text states beside them, with the GTIN of their product, empty if it has none. A serial number
 * belongs to its GTIN (General Specifications 3.5.2): a label with another one is printed wrongly or forged. Codes without a product
 * contradict nothing.
 */
export async function wrongGtins(sql: Connection, stated: readonly StatedCode[]): Promise<Map<number, string>> {
  if (stated.length === 0) return new Map();
  const ids = [...new Set(stated.map(({ id }) => id))];
  const products = new Map((await productsOfRanges(sql, ids)).map((row) => [row.code_id, row]));
  // Codes that were ordered without a product may have got one by an event.
  const open = ids.filter((id) => products.get(id)?.product_id === null);
  const codes = await readCodes(sql, open);
  for (const record of codes.among(open)) products.set(record.id, { code_id: record.id, ...codes.goodsOf(record) });
  const wrong = stated.flatMap(({ id, statedGtin }): [number, string][] => {
    const product = products.get(id);
    if (!product || product.product_id === null) return [];
    const gtin = product.gtin?.padStart(14, '0') ?? '';
    return gtin === statedGtin ? [] : [[id, gtin]];
  });
  return new Map(wrong);
}

/** The products that the orders of codes name, or that ranges were bound to later. */
const productsOfRanges = (sql: Connection, ids: readonly number[]) => sql<ProductOf[]>`
  select c.code_id, p.id as product_id, p.gtin from unnest(${ids as number[]}::bigint[]) as c (code_id)
  cross join lateral (
    select last_id, product_id from code_order where first_id <= c.code_id order by first_id desc limit 1
  ) o
  left join lateral (
    select last_id, product_id from code_segment where first_id <= c.code_id order by first_id desc limit 1
  ) s on s.last_id >= c.code_id
  left join product p on p.id = coalesce(s.product_id, o.product_id)
  where o.last_id >= c.code_id`;

/** A product that a bar code names. */
interface NamedProduct {
  readonly id: number;
  readonly product_name: string;
}

/** Products by their GTIN in 14 digits, enabled ones before disabled ones. */
async function productsByGtin(sql: Connection, gtins: readonly string[]): Promise<ReadonlyMap<string, NamedProduct>> {
  if (gtins.length === 0) return new Map();
  const forms = [...new Set(gtins.flatMap(writtenForms))];
  const rows = await sql<(NamedProduct & { gtin: string })[]>`
    select id, product_name, gtin from product where gtin = any(${forms}::text[]) order by (status = 'enabled'), id desc`;
  return new Map(rows.map(({ gtin, ...product }) => [gtin.padStart(14, '0'), product]));
}

/** How many codes of a file are looked at before it is read on. */
export const codesLookedAt = 100;

/**
 * Refuses a file by its first codes if most of them are unknown: somebody took a wrong file. Only these are counted against the
 * limit on guessing, so that one mistake does not use it up; and as nothing else is answered, nothing is learned from more.
 */
export async function requireMostlyKnown(
  watch: GuessWatch,
  { codes, unknown }: { readonly codes: number; readonly unknown: number },
): Promise<void> {
  if (codes < codesLookedAt || unknown * 2 <= codes) return;
  await watch.saw(codes, unknown);
  throw new Refusal(400, ErrorCode.badInput, { reason: 'mostly_unknown', params: { codes, unknown } });
}
