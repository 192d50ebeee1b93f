import type { Account } from '../caller.ts';

/** Looks up sessions and accounts; provided by the module that keeps them. */
export interface Sessions {
  /**
   * The account of a token with its current permissions. Throws if the session is over. An `unattended` call does not prolong the
   * session.
   */
  account(token: string, unattended?: boolean): Promise<Account>;
  /** The same for a session by its id. */
  accountOf(sessionId: number): Promise<Account>;
  /** The same for an account, signed in or not. Throws if it may not be used any more. */
  holder(accountId: number): Promise<Account>;
  /** The id of the session of a token. */
  idOf(token: string): Promise<number | undefined>;
}
