import { roleView } from '../../../contract/organ/session.ts';
import { loginout } from '../../../contract/organ/sign-in.ts';
import { call } from '../api/call.ts';
import { keepOwnToken, restoreOwnToken } from '../ownToken.ts';
import { goOnWith, resetSession } from './session.ts';

/** Changes to what a role sees: with a token that the server makes for the role, from which the roles are loaded anew. */
export async function changeRole(role_id: number): Promise<void> {
  const token = await call(roleView, { role_id });
  keepOwnToken();
  await goOnWith(token);
}

/** Ends what `changeRole` began: one's own session goes on. */
export async function endRoleView(): Promise<void> {
  await call(loginout, {}, { background: true }).catch(() => undefined);
  const own = restoreOwnToken();
  if (own === undefined) resetSession();
  else await goOnWith(own);
}
