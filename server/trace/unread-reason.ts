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
