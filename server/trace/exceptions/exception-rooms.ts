import type { ExceptionScreen } from '../../../contract/trace/exception.ts';
import type { GuessLimit } from '../../identity/guess-limit.ts';
import type { Exceptions } from './exceptions.ts';

/** What serving a screen of exceptions takes beside the platform. */
export interface ExceptionRooms {
  readonly exceptions: Exceptions;
  /** What a person tries may name codes that nobody issued. */
  readonly guesses: GuessLimit;
  /** Whether an account may use a screen. */
  readonly maySee: (accountId: number, screen: ExceptionScreen) => Promise<boolean>;
}
