import { Secret, TOTP } from 'otpauth';
import type { Database } from '#platform/database/database.ts';
import type { MacKey, MasterKey } from '#platform/secrets/master-key.ts';
import { retiredKeys } from '#platform/secrets/master-key-in-use.ts';
import { randomGroups } from '#platform/secrets/passwords.ts';

const period = 30;
/** How many time steps a clock may deviate. */
const drift = 1;
const recoveryCodeCount = 10;

/** The columns of an account without two-step sign-in. */
export const withoutTwoStep = {
  two_step_secret_sealed: null,
  two_step_since: null,
  two_step_last: null,
  recovery_secrets: [],
};

/** The issuer that authenticator apps show above the account's name. */
const issuer = 'Suyuan';

/**
 * TOTP codes (RFC 6238 with SHA-1, six digits and 30 seconds, which all authenticator apps support) and recovery codes. Secrets
 * are sealed under the master key, recovery codes stored as keyed hashes. Each code works once.
 */
export class TwoStep {
  readonly #database: Database;
  readonly #masterKey: MasterKey;

  constructor(database: Database, masterKey: MasterKey) {
    this.#database = database;
    this.#masterKey = masterKey;
  }

  newSecret(accountId: number, accountName: string): { secret: string; uri: string; sealed: Buffer } {
    const secret = new Secret({ size: 20 });
    return {
      secret: secret.base32,
      uri: totpOf(secret, accountName).toString(),
      sealed: this.#masterKey.seal(secret.bytes, twoStepPurpose(accountId)),
    };
  }

  /** The time step of a code, if it is valid and later than `last`. */
  stepOf(accountId: number, sealedSecret: Buffer, code: string, last: number | null): number | undefined {
    const bytes = this.#masterKey.unseal(sealedSecret, twoStepPurpose(accountId));
    // Copied, since a small Buffer is part of a larger memory block.
    const secret = new Secret({ buffer: new Uint8Array(bytes).buffer });
    const timestamp = Date.now();
    const delta = totpOf(secret, '').validate({ token: normalised(code), window: drift, timestamp });
    if (delta === null) return undefined;
    const step = Math.floor(timestamp / 1000 / period) + delta;
    return last === null || step > last ? step : undefined;
  }

  /** Redeems a TOTP or recovery code. If two servers are asked concurrently, only one accepts it. */
  async redeem(accountId: number, code: string): Promise<'app' | 'recovery' | undefined> {
    const plainCode = normalised(code);
    return /^\d{6}$/.test(plainCode)
      ? this.#redeemAppCode(accountId, plainCode)
      : this.#redeemRecoveryCode(accountId, plainCode);
  }

  newRecoveryCodes(accountId: number): { codes: string[]; macs: string[] } {
    const codes = Array.from({ length: recoveryCodeCount }, () => randomGroups(2, 5));
    const key = this.#masterKey.macKey('recovery code');
    return { codes, macs: codes.map((code) => recoveryMac(key, accountId, normalised(code))) };
  }

  async #redeemAppCode(accountId: number, code: string): Promise<'app' | undefined> {
    const [row] = await this.#database.sql<{ two_step_secret_sealed: Buffer; two_step_last: number | null }[]>`
      select a.two_step_secret_sealed, greatest(a.two_step_last, s.two_step_last) as two_step_last
      from account a left join last_sign_in s on s.account_id = a.id
      where a.id = ${accountId} and a.two_step_since is not null`;
    const step = row && this.stepOf(accountId, row.two_step_secret_sealed, code, row.two_step_last);
    if (step === undefined) return undefined;
    const accounts = await this.#database.sql`
      insert into last_sign_in as s (account_id, two_step_last) values (${accountId}, ${step})
      on conflict (account_id) do update set two_step_last = excluded.two_step_last
        where coalesce(s.two_step_last, 0) < excluded.two_step_last
      returning account_id`;
    return accounts.length > 0 ? 'app' : undefined;
  }

  async #redeemRecoveryCode(accountId: number, code: string): Promise<'recovery' | undefined> {
    const oldKeys = await retiredKeys(this.#database.db, this.#masterKey);
    const keys = [this.#masterKey.macKey('recovery code'), ...oldKeys.map(({ recovery }) => recovery)];
    const macs = keys.map((key) => recoveryMac(key, accountId, code));
    const accounts = await this.#database.sql`
      update account set recovery_secrets = array(
        select secret from unnest(recovery_secrets) secret where secret <> all(${macs})
      )
      where id = ${accountId} and two_step_since is not null and recovery_secrets && ${macs} returning id`;
    return accounts.length > 0 ? 'recovery' : undefined;
  }
}

const totpOf = (secret: Secret, label: string) =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period });

/** The purpose under which an account's secret is sealed. */
export const twoStepPurpose = (accountId: number): string => `two-step ${accountId}`;

const recoveryMac = (key: MacKey, accountId: number, code: string): string => key.mac(`${accountId} ${code}`);

/** Accepts codes in any case, with blanks and hyphens. */
const normalised = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();
