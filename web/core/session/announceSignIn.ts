import { loginLogAdd } from '../../../contract/organ/own-account.ts';
import type { Self } from '../../../contract/organ/session.ts';
import { call } from '../api/call.ts';
import { loginLogOrigin } from '../api/page/pageOrigins.ts';

/** Tells the login log that the console signed in. Nobody waits for it, and its failure is nobody's business. */
export function announceSignIn({ account_name, last_login_ip }: Self): void {
  const notice = { accountName: account_name, loginIp: last_login_ip ?? '' };
  call(loginLogAdd, notice, { background: true, origin: loginLogOrigin }).catch(() => undefined);
}
