import type { Sql } from '#platform/database/driver/sql.ts';

// Events of tests are of any time, so what they are about has been there for long. Times are parameters: a cluster takes no time that
// is reckoned from a column.

const longAgo = (): Date => new Date(Date.now() - 10 * 365 * 86_400_000);

/** Lets a work order have run for long. */
export const begunLongAgo = async (sql: Sql, order: number): Promise<void> => {
  await sql`update work_order set started_at = ${longAgo()} where id = ${order}`;
};

/** Lets the codes of orders have been issued long ago. */
export const issuedLongAgo = async (sql: Sql, orders: readonly number[]): Promise<void> => {
  await sql`update code_order set created_at = ${longAgo()} where id = any(${orders as number[]}::bigint[])`;
};
