import { createHash, randomBytes } from 'node:crypto';
import type { AccountType } from '@suyuan/contract/access/account-type.ts';
import type { Sessions as KnownSessions } from '#platform/access/authentication.ts';
import type { Account } from '#platform/caller.ts';
import type { Config } from '#platform/config/config.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment, Sql } from '#platform/database/driver/sql.ts';
import { partyOf } from '#platform/party.ts';
import { noAccess, sessionEnded, sessionExpired } from '#platform/refusal.ts';
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

/** Where a session is opened. */
interface OpenedFrom {
  readonly ip: string;
  readonly userAgent: string;
  /** The handheld, on which it stays valid for days without a network. */
  readonly device?: string | undefined;
}

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Sessions are only in the database, so that ending one takes effect at once on every server. */
export class Sessions implements KnownSessions {
  readonly #sql: Sql;
  readonly #rights: KnownRights;
  readonly #idleMinutes: number;
  readonly #hours: number;
  readonly #handheldDays: number;

  constructor(
    sql: Sql,
    {
      sessionIdleMinutes,
      sessionHours,
      handheldDays,
    }: Pick<Config, 'sessionIdleMinutes' | 'sessionHours' | 'handheldDays'>,
  ) {
    this.#sql = sql;
    this.#rights = new KnownRights(sql);
    this.#idleMinutes = sessionIdleMinutes;
    this.#hours = sessionHours;
    this.#handheldDays = handheldDays;
  }

