import { createHash, randomBytes } from 'node:crypto';
import type { PendingQuery, Row, Sql } from 'postgres';
import type { AccountType } from '../../../../contract/access/account-type.ts';
import type { Sessions as KnownSessions } from '../../../platform/access/sessions.ts';
import type { Account } from '../../../platform/caller.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { partyOf } from '../../../platform/party.ts';
import { noAccess, sessionEnded, sessionExpired } from '../../../platform/refusal.ts';
import { isEnabled } from './enabled-account.ts';
import { KnownRights, type Rights, type RightsHolder, rightsVersion } from './rights.ts';

interface HolderRow extends RightsHolder {
  account_name: string;
  name: string;
  account_type: AccountType;
  factory_id: number | null;
  dealer_id: number | null;
  must_change_password: boolean;
  two_step_on: boolean;
  enabled: boolean;
}

interface SessionRow extends HolderRow {
  session_id: number;
  parent_id: number | null;
  ended: boolean;
  expired: boolean;
  stale: boolean;
}

export interface OpenSession {
  readonly id: number;
  readonly current: boolean;
  readonly created_at: Date;
  readonly seen_at: Date;
  readonly expires_at: Date;
  readonly ip: string;
  readonly user_agent: string;
}

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Sessions live in the database alone, so that ending one holds at once on every server. */
export class Sessions implements KnownSessions {
  readonly #sql: Sql;
  readonly #rights: KnownRights;
  readonly #idleMinutes: number;
  readonly #hours: number;

  constructor(sql: Sql, { sessionIdleMinutes, sessionHours }: Pick<Config, 'sessionIdleMinutes' | 'sessionHours'>) {
    this.#sql = sql;
    this.#rights = new KnownRights(sql);
    this.#idleMinutes = sessionIdleMinutes;
    this.#hours = sessionHours;
  }

