import type { PendingQuery, Row } from 'postgres';
import type { Connection } from '../database.ts';

/** Lists of up to so many ids are a statement each, by how many they are. */
const few = 8;

/**
 * A condition on a column: that it is one of some ids. For an array PostgreSQL weighs the plan anew each time, as long as it is
 * shorter than the ten elements it would plan for otherwise, and that costs more than reading a few rows: of few ids each is a
 * parameter of its own, and the plan is kept.
 */
export const among = (sql: Connection, ids: readonly number[]): PendingQuery<Row[]> => {
  if (ids.length === 1) return sql`= ${ids[0] as number}`;
  return ids.length > 0 && ids.length <= few
    ? sql`in ${sql(ids as number[])}`
    : sql`= any(${ids as number[]}::bigint[])`;
};
