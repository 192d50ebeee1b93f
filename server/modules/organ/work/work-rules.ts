import type { WaitingName } from '@suyuan/contract/access/notice.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/database.ts';
import { readBy, type Writer } from '#platform/database/statements/either-writer.ts';

/** A rule in force. */
export interface Rule {
  readonly waiting: WaitingName;
  readonly owner_by: 'keeper' | 'dealer_manager' | 'role' | 'account';
  readonly role_id: number | null;
  readonly account_id: number | null;
  readonly due_hours: number | null;
  readonly escalate_hours: number | null;
  readonly escalate_by: 'dealer_manager' | 'role' | 'account' | null;
  readonly escalate_role_id: number | null;
  readonly escalate_account_id: number | null;
}

/** An account that may do work of a kind, and the party that it belongs to. */
export interface Able {
  readonly id: number;
  readonly factory_id: number | null;
  readonly dealer_id: number | null;
}

/** Reads what owners follow from: rules, keepers, managers, and who may do what. */
export class OwnerReader {
  readonly #db: Database['db'];
  readonly #writer: Writer;

  constructor(db: Database['db'], writer: Writer) {
    this.#db = db;
    this.#writer = writer;
  }

  async rules(): Promise<ReadonlyMap<WaitingName, Rule>> {
    const rows = await this.#read<Rule>(sql`
      select waiting, owner_by, role_id, account_id, due_hours, escalate_hours, escalate_by, escalate_role_id,
        escalate_account_id
      from work_rule where status = 'enabled'`);
    return new Map(rows.map((rule) => [rule.waiting, rule]));
  }

  async keepers(warehouses: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.#people(
      warehouses,
      sql`
      select id as key, keeper_id as person from warehouse where id = any(${[...new Set(warehouses)]}::bigint[])`,
    );
  }

  async managers(dealers: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.#people(
      dealers,
      sql`
      select id as key, manager_id as person from dealer where id = any(${[...new Set(dealers)]}::bigint[])`,
    );
  }

  /** The enabled accounts among `ids` that hold a permission. */
  async able(permission: Permission, ids: readonly number[]): Promise<ReadonlyMap<number, Able>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#read<Able>(sql`
      select a.id, a.factory_id, a.dealer_id from account a
      where a.id = any(${[...new Set(ids)]}::bigint[]) and a.status = 'enabled' and ${mayDo(permission)}`);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The enabled accounts with a role, of their own or by their position. */
  async holdersOf(role: number): Promise<number[]> {
    const rows = await this.#read<{ id: number }>(sql`
      select a.id from account a where a.status = 'enabled' and (
        a.id in (select account_id from account_role where role_id = ${role})
        or a.position_id in (select position_id from position_role where role_id = ${role}))`);
    return rows.map(({ id }) => id);
  }

  async #people(keys: readonly number[], query: ReturnType<typeof sql>): Promise<ReadonlyMap<number, number>> {
    if (keys.length === 0) return new Map();
    const rows = await this.#read<{ key: number; person: number | null }>(query);
    return new Map(rows.flatMap(({ key, person }) => (person === null ? [] : [[key, person] as const])));
  }

  #read<Row>(query: ReturnType<typeof sql>): Promise<Row[]> {
    return readBy<Row>(this.#writer, query.compile(this.#db));
  }
}

/** Whether the account `a` holds a permission, by a role of its own or of its position. */
export const mayDo = (permission: Permission) => sql<boolean>`(a.administrator or exists (
  select from role_permission p where p.permission = ${permission} and (
    p.role_id in (select role_id from account_role where account_id = a.id)
    or p.role_id in (select role_id from position_role where position_id = a.position_id))))`;

/** What owners follow from, in short: rules, keepers, managers, accounts and rights. It differs once any of them has changed. */
export async function ownersFollowFrom(sql: Connection): Promise<string> {
  const parts = await Promise.all([
    sql<Part[]>`select version::text as part from rights_version`,
    sql<Part[]>`select md5(string_agg(work_rule::text, '|' order by id)) as part from work_rule`,
    sql<Part[]>`
      select md5(string_agg(concat_ws(':', id, keeper_id), '|' order by id)) as part from warehouse where keeper_id is not null`,
    sql<Part[]>`
      select md5(string_agg(concat_ws(':', id, manager_id), '|' order by id)) as part from dealer where manager_id is not null`,
    sql<Part[]>`
      select md5(string_agg(concat_ws(':', id, status, administrator, position_id, coalesce(dealer_id, -factory_id)), '|' order by id))
        as part
      from account`,
    sql<Part[]>`
      select md5(string_agg(concat_ws(':', account_id, role_id), '|' order by account_id, role_id)) as part from account_role`,
  ]);
  return parts.map(([row]) => row?.part ?? '').join(' ');
}

interface Part {
  readonly part: string | null;
}
