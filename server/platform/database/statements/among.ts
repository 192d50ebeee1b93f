import type { PendingQuery, Row } from 'postgres';
import type { Connection } from '../database.ts';

/**
 * `= …` for a column that is one of some ids. One is asked for by itself: PostgreSQL keeps the plan of that, and plans what is
 * asked of a list anew each time, which costs a scan more than the reading.
 */
export const among = (sql: Connection, ids: readonly number[]): PendingQuery<Row[]> =>
  ids.length === 1 ? sql`= ${ids[0] as number}` : sql`= any(${ids as number[]}::bigint[])`;
