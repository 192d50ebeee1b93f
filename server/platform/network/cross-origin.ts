import type { FastifyInstance } from 'fastify';
import { permissionsHeader } from '../../../contract/call/call.ts';

/** How long a browser may keep what it was allowed, in seconds. */
const allowedFor = 600;

/**
 * Lets the consoles of other servers call the API: those that are named, letter by letter, and no others. A session goes
 * in the header `token`, which no browser sends of its own accord; cookies are never let along.
 */
export function allowConsoles(app: FastifyInstance, origins: readonly string[] | undefined): void {
  if (!origins) return;
  app.addHook('onRequest', async ({ url, headers: { origin } }, reply) => {
    if (!url.startsWith('/api/')) return;
    // Also where nothing is allowed: a cache must not give one origin's answer to another.
    reply.header('vary', 'Origin');
    if (origin === undefined || !origins.includes(origin)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': `${permissionsHeader}, content-disposition, retry-after`,
    });
  });
  // Asked before a call: whoever is not allowed sees no origin named, and does not make it.
  app.options('/api/*', { schema: { hide: true } }, async (_, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'token, content-type, accept-language, range',
        'access-control-max-age': allowedFor,
      })
      .send(),
  );
}
