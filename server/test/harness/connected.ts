import type { Sql } from 'postgres';
import postgres from '../../platform/database/postgres.ts';

/** Does some work on a connection of its own. */
export async function connected<Result>(url: string, work: (sql: Sql) => PromiseLike<Result>): Promise<Result> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
