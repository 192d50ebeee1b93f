import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { mostWaiting, type WaitingName } from '../../../contract/access/notice.ts';
import type { MenuKey, Permission } from '../../../contract/menu.ts';
import type { Account } from '../caller.ts';
import type { Schema } from '../database/schema.ts';
import type { Query } from '../lists/declared-list.ts';

/** Work that waits for people of the enterprise; exported by a file `<thing>.waiting.ts`. */
export interface WaitingWork {
  readonly name: WaitingName;
  /** The permission that is needed to do the work. */
  readonly permission: Permission;
  /** The screen where it is done, and the query that filters the screen for it. */
  readonly screen: MenuKey;
  readonly query: Readonly<Record<string, string>>;
  /** The rows that wait for the account, which a partial index of just these has to serve. */
  readonly rows: (db: Kysely<Schema>, account: Account) => Query;
}

export const defineWaiting = (work: WaitingWork): WaitingWork => work;

export const isWaitingWork = (value: unknown): value is WaitingWork =>
  typeof value === 'object' && value !== null && 'name' in value && 'permission' in value && 'screen' in value;

/** How many rows wait, counted up to a limit. */
export async function countWaiting({ rows }: WaitingWork, db: Kysely<Schema>, account: Account): Promise<number> {
  const first = rows(db, account).select(sql<number>`1`.as('one')).limit(mostWaiting);
  const { count } = await db
    .selectFrom(first.as('waits'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
