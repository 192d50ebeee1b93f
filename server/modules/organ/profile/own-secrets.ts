import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { FastifyRequest } from 'fastify';
import { isPassword } from '#platform/secrets/passwords.ts';
import type { Services } from '#platform/services.ts';
import type { LoginLog } from '../login-log/login-log.ts';
import { type SignInLimit, SignInLocked, WrongSecret } from '../sign-in/sign-in-limit.ts';
import type { TwoStep } from '../sign-in/two-step.ts';

interface Guards {
  readonly limit: SignInLimit;
  readonly log: LoginLog;
  readonly twoStep: TwoStep;
}

/**
 * Asks people who are signed in for their password again, and for a code. Failures count like those of signing in, so that an
 * open or stolen session cannot be used for guessing.
 */
export class OwnSecrets {
  readonly #services: Services;
  readonly #guards: Guards;

  constructor(services: Services, guards: Guards) {
    this.#services = services;
    this.#guards = guards;
  }

  /**
   * Runs before a call's handler and its transaction: failures stay counted if the change is rolled back, and a delayed guesser
   * occupies no connection. `passwordField` names the field with the password.
   */
  readonly ask = (passwordField: string) => async (request: FastifyRequest) => {
    const input = request.body as Record<string, string | undefined>;
    const account = request.account as NonNullable<FastifyRequest['account']>;
    const attempt = { accountId: account.id, accountName: account.account_name, ip: request.ip ?? '' };
    try {
      await this.#guards.limit.attempt(attempt, async () => {
        await this.#requirePassword(account.id, input[passwordField] ?? '', passwordField);
        if (input.one_time_code !== undefined) await this.#requireCode(account.id, input.one_time_code);
      });
    } catch (error) {
      if (error instanceof WrongSecret || error instanceof SignInLocked) await this.#record(account, request, error);
      throw error;
    }
  };

  async #requirePassword(accountId: number, password: string, path: string): Promise<void> {
    const [row] = await this.#services.system.ownWork.sql<{ password_hash: string }[]>`
      select password_hash from account where id = ${accountId}`;
    if (row && (await isPassword(row.password_hash, password))) return;
    throw refusedField('wrong_password', path);
  }

  async #requireCode(accountId: number, code: string): Promise<void> {
    if (!(await this.#guards.twoStep.redeem(accountId, code))) throw refusedField('wrong_code', 'one_time_code');
  }

  async #record(
    { id, account_name }: { id: number; account_name: string },
    request: FastifyRequest,
    error: WrongSecret | SignInLocked,
  ): Promise<void> {
    const result = error instanceof SignInLocked && !error.hidden ? 'locked' : 'failure';
    const from = { ip: request.ip ?? '', userAgent: (request.headers['user-agent'] ?? '').slice(0, 512) };
    await this.#guards.log.record({ account_id: id, account_name, result, reason: 'changing_own_secrets' }, from);
  }
}

const refusedField = (reason: 'wrong_password' | 'wrong_code', path: string) =>
  new WrongSecret('changing_own_secrets', ErrorCode.badInput, { reason: 'bad_input' }, { fields: [{ path, reason }] });
