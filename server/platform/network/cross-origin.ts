import { permissionsHeader } from '@suyuan/contract/call/call.ts';
import type { FastifyInstance } from 'fastify';

/** How long a browser may cache the result of a preflight request, in seconds. */
const allowedFor = 600;

/**
 * Allows consoles of other origins to call the API (CORS), if they are configured exactly. A session is in the header
 * `token`, which browsers never send by themselves; credentials (cookies) are not allowed.
 */
export function allowConsoles(app: FastifyInstance, origins: readonly string[] | undefined): void {
  if (!origins) return;
  app.addHook('onRequest', async ({ url, headers: { origin } }, reply) => {
    if (!url.startsWith('/api/')) return;
    // Also without an allowed origin, or a cache could give one origin's answer to another.
    reply.header('vary', 'Origin');
    if (origin === undefined || !origins.includes(origin)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': `${permissionsHeader}, content-disposition, retry-after`,
    });
  });
  // The preflight request. A browser of an origin that is not allowed does not make the call.
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
