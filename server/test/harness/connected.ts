import { openSql } from '#platform/database/driver/open-sql.ts';
import type { Sql } from '#platform/database/driver/sql.ts';

/** Does some work on a connection of its own. */
export async function connected<Result>(url: string, work: (sql: Sql) => PromiseLike<Result>): Promise<Result> {
  const sql = openSql(url, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
