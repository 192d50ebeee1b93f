import { maxWaiting, type WaitingName } from '@suyuan/contract/access/notice.ts';
import type { MenuKey, Permission } from '@suyuan/contract/menu.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Account } from '../caller.ts';
import type { Schema } from '../database/schema.ts';
import type { Query } from '../lists/declared-list.ts';

/** Work that waits for people; exported by a file `<thing>.waiting.ts`. */
export interface WaitingWork {
  readonly name: WaitingName;
  /** The permission that is needed to do the work. */
  readonly permission: Permission;
  /** The screen where it is done, and the query that filters the screen for it. */
  readonly screen: MenuKey;
  readonly query: Readonly<Record<string, string>> | ((account: Account) => Readonly<Record<string, string>>);
  /** The rows that wait for the account, which a partial index of just these has to serve. */
  readonly rows: (db: Kysely<Schema>, account: Account) => Query;
  /** When a row should be done. */
  readonly due?: RawBuilder<Date | null>;
}

export const defineWaiting = (work: WaitingWork): WaitingWork => work;

/** So many hours after a time in a column: a due time. */
export const hoursAfter = (column: string, hours: number): RawBuilder<Date | null> =>
  sql<Date | null>`${sql.ref(column)} + interval '1 hour' * ${hours}::integer`;

export const isWaitingWork = (value: unknown): value is WaitingWork =>
  typeof value === 'object' && value !== null && 'name' in value && 'permission' in value && 'screen' in value;

/** How many rows wait, and how many of them are overdue, counted up to a limit. */
export async function countWaiting(
  { rows, due }: WaitingWork,
  db: Kysely<Schema>,
  account: Account,
): Promise<{ count: number; overdue: number }> {
  const first = rows(db, account)
    .select((due ?? sql<Date | null>`null::timestamptz`).as('due'))
    .limit(maxWaiting);
  const { count, overdue } = await db
    .selectFrom(first.as('waits'))
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`count(case when waits.due < now() then 1 end)`.as('overdue'),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(count), overdue: Number(overdue) };
}

/** The address of the work for an account. */
export const addressOf = ({ query }: WaitingWork, account: Account): string =>
  `${new URLSearchParams(typeof query === 'function' ? query(account) : query)}`;
