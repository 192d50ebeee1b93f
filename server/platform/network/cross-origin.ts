import { permissionsHeader, requestIdHeader } from '@suyuan/contract/call/call.ts';
import type { FastifyInstance } from 'fastify';

/** How long a browser may cache the result of a preflight request, in seconds. */
const allowedFor = 600;

/** What pages of other origins may use of an interface. */
interface Allowed {
  /** Where it is. */
  readonly under: string;
  readonly methods: readonly string[];
  /** The headers that they may send, and those of answers that they may read. */
  readonly asked: readonly string[];
  readonly answered: readonly string[];
}

/**
 * Allows pages of other origins to make requests (CORS), if they are configured exactly. Credentials (cookies) are not allowed:
 * who asks is in headers, which browsers never send by themselves.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[] | undefined, allowed: Allowed): void {
  if (!origins) return;
  const [methods, asked, answered] = [allowed.methods, allowed.asked, allowed.answered].map((some) => some.join(', '));
  app.addHook('onRequest', async ({ url, method, headers }, reply) => {
    if (!url.startsWith(allowed.under)) return;
    // Also without an allowed origin, or a cache could give one origin's answer to another.
    reply.header('vary', 'Origin');
    const { origin } = headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': answered });
    // A preflight request: OPTIONS alone may ask what a resource offers.
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return;
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': methods,
        'access-control-allow-headers': asked,
        'access-control-max-age': allowedFor,
      })
      .send();
  });
}

/** Allows consoles of other origins to call the API. A session is in the header `token`. */
export const allowConsoles = (app: FastifyInstance, origins: readonly string[] | undefined): void =>
  allowOrigins(app, origins, {
    under: '/api/',
    methods: ['GET', 'POST'],
    asked: ['token', 'content-type', 'accept-language', 'range'],
    answered: [permissionsHeader, requestIdHeader, 'content-disposition', 'retry-after'],
  });
