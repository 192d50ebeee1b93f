import type { RefusalReason } from '../../contract/trace/refusal.ts';
import type { RuleBook } from '../identity/rule-book.ts';

/** `1.69009E+17`: what a spreadsheet makes of a code of digits unless it is told that it is a text. */
const shortened = /^\d([.,]\d+)?E\+\d+$/i;

/** Why a text that people have typed, pasted or sent in a file is no code. A party is not told which texts a rule would read. */
export function unreadReason(rules: Pick<RuleBook, 'resembles'>, text: string, tellsMisread: boolean): RefusalReason {
  if (/^[=＝]/.test(text)) return 'formula_in_cell';
  if (shortened.test(text)) return 'shortened_number';
  return tellsMisread && rules.resembles(text) ? 'bad_check_character' : 'unknown_code';
}

/** Whether it may be guessed at: what no code can be is none. */
export const isGuess = ({ reason }: { readonly reason: RefusalReason }): boolean =>
  reason === 'unknown_code' || reason === 'bad_check_character';
