import { Secret, TOTP } from 'otpauth';
import type { Sql } from 'postgres';
import type { MasterKey } from '../../platform/master-key.ts';
import { randomGroups } from '../../platform/passwords.ts';

const period = 30;
/** How many steps a clock may be off. */
const drift = 1;
const recoveryCodeCount = 10;

/** An authenticator app shows this above the account's name. */
const issuer = 'Suyuan';

/**
 * Codes by time (RFC 6238: SHA-1, six digits, half a minute, which every authenticator app knows) and recovery codes.
 * A secret is sealed under the master key, a recovery code kept as its keyed hash; each code is good once.
 */
export class TwoStep {
  readonly #sql: Sql;
  readonly #masterKey: MasterKey;

  constructor(sql: Sql, masterKey: MasterKey) {
    this.#sql = sql;
    this.#masterKey = masterKey;
  }

  newSecret(accountId: number, accountName: string): { secret: string; uri: string; sealed: Buffer } {
    const secret = new Secret({ size: 20 });
    return {
      secret: secret.base32,
      uri: totpOf(secret, accountName).toString(),
      sealed: this.#masterKey.seal(secret.bytes, purposeOf(accountId)),
    };
  }

  /** The time step of a code, if it is one of the secret's and later than `last`. */
  stepOf(accountId: number, sealed: Buffer, code: string, last: number | null): number | undefined {
    const bytes = this.#masterKey.unseal(sealed, purposeOf(accountId));
    // A view of its own: a small Buffer shares the memory behind it with others.
    const secret = new Secret({ buffer: new Uint8Array(bytes).buffer });
    const timestamp = Date.now();
    const delta = totpOf(secret, '').validate({ token: normalised(code), window: drift, timestamp });
    if (delta === null) return undefined;
    const step = Math.floor(timestamp / 1000 / period) + delta;
    return last === null || step > last ? step : undefined;
  }

  /** Takes a code of the app or a recovery code, once: with two servers asked at the same moment, by one of them. */
  async redeem(accountId: number, code: string): Promise<'app' | 'recovery' | undefined> {
    const given = normalised(code);
    return /^\d{6}$/.test(given) ? this.#redeemAppCode(accountId, given) : this.#redeemRecoveryCode(accountId, given);
  }

  newRecoveryCodes(accountId: number): { codes: string[]; kept: string[] } {
    const codes = Array.from({ length: recoveryCodeCount }, () => randomGroups(2, 5));
    return { codes, kept: codes.map((code) => this.#recoveryMac(accountId, normalised(code))) };
  }

  async #redeemAppCode(accountId: number, code: string): Promise<'app' | undefined> {
    const [row] = await this.#sql<{ two_step_secret_sealed: Buffer; two_step_last: number | null }[]>`
      select two_step_secret_sealed, two_step_last from account where id = ${accountId} and two_step_since is not null`;
    const step = row && this.stepOf(accountId, row.two_step_secret_sealed, code, row.two_step_last);
    if (step === undefined) return undefined;
    const taken = await this.#sql`
      update account set two_step_last = ${step}
      where id = ${accountId} and coalesce(two_step_last, 0) < ${step} returning id`;
    return taken.length > 0 ? 'app' : undefined;
  }

  async #redeemRecoveryCode(accountId: number, code: string): Promise<'recovery' | undefined> {
    const mac = this.#recoveryMac(accountId, code);
    const taken = await this.#sql`
      update account set recovery_secrets = array_remove(recovery_secrets, ${mac})
      where id = ${accountId} and two_step_since is not null and ${mac} = any(recovery_secrets) returning id`;
    return taken.length > 0 ? 'recovery' : undefined;
  }

  #recoveryMac(accountId: number, code: string): string {
    return this.#masterKey.mac(`${accountId} ${code}`, 'recovery code');
  }
}

const totpOf = (secret: Secret, label: string) =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period });

const purposeOf = (accountId: number): string => `two-step ${accountId}`;

/** As people copy codes: in any case, with blanks and hyphens. */
const normalised = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();
