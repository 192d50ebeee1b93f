import { Kysely, type Transaction } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import type { Sql } from 'postgres';
import type { Connection } from './database.ts';
import type { Schema } from './schema.ts';

/** Does work in one transaction that both speak in: Kysely, and postgres.js on the same connection. */
export function inTransaction<Result>(
  sql: Sql,
  work: (db: Transaction<Schema>, connection: Connection) => Promise<Result>,
): Promise<Result> {
  let reserved: Promise<Connection> | undefined;
  const reserve = () => {
    const connection = sql.reserve();
    reserved = connection;
    return connection;
  };
  const dialect = new PostgresJSDialect({ postgres: () => ({ reserve, end: async () => {} }) });
  return new Kysely<Schema>({ dialect }).transaction().execute(async (db) => {
    if (!reserved) throw new Error('a transaction has begun on no connection');
    return work(db, await reserved);
  });
}

/**
 * Does work in one transaction, by postgres.js alone. Its beginning is sent together with what the work asks first: a way to
 * the database and back less than with `sql.begin`.
 */
export async function inPipeline<Result>(sql: Sql, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const connection = await sql.reserve();
  try {
    const begun = connection`begin`.execute();
    const [beginning, done] = await Promise.allSettled([begun, work(connection)]);
    if (beginning.status === 'rejected') throw beginning.reason;
    if (done.status === 'rejected') {
      // Nothing is left to be undone where the connection was lost.
      await connection`rollback`.catch(() => {});
      throw done.reason;
    }
    const { command } = await connection`commit`;
    // PostgreSQL answers so where a statement failed that nobody told of.
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
    return done.value;
  } finally {
    connection.release();
  }
}
