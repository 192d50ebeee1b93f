import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ErrorCode } from '../../../contract/call/errors.ts';
import type { Database } from '../database/database.ts';
import { isMigrated } from '../migrate/migrate.ts';

/** A database that takes longer is away. */
const patience = 2000;

/** `/healthz`: the process answers. `/readyz`: it can do its work — the database is there and has today's schema. */
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
