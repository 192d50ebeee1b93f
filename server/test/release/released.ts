import type { Seen } from './seen.ts';

// The backups of released versions, each with what people saw when it was made.

export const backupFolder = new URL('backups/', import.meta.url);

/** Their master key, which is for tests only: the text "a key for tests and nothing else". */
export const releasedKey = Buffer.from('a key for tests and nothing else').toString('hex');

/** The password of the administrator in them. */
export const releasedPassword = 'a-first-password-1';

/** The file beside a backup. */
export interface Released {
  /** A code on goods that no consumer has scanned. */
  readonly unscanned: string;
  /** One that was scanned once. */
  readonly scanned: string;
  readonly seen: Seen;
}
