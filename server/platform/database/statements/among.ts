import type { PendingQuery, Row } from 'postgres';
import type { Connection } from '../database.ts';

/**
 * A comparison of a column with some ids: `= $1` for one, `= any($1)` for more. PostgreSQL reuses the generic plan of the
 * former but plans the latter each time, which takes a single lookup longer than the lookup itself.
 */
export const among = (sql: Connection, ids: readonly number[]): PendingQuery<Row[]> =>
  ids.length === 1 ? sql`= ${ids[0] as number}` : sql`= any(${ids as number[]}::bigint[])`;