  /** Opens a session, which records the account's previous sign-in; resolves to its token, of which only the hash is stored. */
  async open(accountId: number, { ip, userAgent, device }: OpenedFrom): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const hours = device === undefined ? this.#hours : this.#handheldDays * 24;
    await this.#sql`
      insert into session (
        token_hash, account_id, expires_at, ip, user_agent, device, previous_login_at, previous_login_ip)
      select ${digest(token)}, a.id, now() + make_interval(hours => ${hours}), ${ip}, ${userAgent}, ${device ?? null},
        l.at, l.ip
      from account a left join last_sign_in l on l.account_id = a.id where a.id = ${accountId}`;
    return token;
  }

  /** Opens a session in which an account views the console as a role sees it; resolves to its token. */
  async openView(token: string, roleId: number, from: { ip: string; userAgent: string }): Promise<string | undefined> {
    const view = `role-${roleId}-${randomBytes(32).toString('base64url')}`;
    const [row] = await this.#sql`
      insert into session (token_hash, account_id, expires_at, ip, user_agent, parent_id, viewed_role_id,
        previous_login_at, previous_login_ip)
      select ${digest(view)}, s.account_id, s.expires_at, ${from.ip}, ${from.userAgent}, s.id, r.id,
        s.previous_login_at, s.previous_login_ip
      from session s, role r
      where s.token_hash = ${digest(token)} and s.parent_id is null and r.id = ${roleId}
      returning id`;
    return row && view;
  }

  async close(token: string): Promise<void> {
    await this.#sql`update session set ended_at = now() where token_hash = ${digest(token)} and ended_at is null`;
  }

  /** Ends all sessions of an account, except for that of the token `except`. */
  async closeAll(accountId: number, except?: string, sql: Connection = this.#sql): Promise<void> {
    await sql`
      update session set ended_at = now()
      where account_id = ${accountId} and ended_at is null
        and token_hash <> ${except === undefined ? Buffer.alloc(0) : digest(except)}`;
  }

  /** The valid sessions of an account, the last used first. */
  async openOf(accountId: number, current: string | undefined): Promise<OpenSession[]> {
    const hash = current === undefined ? Buffer.alloc(0) : digest(current);
    return this.#sql<OpenSession[]>`
      select id, created_at, seen_at, expires_at, ip, user_agent,
        -- For the view of a role, the session that it was opened from.
        token_hash = ${hash} or coalesce(id = (select parent_id from session where token_hash = ${hash}), false) as current
      from session
      where account_id = ${accountId} and parent_id is null and ended_at is null and expires_at > now()
        and not ${this.#isIdle(this.#sql`session`)}
      order by seen_at desc, id desc`;
  }

  /** The account of a token with its current rights. Throws 50012 if the session was ended, 50014 if it has expired. */
  account(token: string, unattended = false): Promise<Account> {
    return this.#account(this.#sql`s.token_hash = ${digest(token)}`, unattended);
  }

  /** The same, by the id of the session. */
  accountOf(sessionId: number): Promise<Account> {
    return this.#account(this.#sql`s.id = ${sessionId}`);
  }

  /** The same for an account that need not be signed in; throws if it is disabled. */
  async holder(accountId: number): Promise<Account> {
    const [row] = await this.#sql<HolderRow[]>`
      select ${this.#held()}, null::bigint as viewed_role_id from account a where a.id = ${accountId}`;
    if (!row?.enabled) throw noAccess();
    return accountOf(row, await this.#rights.of(row));
  }

  /** The time and IP address of the account's sign-in before this session. */
  async signInBefore(token: string): Promise<{ at: Date | null; ip: string | null }> {
    const [row] = await this.#sql<{ at: Date | null; ip: string | null }[]>`
      select previous_login_at as at, previous_login_ip as ip from session where token_hash = ${digest(token)}`;
    return row ?? { at: null, ip: null };
  }

  async idOf(token: string): Promise<number | undefined> {
    const [row] = await this.#sql<{ id: number }[]>`select id from session where token_hash = ${digest(token)}`;
    return row?.id;
  }

  async #account(which: Fragment, unattended = false): Promise<Account> {
    const [row] = await this.#sql<SessionRow[]>`
      select ${this.#held()}, s.id as session_id, s.parent_id, s.viewed_role_id,
        s.ended_at is not null or p.ended_at is not null as ended,
        s.expires_at < now() or ${this.#isIdle(this.#sql`s`)} as expired,
        s.seen_at < now() - interval '1 minute' as stale
      from session s
        join account a on a.id = s.account_id
        left join session p on p.id = s.parent_id
      where ${which}`;
    if (!row || row.expired) throw sessionExpired();
    // Ended for good: if the account is enabled again, it needs a new session.
    if (!row.enabled) await this.#sql`update session s set ended_at = now() where ${which} and ended_at is null`;
    // Only administrators can view roles.
    if (row.ended || !row.enabled || (row.viewed_role_id !== null && !row.administrator)) throw sessionEnded();
    if (row.stale && !unattended) {
      // Using a view also keeps the session alive from which it was opened.
      await this.#sql`update session set seen_at = now() where id in (${row.session_id}, ${row.parent_id})`;
    }
    return accountOf(row, await this.#rights.of(row));
  }

  /** SQL condition: a session was not used for too long. A handheld may be without a network, and asks for a PIN. */
  #isIdle(session: Fragment): Fragment {
    return this.#sql`
      (${session}.device is null and ${session}.seen_at < now() - make_interval(mins => ${this.#idleMinutes}))`;
  }

  /** The columns of an account `a` that are read for its session. */
  #held(): Fragment {
    return this.#sql`
        a.id, a.account_name, a.name, a.account_type, a.factory_id, a.dealer_id, a.position_id, a.administrator,
        a.must_change_password, ${isEnabled(this.#sql)} as enabled, a.two_step_since is not null as two_step_on,
        ${rightsVersion(this.#sql)} as rights_version`;
  }

  /** Deletes sessions that ended or expired more than a day ago. */
  async sweep(): Promise<void> {
    await this
      .#sql`delete from session where least(expires_at, coalesce(ended_at, expires_at)) < now() - interval '1 day'`;
  }
}

function accountOf(row: HolderRow, rights: Rights): Account {
  return {
    ...row,
    ...rights,
    // Viewing a role suspends the rights of an administrator.
    administrator: row.administrator && row.viewed_role_id === null,
    party: partyOf(row),
    two_step_due: rights.two_step_required && !row.two_step_on,
  };
}

/** SQL condition: the account `a` of a query may be used, because it and its factory or dealer are enabled. */
export const isEnabled = (sql: Connection) => sql`(
  a.status = 'enabled'
  and not exists (select from factory where id = a.factory_id and status <> 'enabled')
  and not exists (select from dealer where id = a.dealer_id and status <> 'enabled')
)`;
