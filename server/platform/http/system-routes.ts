import { setTimeout as wait } from 'node:timers/promises';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { appTitle } from '@suyuan/contract/app-title.ts';
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

/** Serves `/api/openapi.json` and `/api/docs`, generated from the contract as routes are registered. */
export async function serveOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: appTitle, description: 'Product traceability: codes, events, scans.', version: '4.1.0' },
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'Token' },
          deviceKey: { type: 'apiKey', in: 'header', name: 'Device-Key' },
        },
      },
    },
    hideUntagged: true,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
  app.get('/api/openapi.json', async () => app.swagger());
}
