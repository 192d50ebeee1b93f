import type { InputOf } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { loginReasons } from '@suyuan/contract/organ/own-account.ts';
import { login, loginout } from '@suyuan/contract/organ/sign-in.ts';
import { conflict, Refusal } from '#platform/refusal.ts';
import { checkNothing, isPassword } from '#platform/secrets/passwords.ts';
import type { Services } from '#platform/services.ts';
import type { LoginLog } from '../login-log/login-log.ts';
import type { Sessions } from '../session/sessions.ts';
import { isEnabled } from '../session/sessions.ts';
import { type SignInLimit, SignInLocked, WrongSecret } from './sign-in-limit.ts';
import type { TwoStep } from './two-step.ts';

type Credentials = InputOf<typeof login>;
type Reason = (typeof loginReasons)[number];

interface Found {
  id: number;
  account_name: string;
  account_type: number;
  enabled: boolean;
  /** Whether it and its party are enabled. */
  usable: boolean;
  password_hash: string;
  two_step: boolean;
}

interface Guards {
  readonly sessions: Sessions;
  readonly limit: SignInLimit;
  readonly log: LoginLog;
  readonly twoStep: TwoStep;
}

export function serveSignIn({ system, routes, config }: Services, guards: Guards): void {
  const { sql } = system.anonymous;
  const { sessions, limit, log, twoStep } = guards;

  routes.serve(
    login,
    async (input, caller) => {
      const row = await find(input.account_name.trim());
      const who = { account_id: row?.id ?? null, account_name: row?.account_name ?? input.account_name.trim() };
      const attempt = { accountId: row?.id, accountName: who.account_name, ip: caller.ip };
      try {
        const { account, reason } = await limit.attempt(attempt, () => check(row, input));
        await requireUnlocked(account.id, input.device);
        const token = await sessions.open(account.id, { ...caller, device: input.device });
        await Promise.all([
          sql`
            insert into last_sign_in (account_id, at, ip) values (${account.id}, ${new Date()}, ${caller.ip})
            on conflict (account_id) do update set at = excluded.at, ip = excluded.ip`,
          log.record({ ...who, result: 'success', ...(reason && { reason }) }, caller),
        ]);
        return token;
      } catch (error) {
        const wrong = error instanceof SignInLocked ? error.hidden : error;
        if (wrong instanceof WrongSecret) await log.record({ ...who, result: 'failure', reason: wrong.why }, caller);
        else if (error instanceof SignInLocked)
          await log.record({ ...who, result: 'locked', reason: 'locked' }, caller);
        throw error;
      }
    },
    // Each attempt costs an argon2 computation; a person needs few per minute.
    config.rateLimit ? { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } } : {},
  );

  routes.serve(loginout, async (_, { token }) => {
    if (token) await sessions.close(token);
    return null;
  });

  async function find(name: string): Promise<Found | undefined> {
    const [account] = await sql<Found[]>`
      select a.id, a.account_name, a.account_type, a.status = 'enabled' as enabled, ${isEnabled(sql)} as usable,
        a.password_hash, a.two_step_since is not null as two_step
      from account a where lower(a.account_name) = lower(${name})`;
    return account;
  }

  /** Throws 409 if the console keeps the handheld locked for the account. */
  async function requireUnlocked(account: number, device: string | undefined): Promise<void> {
    if (device === undefined) return;
    const [locked] = await sql`
      select from handheld where device = ${device} and account_id = ${account} and locked_at is not null`;
    if (locked) throw conflict('handheld_locked');
  }

  /** Resolves to the account if password and code are right. */
  async function check(
    row: Found | undefined,
    { account_password, account_type, one_time_code }: Credentials,
  ): Promise<{ account: Found; reason?: Reason }> {
    if (!row) {
      await checkNothing(account_password);
      throw wrongCredentials('unknown_account');
    }
    if (!(await isPassword(row.password_hash, account_password))) throw wrongCredentials('wrong_password');
    if (row.account_type !== account_type) throw wrongCredentials('wrong_type');
    if (!row.enabled) throw wrongCredentials('account_disabled');
    if (!row.usable) throw wrongCredentials('party_disabled');
    if (!row.two_step) return { account: row };
    if (one_time_code === undefined) throw new Refusal(400, ErrorCode.codeNeeded, { reason: 'code_needed' });
    const factor = await twoStep.redeem(row.id, one_time_code);
    if (!factor) throw new WrongSecret('wrong_code', ErrorCode.wrongCode, { reason: 'wrong_code' });
    return factor === 'recovery' ? { account: row, reason: 'recovery_code' } : { account: row };
  }
}

/** The same answer for an unknown name, a wrong password or type, and a disabled account or party; only the log differs. */
const wrongCredentials = (why: Reason) =>
  new WrongSecret(why, ErrorCode.wrongCredentials, { reason: 'wrong_credentials' });
