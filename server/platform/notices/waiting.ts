import { maxWaiting, type WaitingName } from '@suyuan/contract/access/notice.ts';
import type { MenuKey, Permission } from '@suyuan/contract/menu.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Account } from '../caller.ts';
import type { Schema } from '../database/schema.ts';
import type { Writer } from '../database/statements/either-writer.ts';
import type { NumberedTable } from '../database/table.ts';
import type { Query } from '../lists/declared-list.ts';
import type { Told } from './told.ts';

/** Work that waits for people; exported by a file `<thing>.waiting.ts`. */
export interface WaitingWork {
  readonly name: WaitingName;
  /** The permission that is needed to do the work. */
  readonly permission: Permission;
  /** The screen where it is done, and the query that filters the screen for it. */
  readonly screen: MenuKey;
  readonly query: Readonly<Record<string, string>> | ((account: Account) => Readonly<Record<string, string>>);
  /** The rows that wait for the account, which a partial index of just these has to serve. Left out with `items`. */
  readonly rows?: (db: Kysely<Schema>, account: Account) => Query;
  /** When a row should be done. */
  readonly due?: RawBuilder<Date | null>;
  /** How its rows become items of work, each with an owner, a due time and a history. */
  readonly items?: WaitingItems;
}

/** The rows of a kind of work, whoever does it, and what rules about owners go by. Expressions are over the query `rows`. */
export interface WaitingItems {
  readonly table: NumberedTable;
  /** All rows that wait. A row that was written is looked at again: by a trigger of its table, or by `Notices.touched`. */
  readonly rows: (db: Kysely<Schema>) => Query;
  /** Time alone makes rows wait, or no longer wait, so that they are looked at every minute. */
  readonly byTime?: true;
  /** The number or code that people know the row by. */
  readonly what: RawBuilder<string | null>;
  /** When it came up; by default when it was first seen. */
  readonly since?: RawBuilder<Date | null>;
  /** The column of the table that has the owner; without one, the item has it alone. */
  readonly ownerColumn?: string;
  /** Who it is for without a rule: the keeper of the warehouse, the manager of the dealer, the person of this column; else everybody. */
  readonly usualOwner?: 'keeper' | 'dealer_manager' | RawBuilder<number | null>;
  readonly warehouse?: RawBuilder<number | null>;
  /** The dealer that it is about. */
  readonly aboutDealer?: RawBuilder<number | null>;
  /** The party whose people do it, as those of the enterprise do, too, unless it is for the party alone. */
  readonly dealer?: RawBuilder<number | null>;
  readonly factory?: RawBuilder<number | null>;
  readonly partyOnly?: true;
  /** Who must not do it, as whoever asked for an approval. */
  readonly except?: RawBuilder<number | null>;
  /** What nobody owns waits for whoever may give it to somebody, under a name of its own. */
  readonly unowned?: Pick<WaitingWork, 'name' | 'permission' | 'query'>;
}

/** How much of a kind waits for an account: what is its own, or what nobody owns. */
export interface WaitingCount {
  readonly name: WaitingName;
  readonly count: number;
  readonly overdue: number;
}

/** The record of what waits, with owners. */
export interface WorkRecord {
  /** Counts what waits for an account of the kinds that have items, by name. */
  waitingFor(account: Account): Promise<readonly WaitingCount[]>;
  /** Who is to be told of a row that waits: those for whom it waits, unless a rule tells them. `writer` is the transaction that wrote it. */
  peopleOf(writer: Writer, name: WaitingName, id: number): Promise<Told>;
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
  if (!rows) return { count: 0, overdue: 0 };
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
export const addressOf = ({ query }: Pick<WaitingWork, 'query'>, account: Account): string =>
  `${new URLSearchParams(typeof query === 'function' ? query(account) : query)}`;
