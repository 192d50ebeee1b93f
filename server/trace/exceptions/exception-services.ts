import type { ExceptionScreen } from '@suyuan/contract/trace/exception.ts';
import type { GuessLimit } from '#identity/guess-limit.ts';
import type { Exceptions } from './exceptions.ts';

/** What serving a screen of exceptions needs besides the platform. */
export interface ExceptionServices {
  readonly exceptions: Exceptions;
  /** Corrected content may name codes that were never issued, which counts as guessing. */
  readonly guesses: GuessLimit;
  /** Whether an account may use a screen. */
  readonly maySee: (accountId: number, screen: ExceptionScreen) => Promise<boolean>;
}
