import type { Services } from '../../../platform/services.ts';
import { serveOwnAccount } from '../account/own-account.ts';
import { OwnSecrets } from '../account/own-secrets.ts';
import { serveOwnTwoStep } from '../sign-in/own-two-step.ts';
import { serveSignIn } from '../sign-in/sign-in.ts';
import { SignInLimit } from '../sign-in/sign-in-limit.ts';
import { TwoStep } from '../sign-in/two-step.ts';
import { LoginLog } from './login-log.ts';
import { serveLoginLog } from './login-log-list.ts';
import { serveOwnSessions } from './own-sessions.ts';

interface AccountSecurity {
  readonly limit: SignInLimit;
  /** Forgets what does not count any more, and what was kept long enough. */
  sweep(): Promise<void>;
}

/** Signing in, and what people do for the safety of their own accounts: all on one limit of tries and one record. */
export function serveAccountSecurity(services: Services): AccountSecurity {
  const { system, masterKey } = services;
  const limit = new SignInLimit(system.sql);
  const log = new LoginLog(services);
  const twoStep = new TwoStep(system, masterKey);
  const guards = { limit, log, twoStep };
  const secrets = new OwnSecrets(services, guards);

  serveSignIn(services, guards);
  serveOwnAccount(services, secrets);
  serveOwnSessions(services);
  serveOwnTwoStep(services, twoStep, secrets);
  serveLoginLog(services, log);
  return {
    limit,
    async sweep() {
      await limit.sweep();
      await log.sweep();
    },
  };
}
