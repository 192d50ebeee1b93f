import { ErrorCode } from '../../../contract/errors.ts';
import { login, loginout } from '../../../contract/sso.ts';
import { checkNothing, isPassword } from '../../platform/passwords.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../../platform/services.ts';

export function serveSignIn({ system: { sql }, routes, sessions, config }: Services): void {
  routes.serve(
    login,
    async ({ account_name, account_password, account_type }, caller) => {
      const [account] = await sql<{ id: number; password_hash: string; usable: boolean }[]>`
        select id, password_hash, status = 'enabled' and account_type = ${account_type} as usable
        from account where lower(account_name) = lower(${account_name.trim()})`;
      const right = account
        ? await isPassword(account.password_hash, account_password)
        : await checkNothing(account_password);
      // One answer for an unknown name, a wrong password, a wrong type and a disabled account.
      if (!account?.usable || !right)
        throw new Refusal(400, ErrorCode.wrongCredentials, { reason: 'wrong_credentials' });
      await sql`update account set last_login_at = now(), last_login_ip = ${caller.ip} where id = ${account.id}`;
      return sessions.open(account.id, caller);
    },
    // Each try costs an argon2 run: few a minute are enough for a person.
    config.rateLimit ? { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } } : {},
  );

  routes.serve(loginout, async (_, { token }) => {
    if (token) await sessions.close(token);
    return null;
  });
}
