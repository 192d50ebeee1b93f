import type { Services } from '#platform/services.ts';
import { LoginLog } from '../login-log/login-log.ts';
import { serveLoginLog } from '../login-log/login-log-list.ts';
import { Sessions } from '../session/sessions.ts';
import { serveSignIn } from '../sign-in/sign-in.ts';
import { SignInLimit } from '../sign-in/sign-in-limit.ts';
import { TwoStep } from '../sign-in/two-step.ts';
import { serveOwnAccount } from './own-account.ts';
import { OwnSecrets } from './own-secrets.ts';
import { serveOwnSessions } from './own-sessions.ts';
import { serveOwnTwoStep } from './own-two-step.ts';

/** Services for calls that change accounts. */
export interface AccountSecurity {
  readonly sessions: Sessions;
  readonly limit: SignInLimit;
}

/** Serves signing in and the security of one's own account; both share one limit on attempts and one log. */
export function serveAccountSecurity(services: Services): AccountSecurity {
  const { system, config, masterKey, routes, sweeps } = services;
  const sessions = new Sessions(system.anonymous.sql, config);
  const limit = new SignInLimit(system.anonymous.sql);
  const log = new LoginLog(services);
  const twoStep = new TwoStep(system.anonymous, masterKey);
  const guards = { sessions, limit, log, twoStep };
  const secrets = new OwnSecrets(services, guards);

  routes.admission.admitBy(sessions);
  serveSignIn(services, guards);
  serveOwnAccount(services, sessions, secrets);
  serveOwnSessions(services, sessions);
  serveOwnTwoStep(services, guards, secrets);
  serveLoginLog(services, log);
  // Deletes expired rows.
  for (const one of [sessions, limit, log]) sweeps.add(one);
  return { sessions, limit };
}
