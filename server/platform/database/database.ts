import { Kysely } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import type { ISql, Sql } from 'postgres';
import postgres from './postgres.ts';
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
    // Seconds between tries to connect. By default they grow to 20, and every call waits so long to hear of an outage.
    backoff: () => 0.25,
    connect_timeout: 10,
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

/** What postgres.js and the network say when no connection is to be had. */
const outageCodes = new Set([
  'CONNECTION_ENDED',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);
/** SQLSTATEs that pass: connection lost, resources short, shutting down or starting, read-only after a failover, deadlock. */
const passingStates = /^(08|53|57P0|25006|40001|40P01)/;

/** True for an error that a later try may not meet: the database is away, starting, or busy. */
export function isOutage(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return passingStates.test(error.code);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && outageCodes.has(code);
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
