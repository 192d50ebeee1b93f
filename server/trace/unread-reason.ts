import type { RefusalReason } from '../../contract/trace/refusal.ts';
import type { RuleBook } from '../identity/rule-book.ts';

/** `1.69009E+17`: what a spreadsheet makes of a long number unless the cell is formatted as text. */
const shortened = /^\d([.,]\d+)?E\+\d+$/i;

/**
 * Why a text is not a code. `tellsMisread` is false for people of a party, who must not learn which texts nearly match a rule.
 */
export function unreadReason(rules: Pick<RuleBook, 'resembles'>, text: string, tellsMisread: boolean): RefusalReason {
  if (/^[=＝]/.test(text)) return 'formula_in_cell';
  if (shortened.test(text)) return 'shortened_number';
  return tellsMisread && rules.resembles(text) ? 'bad_check_character' : 'unknown_code';
}

/** Whether a refused text counts as a guess at codes: spreadsheet artefacts do not. */
export const isGuess = ({ reason }: { readonly reason: RefusalReason }): boolean =>
  reason === 'unknown_code' || reason === 'bad_check_character';

/** How long a text is looked at as two codes in one. */
const longestScan = 400;

/**
 * The codes that a scan may consist of: apart by a separator, by the beginnings of addresses, or two of the same length without
 * anything between them. Empty if it does not look like several.
 */
export function partsOfScan(text: string): string[] {
  if (text.length > longestScan) return [];
  const apart = text.split(/[\s,;|]+|(?<=.)(?=https?:\/\/)/i).filter(Boolean);
  if (apart.length > 1) return apart;
  const half = text.length / 2;
  return Number.isInteger(half) && half >= 6 ? [text.slice(0, half), text.slice(half)] : [];
}
