import { sessionEnd, sessionEndOthers, sessionList } from '@suyuan/contract/organ/own-account.ts';
import { regionName } from '#platform/areas/regions.ts';
import { deviceName, deviceOf } from '#platform/http/device.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { endSessions } from '../session/end-sessions.ts';
import type { Sessions } from '../session/sessions.ts';

/** Serves the list of one's own sessions, and ending them. */
export function serveOwnSessions({ routes, regions }: Services, sessions: Sessions): void {
  routes.serve(sessionList, async (_, { account, token }) =>
    (await sessions.openOf(account.id, token)).map(({ user_agent, ...session }) => ({
      ...session,
      created_at: session.created_at.toISOString(),
      seen_at: session.seen_at.toISOString(),
      expires_at: session.expires_at.toISOString(),
      region: regionName(regions.find(session.ip)),
      device: deviceName(deviceOf(user_agent)),
    })),
  );

  routes.change(sessionEnd, async ({ id }, { account, token }, change) => {
    const open = await sessions.openOf(account.id, token);
    if (!open.some((session) => session.id === id)) throw notFound('session');
    await endSessions(change, [id]);
    return null;
  });

  routes.change(sessionEndOthers, async (_, { account, token }, change) => {
    const open = await sessions.openOf(account.id, token);
    await endSessions(
      change,
      open.filter(({ current }) => !current).map(({ id }) => id),
    );
    return null;
  });
}
