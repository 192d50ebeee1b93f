import { Kysely, type Transaction } from 'kysely';
import { WithinTransaction } from './driver/kysely-dialect.ts';
import type { Connection, ReservedConnection, Sql } from './driver/sql.ts';
import type { Schema } from './schema.ts';

/** Runs work in one transaction that can be used through Kysely and, on the same connection, as tagged templates. */
export const inTransaction = <Result>(
  sql: Sql,
  work: (db: Transaction<Schema>, connection: Connection) => Promise<Result>,
): Promise<Result> =>
  sql.begin((connection) =>
    new Kysely<Schema>({ dialect: new WithinTransaction(connection) })
      .transaction()
      .execute((db) => work(db, connection)),
  );

/**
 * Runs work on one connection of a pool. Queries sent at once reach PostgreSQL in one message, whereas the pool gives each a
 * connection, and so a process of PostgreSQL, of its own: cheaper for many short queries.
 */
export async function onOneConnection<Result>(
  sql: Sql,
  work: (connection: ReservedConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await sql.reserve();
  try {
    return await work(connection);
  } finally {
    connection.release();
  }
}

/**
 * The same database, narrowed as it is, on one connection. Whoever holds a connection reads on it: if all holders waited for a second
 * one of the pool, none would ever get it.
 */
export const onConnection = (db: Kysely<Schema>, connection: Connection): Kysely<Schema> =>
  new Kysely<Schema>({ dialect: new WithinTransaction(connection), plugins: [...db.getExecutor().plugins] });
