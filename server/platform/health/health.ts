import { setTimeout as wait } from 'node:timers/promises';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { isMigrated } from '../migrate/migrate.ts';
import type { ClusterNodes } from './cluster-nodes.ts';
import type { Draining } from './draining.ts';

/** The time in milliseconds after which the database counts as unavailable. */
const patience = 2000;

interface Watched {
  readonly database: Database;
  readonly draining: Draining;
  readonly nodes: ClusterNodes;
}

/**
 * Serves `/healthz` (the process is alive) and `/readyz` (it takes requests, and the database is available, migrated and writable).
 * A cluster without one of its nodes still serves what lies on the others, so this is told and no reason to send requests elsewhere.
 */
export function serveHealth(app: FastifyInstance, { database, draining, nodes }: Watched): void {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async (_, reply) => {
    const reason = draining.hasBegun ? 'the server is stopping' : await obstacleOf(database);
    if (reason) return reply.code(503).send({ status: 'not ready', reason, code: ErrorCode.overloaded });
    return nodes.away.length > 0 ? { status: 'ready', away: nodes.away } : { status: 'ready' };
  });
}

/** Why the database cannot be used now. */
async function obstacleOf({ reserved }: Database): Promise<string | undefined> {
  try {
    const [migrated, writable] = await Promise.race([
      Promise.all([isMigrated(reserved.sql), isWritable(reserved)]),
      tooLate(),
    ]);
    if (!migrated) return 'the database is not migrated';
    return writable ? undefined : 'the database is read-only';
  } catch {
    return 'the database does not answer';
  }
}

async function isWritable({ sql }: Database['reserved']): Promise<boolean> {
  const [row] = await sql<{ read_only: string }[]>`select current_setting('transaction_read_only') as read_only`;
  return row?.read_only === 'off';
}

async function tooLate(): Promise<never> {
  await wait(patience, undefined, { ref: false });
  throw new Error('the database does not answer');
}