  /** A new session, which keeps when the account signed in before; answers its token, which is not kept. */
  async open(accountId: number, from: { ip: string; userAgent: string }): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.#sql`
      insert into session (token_hash, account_id, expires_at, ip, user_agent, previous_login_at, previous_login_ip)
      select ${digest(token)}, a.id, now() + make_interval(hours => ${this.#hours}), ${from.ip}, ${from.userAgent},
        a.last_login_at, a.last_login_ip
      from account a where a.id = ${accountId}`;
    return token;
  }

  /** A session in which the account of another one sees the console as a role has it; answers its token. */
  async openView(token: string, roleId: number, from: { ip: string; userAgent: string }): Promise<string | undefined> {
    const view = `role-${roleId}-${randomBytes(32).toString('base64url')}`;
    const [opened] = await this.#sql`
      insert into session (token_hash, account_id, expires_at, ip, user_agent, parent_id, viewed_role_id,
        previous_login_at, previous_login_ip)
      select ${digest(view)}, s.account_id, s.expires_at, ${from.ip}, ${from.userAgent}, s.id, r.id,
        s.previous_login_at, s.previous_login_ip
      from session s, role r
      where s.token_hash = ${digest(token)} and s.parent_id is null and r.id = ${roleId}
      returning id`;
    return opened && view;
  }

  async close(token: string): Promise<void> {
    await this.#sql`update session set ended_at = now() where token_hash = ${digest(token)} and ended_at is null`;
  }

  /** Ends every session of an account but the one of `except`. */
  async closeAll(accountId: number, except?: string, sql: Connection = this.#sql): Promise<void> {
    await sql`
      update session set ended_at = now()
      where account_id = ${accountId} and ended_at is null
        and token_hash <> ${except === undefined ? Buffer.alloc(0) : digest(except)}`;
  }

  /** The sessions of an account that may still be used, the last used first. */
  async openOf(accountId: number, current: string | undefined): Promise<OpenSession[]> {
    const hash = current === undefined ? Buffer.alloc(0) : digest(current);
    return this.#sql<OpenSession[]>`
      select id, created_at, seen_at, expires_at, ip, user_agent,
        -- Of a view, the one that it was opened from.
        token_hash = ${hash} or coalesce(id = (select parent_id from session where token_hash = ${hash}), false) as current
      from session
      where account_id = ${accountId} and parent_id is null and ended_at is null and expires_at > now()
        and seen_at > now() - make_interval(mins => ${this.#idleMinutes})
      order by seen_at desc, id desc`;
  }

  /** The account of a token, with what it may do now. Throws 50012 when it was ended, 50014 when it ran out. */
  account(token: string, unattended = false): Promise<Account> {
    return this.#account(this.#sql`s.token_hash = ${digest(token)}`, unattended);
  }

  /** The same for a session by its id. */
  accountOf(sessionId: number): Promise<Account> {
    return this.#account(this.#sql`s.id = ${sessionId}`);
  }

  /** The same for an account, whether it is signed in or not. Throws where it may not be used any more. */
  async holder(accountId: number): Promise<Account> {
    const [row] = await this.#sql<HolderRow[]>`
      select ${this.#held()}, null::bigint as viewed_role_id from account a where a.id = ${accountId}`;
    if (!row?.enabled) throw noAccess();
    return accountOf(row, await this.#rights.of(row));
  }

  /** When and from where the account had signed in before this session. */
  async signInBefore(token: string): Promise<{ at: Date | null; ip: string | null }> {
    const [row] = await this.#sql<{ at: Date | null; ip: string | null }[]>`
      select previous_login_at as at, previous_login_ip as ip from session where token_hash = ${digest(token)}`;
    return row ?? { at: null, ip: null };
  }

  /** The id of the session of a token. */
  async idOf(token: string): Promise<number | undefined> {
    const [row] = await this.#sql<{ id: number }[]>`select id from session where token_hash = ${digest(token)}`;
    return row?.id;
  }

  async #account(which: PendingQuery<Row[]>, unattended = false): Promise<Account> {
    const [row] = await this.#sql<SessionRow[]>`
      select ${this.#held()}, s.id as session_id, s.parent_id, s.viewed_role_id,
        s.ended_at is not null or p.ended_at is not null as ended,
        s.expires_at < now() or s.seen_at < now() - make_interval(mins => ${this.#idleMinutes}) as expired,
        s.seen_at < now() - interval '1 minute' as stale
      from session s
        join account a on a.id = s.account_id
        left join session p on p.id = s.parent_id
      where ${which}`;
    if (!row || row.expired) throw sessionExpired();
    // Enabled again later on, it begins with a new one.
    if (!row.enabled) await this.#sql`update session s set ended_at = now() where ${which} and ended_at is null`;
    // Only an administrator sees what roles see.
    if (row.ended || !row.enabled || (row.viewed_role_id !== null && !row.administrator)) throw sessionEnded();
    if (row.stale && !unattended) {
      // Who looks is there: the session that the view was opened from is in use with it.
      await this.#sql`update session set seen_at = now() where id in (${row.session_id}, ${row.parent_id})`;
    }
    return accountOf(row, await this.#rights.of(row));
  }

  /** What is asked of an account `a`. */
  #held(): PendingQuery<Row[]> {
    return this.#sql`
        a.id, a.account_name, a.name, a.account_type, a.factory_id, a.dealer_id, a.position_id, a.administrator,
        a.must_change_password, ${isEnabled(this.#sql)} as enabled, a.two_step_since is not null as two_step_on,
        ${rightsVersion(this.#sql)} as rights_version`;
  }

  /** Forgets sessions that ended or ran out more than a day ago. */
  async sweep(): Promise<void> {
    await this
      .#sql`delete from session where least(expires_at, coalesce(ended_at, expires_at)) < now() - interval '1 day'`;
  }
}

function accountOf(row: HolderRow, rights: Rights): Account {
  return {
    ...row,
    ...rights,
    // Who sees the console as a role does is no administrator there.
    administrator: row.administrator && row.viewed_role_id === null,
    party: partyOf(row),
    two_step_due: rights.two_step_required && !row.two_step_on,
  };
}
