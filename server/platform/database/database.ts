import { Kysely } from 'kysely';
import { ConnectionError, DatabaseError, isNodeLost } from './driver/errors.ts';
import { kyselyDialect } from './driver/kysely-dialect.ts';
import { openSql } from './driver/open-sql.ts';
import type { Bounds } from './driver/patience.ts';
import { Silence } from './driver/silence.ts';
import type { Sql } from './driver/sql.ts';
import type { Schema } from './schema.ts';

export type { Connection } from './driver/sql.ts';

/** Connections for one kind of work: exhausting one pool leaves the others free (bulkhead). */
export interface Pool {
  /** Statements as tagged templates, for hot paths and COPY. */
  readonly sql: Sql;
  /** Kysely over the same connections, for lists and forms. */
  readonly db: Kysely<Schema>;
  /** The largest number of connections. */
  readonly connections: number;
}

/** The ordinary pool, with two reserved ones. */
export interface Database extends Pool {
  /** Reserved for scans and sign-in, which are answered even while everything else waits. */
  readonly reserved: Pool;
  /** For work that takes minutes: exports of whole lists, and the system's own work on many rows. */
  readonly long: Pool;
  /** The pools by their names. */
  readonly pools: Readonly<Record<'ordinary' | 'reserved' | 'long', Pool>>;
  close(): Promise<void>;
}

/** Divides the connections of a server among its pools. With fewer than four, as commands have, the reserved ones come on top. */
function sharesOf(connections: number): { ordinary: number; reserve: number; long: number } {
  const reserve = Math.max(1, Math.floor(connections / 4));
  const long = Math.max(1, Math.floor(connections / 6));
  return { ordinary: connections < 4 ? connections : connections - reserve - long, reserve, long };
}

/** `statement_timeout` in seconds: nobody waits for a call that is answered later. */
const patience = { ordinary: 60, reserved: 20, long: 1800 };
/** Seconds for which a call waits for a free connection: whoever waits longer is told to come back. */
const patienceForConnection = { ordinary: 15, reserved: 5, long: 60 };
/** `idle_in_transaction_session_timeout` in seconds: a transaction never waits for a person, so an idle one is abandoned. */
const idleInTransaction = 60;

/**
 * Opens the pools; connections are made when they are needed. `command` is for command-line programs, whose statements have no
 * timeout.
 */
export function openDatabase(url: string, connections: number, { command = false } = {}): Database {
  const { ordinary, reserve, long } = sharesOf(connections);
  const silence = new Silence();
  const pool = (kind: keyof typeof patience, most: number) =>
    openPool(url, most, silence, command ? { statement: 0, connection: 0 } : boundsOf(kind));
  const pools = { ordinary: pool('ordinary', ordinary), reserved: pool('reserved', reserve), long: pool('long', long) };
  const close = async () => void (await Promise.all(Object.values(pools).map(({ sql }) => sql.end({ timeout: 5 }))));
  return { ...pools.ordinary, reserved: pools.reserved, long: pools.long, pools, close };
}

const boundsOf = (kind: keyof typeof patience): Bounds => ({
  statement: patience[kind],
  connection: patienceForConnection[kind],
});

function openPool(url: string, connections: number, silence: Silence, bounds: Bounds): Pool {
  const sql = openSql(url, {
    max: connections,
    bounds,
    silence,
    settings: {
      application_name: 'suyuan',
      TimeZone: 'UTC',
      statement_timeout: bounds.statement * 1000,
      idle_in_transaction_session_timeout: bounds.statement === 0 ? 0 : idleInTransaction * 1000,
      // On Citus, a transaction that has read many shards in parallel cannot write to a table with foreign keys from others.
      'citus.multi_shard_modify_mode': 'sequential',
      // A time limit that a transaction sets for itself (`set local`) also holds for what it does on the nodes.
      'citus.propagate_set_commands': 'local',
    },
  });
  return poolOf(sql, connections);
}

/** Kysely beside the statements of a pool. */
export const poolOf = (sql: Sql, connections: number): Pool => ({
  sql,
  db: new Kysely<Schema>({ dialect: kyselyDialect(sql) }),
  connections,
});

/**
 * Transient SQLSTATEs: connection lost, insufficient resources, shutting down or starting, read-only after a failover, deadlock,
 * statement timeout, lock timeout, idle-in-transaction timeout.
 */
const passingStates = /^(08|53|57P0|57014|55P03|25006|25P03|40001|40P01)/;

export const isPassing = (sqlState = ''): boolean => passingStates.test(sqlState);

/** Whether an error is transient: the database is away, starting, or busy, and a later attempt may succeed. */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseError) return isPassing(error.code) || isNodeLost(error);
  return error instanceof ConnectionError;
}

/**
 * Whether a transaction certainly changed nothing and may succeed at once if it is done again: it ended because of a deadlock or a
 * serialisation failure, or a node of the cluster was lost.
 */
export const isWorthRepeating = (error: unknown): boolean =>
  error instanceof DatabaseError && (['40P01', '40001'].includes(error.code ?? '') || isNodeLost(error));

/** The oldest PostgreSQL that the SQL here runs on. */
const oldestVersion = 150_000;

/** Throws with a sentence for the installer when the server is too old. */
export async function requireVersion(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`;
  if (row && row.version < oldestVersion) {
    throw new Error(`PostgreSQL 15 or later is needed; this one is ${Math.floor(row.version / 10_000)}`);
  }
}
