import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { GuessWatch } from '#identity/guess-limit.ts';
import { Refusal } from '#platform/refusal.ts';

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
