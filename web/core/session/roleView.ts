import { roleView } from '@suyuan/contract/organ/session.ts';
import { loginout } from '@suyuan/contract/organ/sign-in.ts';
import { call } from '../api/call.ts';
import { keepOwnToken, restoreOwnToken } from '../ownToken.ts';
import { goOnWith, resetSession } from './session.ts';

/** Switches to the view of a role: the server issues a token for it, with which roles and menus are loaded again. */
export async function changeRole(role_id: number): Promise<void> {
  const token = await call(roleView, { role_id });
  keepOwnToken();
  await goOnWith(token);
}

/** Ends the view of a role and returns to one's own session. */
export async function endRoleView(): Promise<void> {
  await call(loginout, {}, { background: true }).catch(() => undefined);
  const token = restoreOwnToken();
  if (token === undefined) resetSession();
  else await goOnWith(token);
}
