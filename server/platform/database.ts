import { Kysely } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import postgres, { type ISql, type Sql } from 'postgres';
import type { Schema } from './schema.ts';

/** A connection pool or a transaction in it. */
export type Connection = ISql;

export interface Database {
  /** postgres.js: hot paths and COPY. */
  readonly sql: Sql;
  /** Kysely over the same connections: lists and forms. */
  readonly db: Kysely<Schema>;
  close(): Promise<void>;
}

/** Connects to a PostgreSQL 15 or later. int8 comes as a number: ids and counts here are safe integers. */
export function openDatabase(url: string, connections: number): Database {
  const sql = postgres(url, {
    max: connections,
    onnotice: () => {},
    connection: { application_name: 'suyuan', TimeZone: 'UTC' },
    types: {
      bigint: {
        to: 20,
        from: [20],
        serialize: (value: number | bigint) => value.toString(),
        parse: (text: string) => Number(text),
      },
    },
  }) as unknown as Sql;
  const db = new Kysely<Schema>({ dialect: new PostgresJSDialect({ postgres: sql }) });
  return { sql, db, close: () => sql.end({ timeout: 5 }) };
}

/** The oldest PostgreSQL that the SQL here runs on. */
const oldestVersion = 150_000;

/** Throws with a sentence for the installer when the server is too old. */
export async function requireVersion(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`;
  if (row && row.version < oldestVersion) {
    throw new Error(`PostgreSQL 15 or later is needed; this one is ${Math.floor(row.version / 10_000)}`);
  }
}
