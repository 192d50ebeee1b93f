import { loginLogAdd } from '@suyuan/contract/organ/own-account.ts';
import type { Self } from '@suyuan/contract/organ/session.ts';
import { call } from '../api/call.ts';
import { loginLogOrigin } from '../api/page/pageOrigins.ts';

/** Reports the sign-in to the login log, in the background; failures are ignored. */
export function announceSignIn({ account_name, last_login_ip }: Self): void {
  const notice = { accountName: account_name, loginIp: last_login_ip ?? '' };
  call(loginLogAdd, notice, { background: true, origin: loginLogOrigin }).catch(() => undefined);
}
