import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { RecognisedCode, RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import { type Unread, unreadReasons } from './unread-reasons.ts';
import { wrongGtins } from './wrong-gtins.ts';

/** A text that is not taken for a code, and why. */
export interface RefusedRead extends Unread {
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
  readonly tellsMisread: boolean;
}

/**
 * Reads scanned, typed, sent and imported texts as codes. Everything that looks up a code asks this, so that what one refuses, none
 * takes.
 */
export async function readTexts({ sql, rules, tellsMisread }: Reader, texts: readonly string[]): Promise<ReadText[]> {
  const found = await rules.find(sql, texts);
  const stated = found.flatMap((code) => (code?.statedGtin ? [{ id: code.id, statedGtin: code.statedGtin }] : []));
  const strange = texts.filter((_, at) => found[at] === undefined);
  const [wrong, reasons] = await Promise.all([
    wrongGtins(sql, stated),
    unreadReasons(sql, rules, strange, tellsMisread),
  ]);
  let next = 0;
  return texts.map((text, at): ReadText => {
    const code = found[at];
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

/** The reasons of texts that count as guesses at codes. What cannot be read tells nothing about codes, so it is no guess. */
const guesses: readonly RefusalReason[] = ['unknown_code', 'bad_check_character', 'wrong_gtin', 'several_codes'];

export const isGuess = ({ reason }: Pick<RefusedRead, 'reason'>): boolean => guesses.includes(reason);
