import { isDeepStrictEqual } from 'node:util';
import type { Permission } from '@suyuan/contract/menu.ts';
import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import { isGuess } from '../reading/read-texts.ts';

/** A part of corrected content that says something else than what came in, and the permission of the desk that does such events. */
export interface Beyond {
  /** The field in the content. */
  readonly path: string;
  /** Undefined if no desk does it: then only the device or system itself can say so. */
  readonly desk: Permission | undefined;
}

/** How far a misread code may be from what is printed, in characters that were lost, added or mistaken. */
const maxMisread = 2;

/**
 * The codes of a corrected content that did not come in. Left-out codes are no matter, and a code that could not be read may be
 * replaced by one that it was misread from, as often as it came.
 */
export function addedCodes(
  came: readonly string[],
  given: readonly string[],
  refused: readonly { readonly code: string; readonly reason: RefusalReason }[],
): string[] {
  const known = new Set(came);
  const left = new Set(given);
  const unread = refused.filter((one) => isGuess(one) && known.has(one.code) && !left.has(one.code));
  const misread = new Set(unread.map(({ code }) => code));
  return given.filter((code) => {
    if (known.has(code)) return false;
    for (const was of misread) {
      if (distance(was, code) > maxMisread) continue;
      misread.delete(was);
      return false;
    }
    return true;
  });
}

/** The Levenshtein distance; more than `maxMisread` is not counted to the end. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > maxMisread) return maxMisread + 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const same = (row[to - 1] as number) + Number(one[at - 1] !== other[to - 1]);
      next.push(Math.min(same, (row[to] as number) + 1, (next[to - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}

/** Whether a field says the same; absent, null and empty are one. */
export const isSame = (came: unknown, given: unknown): boolean => isDeepStrictEqual(plain(came), plain(given));

const plain = (value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' ? value.trim() : value;
};

/** The texts in a field of something that came in, of which nothing is certain. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
