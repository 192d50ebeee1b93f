import type { Connection } from '../database/database.ts';
import type { Fragment } from '../database/driver/sql.ts';

/**
 * What tells one database from a copy of it: a dump that is restored gets other object ids, a base backup another timeline. An
 * identifier that the role may not read is null.
 */
export interface DatabaseIdentity {
  readonly system_identifier: string | null;
  readonly timeline: number | null;
  readonly database_oid: number;
  readonly table_oid: number;
}

/** Whether the role may read the system identifier. PostgreSQL checks this even for a call that is never reached. */
export async function mayReadIdentifier(sql: Connection): Promise<boolean> {
  const [row] = await sql<{ may: boolean }[]>`
    select has_function_privilege('pg_control_system()', 'execute') as may`;
  return row?.may === true;
}

/** The columns of a `DatabaseIdentity`, of the database as it is now. */
export const identityColumns = (sql: Connection, mayRead: boolean): Fragment => sql`
  ${mayRead ? sql`(select system_identifier::text from pg_control_system())` : sql`null::text`} as system_identifier,
  -- A standby has no log of its own to name.
  case when not pg_is_in_recovery()
    then ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline,
  (select oid from pg_database where datname = current_database()) as database_oid,
  'time_mark'::regclass::oid as table_oid`;

/** In what a database differs from the one that was marked; undefined if in nothing. */
export function differenceOf(marked: DatabaseIdentity, live: DatabaseIdentity): 'database' | 'timeline' | undefined {
  const isOther = (one: string | number | null, other: string | number | null) =>
    one !== null && other !== null && one !== other;
  if (
    isOther(marked.system_identifier, live.system_identifier) ||
    marked.database_oid !== live.database_oid ||
    marked.table_oid !== live.table_oid
  )
    return 'database';
  return isOther(marked.timeline, live.timeline) ? 'timeline' : undefined;
}
