import { createHash } from 'node:crypto';
import type { AccountType } from '@suyuan/contract/access/account-type.ts';
import { epcisPermissions, isForKeys } from '@suyuan/contract/access/system-key.ts';
import { ofEnterpriseOnly } from '@suyuan/contract/calls.ts';
import type { Sessions, SystemKeys } from '#platform/access/authentication.ts';
import type { Account } from '#platform/caller.ts';
import type { Fragment, Sql } from '#platform/database/driver/sql.ts';
import type { LateBound } from '#platform/late-bound.ts';
import { partyOf } from '#platform/party.ts';
import { Refusal, unknownKey } from '#platform/refusal.ts';
import { hashOfKey, isSystemKey } from '#platform/secrets/keys.ts';
import type { KeyUse } from './key-use.ts';

interface KeyRow {
  readonly key_id: number;
  readonly id: number;
  readonly account_name: string;
  readonly name: string;
  readonly account_type: AccountType;
  readonly factory_id: number | null;
  readonly dealer_id: number | null;
  readonly partner_id: number | null;
  readonly maker: number;
  readonly permissions: string[];
  readonly networks: string[];
}

/**
 * Looks up keys of other systems. They are read from the database for each call, so that revoking one, or a right that its maker
 * loses, takes effect at once on every server.
 */
export class KnownKeys implements SystemKeys {
  readonly #sql: Sql;
  readonly #sessions: LateBound<Sessions>;
  readonly #use: KeyUse;

  constructor(sql: Sql, sessions: LateBound<Sessions>, use: KeyUse) {
    this.#sql = sql;
    this.#sessions = sessions;
    this.#use = use;
  }

  async account(key: string): Promise<Account> {
    if (!isSystemKey(key)) throw unknownKey();
    const hash = hashOfKey(key);
    const row = await this.#valid(
      this.#sql`(k.secret_hash = ${hash} or (k.old_secret_hash = ${hash} and k.old_until > now()))`,
    );
    const account = row && (await this.#accountOf(row));
    if (!row || !account) throw unknownKey();
    return account;
  }

  /** Throws like a key that is not valid any more if the account is one of such a key. */
  async holder(accountId: number): Promise<Account | undefined> {
    const [known] = await this.#sql`select 1 from account where id = ${accountId} and key_of is not null`;
    if (!known) return undefined;
    const row = await this.#valid(this.#sql`k.account_id = ${accountId}`);
    const account = row && (await this.#accountOf(row));
    if (!account) throw unknownKey();
    return account;
  }

  count({ key }: Account, use: { readonly ip: string; readonly refused: boolean }): void {
    if (key) this.#use.count(key.id, use);
  }

  /** A key that is not over, of a party that is enabled. */
  async #valid(which: Fragment): Promise<KeyRow | undefined> {
    const [row] = await this.#sql<KeyRow[]>`
      select k.id as key_id, a.id, a.account_name, a.name, a.account_type, a.factory_id, a.dealer_id, a.partner_id,
        a.key_of as maker, k.permissions, k.networks
      from api_key k
        join account a on a.id = k.account_id
        left join factory f on f.id = a.factory_id
        left join dealer d on d.id = a.dealer_id
        left join partner p on p.id = a.partner_id
      where ${which} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
        and coalesce(f.status, d.status, p.status, 'enabled') = 'enabled'`;
    return row;
  }

  /** The account with the rights that its maker has, too; undefined if the maker is disabled. */
  async #accountOf({
    key_id,
    maker: makerId,
    permissions,
    networks,
    partner_id,
    ...row
  }: KeyRow): Promise<Account | undefined> {
    const maker = await this.#makerOf(makerId);
    if (!maker) return undefined;
    const ofEnterprise = row.account_type === 1;
    const held = permissions.filter(
      (permission) => mayGive(maker, permission) && (ofEnterprise || !ofEnterpriseOnly.has(permission)),
    );
    return {
      ...row,
      party: partyOf(row),
      administrator: false,
      must_change_password: false,
      two_step_required: false,
      two_step_due: false,
      role_ids: new Set(),
      granted: new Set(held),
      permissions: new Set(held),
      viewed_role: undefined,
      fingerprint: createHash('sha256').update(held.join()).digest('base64url').slice(0, 16),
      key: { id: key_id, partner: partner_id ?? undefined, networks },
    };
  }

  async #makerOf(id: number): Promise<Account | undefined> {
    try {
      return await this.#sessions.get().holder(id);
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) return undefined;
      throw error;
    }
  }
}

const ofEpcis: readonly string[] = epcisPermissions;

/** Whether an account may give a permission to a key: it holds it, or makes keys, which is what those of EPCIS take. */
export const mayGive = ({ permissions }: Account, permission: string): boolean =>
  isForKeys(permission) &&
  (permissions.has(permission) || (ofEpcis.includes(permission) && permissions.has('apikey:add')));
