import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from '../database/driver/errors.ts';
import type { ReservedConnection, Sql } from '../database/driver/sql.ts';
import { hasCitus } from '../migrate/distribute.ts';

// One moment of the whole database. A single PostgreSQL has it in every snapshot. Citus has no snapshot over its nodes: there all
// writers to distributed tables are held for a moment, while a transaction takes its snapshot on each node
// (docs/decisions/backup-file.md).

/** Since this version Citus begins the transactions of workers at the isolation level of the coordinator's. */
const oldestCitus = 11.2;
/** Below PostgreSQL's `deadlock_timeout`, so that whoever stands in each other's way, we are the ones who give up. */
const patience = '400ms';
/** Milliseconds between two attempts, and how long they go on. */
const [rest, longest] = [500, 120_000];

/** Takes the locks that writers take before they write, so that most of them wait where they hold nothing yet. */
export type WriterLocks = (connection: ReservedConnection) => Promise<void>;

/** Runs work in a transaction that sees one moment of all tables, on all nodes of a cluster. */
export async function atOneMoment<Result>(
  sql: Sql,
  writerLocks: WriterLocks,
  work: (snapshot: ReservedConnection) => Promise<Result>,
): Promise<Result> {
  const snapshot = (begun: (snapshot: ReservedConnection) => Promise<Result>) =>
    sql.begin('isolation level repeatable read', begun);
  if (!(await hasCitus(sql))) return snapshot(work);
  await requireCitus(sql);
  const tables = await distributedTables(sql);
  const gate = await sql.reserve();
  try {
    // Shards may not move until the end: on their new node the snapshot would be a later one.
    await gate.unsafe(`begin; lock table ${tables.join(', ')} in share update exclusive mode; savepoint held`);
    await holdWriters(gate, tables, writerLocks);
    return await snapshot(async (connection) => {
      // One connection to each worker, whose transaction takes its snapshot with its first query.
      await connection.unsafe('set local citus.max_adaptive_executor_pool_size = 1');
      for (const table of tables) await connection.unsafe(`select 1 from ${table} limit 1`);
      await gate.unsafe('rollback to savepoint held');
      return work(connection);
    });
  } finally {
    await gate.unsafe('rollback').catch(() => {});
    gate.release();
  }
}

async function requireCitus(sql: Sql): Promise<void> {
  const [row] = await sql<
    { version: string }[]
  >`select extversion as version from pg_extension where extname = 'citus'`;
  if (Number.parseFloat(row?.version ?? '0') < oldestCitus)
    throw new Error(`Backups of a cluster need Citus ${oldestCitus} or later; this one is ${row?.version}.`);
}

const distributedTables = async (sql: Sql): Promise<string[]> =>
  (
    await sql<{ name: string }[]>`
      select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' order by 1`
  ).map(({ name }) => name);

/**
 * Waits until no transaction is writing to the tables, and keeps others from beginning to. A table that is waited for in vain is
 * locked first at the next attempt: whoever writes to several then waits where it begins.
 */
async function holdWriters(
  gate: ReservedConnection,
  tables: readonly string[],
  writerLocks: WriterLocks,
): Promise<void> {
  const order = [...tables];
  const until = performance.now() + longest;
  for (;;) {
    const outcome = await heldAll(gate, order, writerLocks);
    if (outcome === 'held') return;
    await gate.unsafe('rollback to savepoint held');
    if (performance.now() > until)
      throw new Error(
        'No moment was found in which nothing is written to the cluster. Try again when it is less busy.',
      );
    if (outcome !== 'pending') order.unshift(...order.splice(order.indexOf(outcome), 1));
    await pause(rest);
  }
}

/** Answers `held`, or what stood in the way: a table, or transactions that a node has prepared and not committed. */
async function heldAll(gate: ReservedConnection, order: readonly string[], writerLocks: WriterLocks): Promise<string> {
  let table = '';
  try {
    await gate.unsafe(`set local lock_timeout = '${patience}'`);
    await writerLocks(gate);
    for (table of order) await gate.unsafe(`lock table ${table} in share mode`);
  } catch (error) {
    if (error instanceof DatabaseError && ['55P03', '40P01'].includes(error.code ?? '')) return table || 'pending';
    throw error;
  }
  const before = await prepared(gate);
  if (before.size === 0) return 'held';
  // Those of tables that are not locked come and go; one that stays was left by a coordinator that is to commit it yet.
  await pause(100);
  const after = await prepared(gate);
  return [...before].some((one) => after.has(one)) ? 'pending' : 'held';
}

async function prepared(gate: ReservedConnection): Promise<Set<string>> {
  const rows = await gate<{ result: string }[]>`
    select result from run_command_on_workers(
      $$ select string_agg(gid, ' ') from pg_prepared_xacts where database = current_database() $$)`;
  return new Set(rows.flatMap(({ result }) => (result ? result.split(' ') : [])));
}
