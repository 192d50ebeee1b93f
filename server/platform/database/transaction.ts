import { type Driver, Kysely, type Transaction } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import type { ReservedSql, Sql } from 'postgres';
import type { Connection } from './database.ts';
import type { Schema } from './schema.ts';

/** A transaction of somebody else's: Kysely speaks in it, and neither begins nor ends it. */
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

/** Does work in one transaction that both speak in: Kysely, and postgres.js on the same connection. */
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
 * Does work in one transaction, by postgres.js alone. Its beginning is sent together with what the work asks first: a way to
 * the database and back less than with `sql.begin`.
 */
export async function inPipeline<Result>(
  sql: Sql,
  work: (connection: ReservedSql) => Promise<Result>,
): Promise<Result> {
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

/**
 * Does work on one connection, in no transaction. Statements that are sent at once go to PostgreSQL in one message, where a pool
 * gives each a connection, and a process of PostgreSQL, of its own: cheaper where there are many and each takes no time.
 */
export async function onOneConnection<Result>(
  sql: Sql,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await sql.reserve();
  try {
    return await work(connection);
  } finally {
    connection.release();
  }
}
