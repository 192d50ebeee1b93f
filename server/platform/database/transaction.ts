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
