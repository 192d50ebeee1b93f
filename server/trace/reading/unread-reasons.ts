import { type Fault, groupSeparator } from '@suyuan/codes/carrier/gs1/elements.ts';
import { otherTexts } from '@suyuan/codes/carrier/other-keyboards.ts';
import { readCarrier } from '@suyuan/codes/carrier/read-carrier.ts';
import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import { artefactIn, mayBeRounded } from '#platform/files/spreadsheet-artefacts.ts';
import { productsByGtin } from './products-by-gtin.ts';

/** Why a text is no code, and what the reason is about. */
export interface Unread {
  readonly reason: RefusalReason;
  readonly conflict: string | null;
}

/** How many texts of one call are tried as another keyboard would have them; a file with more is of no codes at all. */
const maxTried = 200;

/**
 * Why texts are no codes: what a spreadsheet has made of them, a contradiction or fault within them, the bar code of a product, several
 * codes in one, another keyboard, or that nobody has issued them. `tellsMisread` is false for people of a party, who must not learn
 * which texts nearly match a rule.
 */
export async function unreadReasons(
  sql: Connection,
  rules: RuleBook,
  texts: readonly string[],
  tellsMisread: boolean,
): Promise<Unread[]> {
  const readings = texts.map((text) => readCarrier(text));
  const gtins = readings.flatMap(({ productAlone }) => productAlone ?? []);
  const products = await productsByGtin(sql, gtins);
  const others = otherKeyboards(rules, texts);
  return texts.map((text, at) => {
    const { faults, productAlone } = readings[at] as (typeof readings)[number];
    const [fault] = faults;
    // Of a text that could be a code nothing is said that would not be said of somebody else's: it is unknown, and a guess.
    const mayBeCode = rules.recognise(text) !== undefined || (!tellsMisread && rules.hasImported);
    const artefact = mayBeCode ? undefined : artefactIn(text);
    // A code behind an apostrophe is read, so this one is unknown.
    if (artefact && artefact !== 'quoted_cell') return { reason: artefact, conflict: null };
    if (fault) return { reason: reasonOf(fault), conflict: toldOf(fault) };
    const product = products.get(productAlone ?? '');
    if (product) return { reason: 'product_code_only', conflict: product.product_name };
    if (!mayBeCode && mayBeRounded(text.trim())) return { reason: 'shortened_number', conflict: null };
    const keyboard = others[at];
    if (keyboard) return { reason: 'bad_check_character', conflict: keyboard };
    if (at < maxTried && hasSeveral(rules, text)) return { reason: 'several_codes', conflict: null };
    const isMisread = tellsMisread && rules.resembles(text);
    return { reason: isMisread ? 'bad_check_character' : 'unknown_code', conflict: null };
  });
}

const contradictory: readonly Fault['kind'][] = ['repeated', 'excluded'];

const reasonOf = ({ kind }: Fault): RefusalReason => {
  if (contradictory.includes(kind)) return 'contradictory_code';
  return kind === 'check_digit' ? 'bad_check_character' : 'malformed_code';
};

/** The part of the text that is at fault, as it would be printed. */
const toldOf = ({ kind, ai, value }: Fault): string | null =>
  kind === 'check_digit' ? null : `${ai === '' ? '' : `(${ai}) `}${value.replaceAll(groupSeparator, ' ')}`.slice(0, 64);

/** For each text the setting of the keyboard with which it would be a code, if there is one. */
function otherKeyboards(rules: RuleBook, texts: readonly string[]): (string | undefined)[] {
  const tried = texts.slice(0, maxTried).map(otherTexts);
  const found = rules.recogniseMany(tried.flat().map(({ text }) => text));
  let from = 0;
  return texts.map((_, at) => {
    const own = tried[at] ?? [];
    const first = own.find((_, n) => found[from + n] !== undefined);
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
