import { type Driver, Kysely, type Transaction } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import type { ReservedSql, Sql } from 'postgres';
import type { Connection } from './database.ts';
import type { Schema } from './schema.ts';

/** A Kysely dialect on a connection whose transaction somebody else begins and ends. */
class WithinTransaction extends PostgresJSDialect {
  constructor(connection: ReservedSql) {
    const reserve = async () => ({ unsafe: connection.unsafe, release: () => {} }) as ReservedSql;
    super({ postgres: () => ({ reserve, end: async () => {} }) });
  }

  override createDriver(): Driver {
    const nothing = async () => {};
    return Object.assign(super.createDriver(), {
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
    });
  }
}

/** Runs work in one transaction that can be used through Kysely and, on the same connection, through postgres.js. */
export const inTransaction = <Result>(
  sql: Sql,
  work: (db: Transaction<Schema>, connection: Connection) => Promise<Result>,
): Promise<Result> =>
  inPipeline(sql, (connection) =>
    new Kysely<Schema>({ dialect: new WithinTransaction(connection) })
      .transaction()
      .execute((db) => work(db, connection)),
  );

/**
 * Runs work in one transaction of postgres.js. `begin` is pipelined with the first queries of the work, which saves a round trip
 * compared with `sql.begin`. Rolls back and rethrows if the work throws.
 */
export function inPipeline<Result>(sql: Sql, work: (connection: ReservedSql) => Promise<Result>): Promise<Result> {
  return onOneConnection(sql, async (connection) => {
    const begun = connection`begin`.execute();
    const [beginning, done] = await Promise.allSettled([begun, work(connection)]);
    if (beginning.status === 'rejected') throw beginning.reason;
    if (done.status === 'rejected') {
      // If the connection was lost, PostgreSQL has rolled back already.
      await connection`rollback`.catch(() => {});
      throw done.reason;
    }
    const { command } = await connection`commit`;
    // PostgreSQL answers ROLLBACK if a statement failed whose error was swallowed.
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
    return done.value;
  });
}

/**
 * Runs work on one connection of a pool. Queries sent at once reach PostgreSQL in one message, whereas the pool gives each a
 * connection, and so a process of PostgreSQL, of its own: cheaper for many short queries.
 */
export async function onOneConnection<Result>(
  sql: Sql,
  work: (connection: ReservedSql) => Promise<Result>,
): Promise<Result> {
  const connection = await sql.reserve();
  try {
    return await work(connection);
  } finally {
    connection.release();
  }
}
