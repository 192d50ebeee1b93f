import type { Account } from '../caller.ts';

/** Who knows the people that are signed in. */
export interface Sessions {
  /** The account of a token, with what it may do now. Throws where the session is over. */
  account(token: string): Promise<Account>;
}
