import type { Account } from '../caller.ts';

/** Who knows the people that are signed in. */
export interface Sessions {
  /** The account of a token, with what it may do now. Throws where the session is over. */
  /** What is asked unattended does not keep the session in use. */
  account(token: string, unattended?: boolean): Promise<Account>;
  /** The same for a session by its id. */
  accountOf(sessionId: number): Promise<Account>;
  /** The same for an account, whether it is signed in or not. Throws where it may not be used any more. */
  holder(accountId: number): Promise<Account>;
  /** The id of the session of a token. */
  idOf(token: string): Promise<number | undefined>;
}
