import { setTimeout as wait } from 'node:timers/promises';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { isMigrated } from '../migrate/migrate.ts';

/** The time in milliseconds after which the database counts as unavailable. */
const patience = 2000;

/** Serves `/healthz` (the process is alive) and `/readyz` (the database is available and migrated). */
export function serveHealth(app: FastifyInstance, { sql }: Database): void {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async (_, reply) => {
    try {
      if (await Promise.race([isMigrated(sql), tooLate()])) return { status: 'ready' };
      return reply
        .code(503)
        .send({ status: 'not ready', reason: 'the database is not migrated', code: ErrorCode.overloaded });
    } catch {
      return reply
        .code(503)
        .send({ status: 'not ready', reason: 'the database does not answer', code: ErrorCode.overloaded });
    }
  });
}

async function tooLate(): Promise<never> {
  await wait(patience, undefined, { ref: false });
  throw new Error('the database does not answer');
}
