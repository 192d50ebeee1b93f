import { readFile } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ErrorCode } from '../../contract/errors.ts';
import { Refusal } from './refusal.ts';

const dist = new URL('../../web/dist/', import.meta.url);

/** Serves the built front end: hashed files for ever, and the console's one page for every path that is a screen. */
export async function servePages(app: FastifyInstance, loginLogOrigin: string | undefined): Promise<void> {
  const built = await readFile(new URL('index.html', dist), 'utf8').catch(() => undefined);
  const page = built?.replace(
    'name="login-log-origin" content=""',
    `name="login-log-origin" content="${loginLogOrigin ?? ''}"`,
  );
  if (page !== undefined) {
    await app.register(fastifyStatic, {
      root: new URL('assets/', dist),
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
      index: false,
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isScreen =
      /^(GET|HEAD)$/.test(request.method) && !/^\/(api|assets)(\/|$)/.test(request.url) && page !== undefined;
    if (isScreen) return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
    throw new Refusal(404, ErrorCode.notFound, { reason: 'no_such_call' });
  });
}
