import { roleView } from '@suyuan/contract/organ/session.ts';
import { noAccess, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { Sessions } from '../session/sessions.ts';

/** Lets administrators view the console as a role sees it. Others could see more by it than they may. */
export function serveRoleView({ routes }: Services, sessions: Sessions): void {
  routes.serve(roleView, async ({ role_id }, { account, token, ip, userAgent }) => {
    if (!account.administrator) throw noAccess();
    const view = await sessions.openView(token ?? '', role_id, { ip, userAgent });
    if (view === undefined) throw notFound('role');
    return view;
  });
}
