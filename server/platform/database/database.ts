import { Kysely } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import type { ISql, Sql } from 'postgres';
import postgres from './postgres.ts';
import type { Schema } from './schema.ts';

/** A connection pool or a transaction in it. */
export type Connection = ISql;

/** Connections for one kind of work: whoever has taken all of one pool takes none of another. */
export interface Pool {
  /** postgres.js: hot paths and COPY. */
  readonly sql: Sql;
  /** Kysely over the same connections: lists and forms. */
  readonly db: Kysely<Schema>;
  /** How many there are at most. */
  readonly connections: number;
}

/** What calls use unless said otherwise, with the connections that are set apart. */
export interface Database extends Pool {
  /** For scans and signing in: answered also while everything else waits. */
  readonly kept: Pool;
  /** For what takes minutes: whole lists as files, and the system's own work on many rows. */
  readonly long: Pool;
  close(): Promise<void>;
}

/** How the connections of a server are divided. With fewer than four, what is set apart comes on top. */
function sharesOf(connections: number): { ordinary: number; kept: number; long: number } {
  const kept = Math.max(1, Math.floor(connections / 4));
  const long = Math.max(1, Math.floor(connections / 6));
  return { ordinary: connections < 4 ? connections : connections - kept - long, kept, long };
}

/** Seconds after which PostgreSQL itself ends a statement. A call that is answered so late is not waited for any more. */
const patience = { ordinary: 60, kept: 20, long: 1800 };
/** Seconds after which it ends a transaction that nobody goes on with: what holds locks is never waiting for a person. */
const idleInTransaction = 60;

/**
 * Connects to a PostgreSQL 15 or later. Connections are made when they are needed. `command`: for a program of an
 * administrator's, whose statements may take as long as they like.
 */
export function openDatabase(url: string, connections: number, { command = false } = {}): Database {
  const { ordinary, kept, long } = sharesOf(connections);
  const pools = [
    openPool(url, ordinary, command ? 0 : patience.ordinary),
    openPool(url, kept, patience.kept),
    openPool(url, long, patience.long),
  ] as const;
  const close = async () => void (await Promise.all(pools.map(({ sql }) => sql.end({ timeout: 5 }))));
  return { ...pools[0], kept: pools[1], long: pools[2], close };
}

/** int8 comes as a number: ids and counts here are safe integers. */
function openPool(url: string, connections: number, seconds: number): Pool {
  const sql = postgres(url, {
    max: connections,
    onnotice: () => {},
    // Seconds between tries to connect. By default they grow to 20, and every call waits so long to hear of an outage.
    backoff: () => 0.25,
    connect_timeout: 10,
    connection: {
      application_name: 'suyuan',
      TimeZone: 'UTC',
      statement_timeout: seconds * 1000,
      idle_in_transaction_session_timeout: seconds === 0 ? 0 : idleInTransaction * 1000,
      // On a cluster a transaction that read of many shards at once could not write to a table that others refer to.
      'citus.multi_shard_modify_mode': 'sequential',
    },
    types: {
      bigint: {
        to: 20,
        from: [20],
        serialize: (value: number | bigint) => value.toString(),
        parse: (text: string) => Number(text),
      },
    },
  }) as Sql;
  const db = new Kysely<Schema>({ dialect: new PostgresJSDialect({ postgres: sql }) });
  return { sql, db, connections };
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
/**
 * SQLSTATEs that pass: connection lost, resources short, shutting down or starting, read-only after a failover, deadlock,
 * a statement or a pause in a transaction that took too long.
 */
const passingStates = /^(08|53|57P0|57014|25006|25P03|40001|40P01)/;

/** True for an error that a later try may not meet: the database is away, starting, or busy. */
export function isOutage(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return passingStates.test(error.code);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && outageCodes.has(code);
}

/** True where PostgreSQL ended one of several transactions that waited for each other: done again, it finds the way free. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && ['40P01', '40001'].includes(error.code);

/** The oldest PostgreSQL that the SQL here runs on. */
const oldestVersion = 150_000;

/** Throws with a sentence for the installer when the server is too old. */
export async function requireVersion(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`;
  if (row && row.version < oldestVersion) {
    throw new Error(`PostgreSQL 15 or later is needed; this one is ${Math.floor(row.version / 10_000)}`);
  }
}
