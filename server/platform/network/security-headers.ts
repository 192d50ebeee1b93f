import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';

/** Other origins that the console calls. */
export type OtherOrigins = Pick<Config, 'apiOrigin' | 'loginLogOrigin'>;

const named = (origin: string | undefined): string[] => (origin === undefined ? [] : [origin]);

/** Scripts only come from this server, never inline. Styles may be inline: antd writes design tokens to a style element. */
const options = ({ apiOrigin, loginLogOrigin }: OtherOrigins): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...named(apiOrigin)],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", ...named(apiOrigin), ...named(loginLogOrigin)],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // Set below if the connection is TLS; over plain HTTP it would lock people out.
  strictTransportSecurity: false,
  frameguard: { action: 'deny' },
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'same-origin' },
});

/**
 * The policy of the worker that reads symbols in browsers without a barcode detector. It alone may compile WebAssembly; a
 * worker has the policy of its own file, not that of the page.
 */
export const symbolWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Pages may use the camera to read codes, and the position if the consumer consents. */
const permissionsPolicy =
  'camera=(self), geolocation=(self), clipboard-write=(self), microphone=(), payment=(), usb=(), midi=(), ' +
  'display-capture=(), browsing-topics=()';
const transportSecurity = 'max-age=31536000; includeSubDomains';

/** Sends helmet's headers with every answer. They are constant, so helmet computes them only once. */
export async function sendSecurityHeaders(app: FastifyInstance, origins: OtherOrigins): Promise<void> {
  const sample = Fastify();
  await sample.register(helmet, options(origins));
  sample.get('/', async () => '');
  const { headers } = await sample.inject('/');
  await sample.close();
  const ofHelmet = Object.entries(headers).filter(([name]) => !/^(content-(type|length)|date|connection)$/.test(name));
  const fixedHeaders = Object.fromEntries(ofHelmet) as Record<string, string>;
  fixedHeaders['permissions-policy'] = permissionsPolicy;
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(fixedHeaders);
    if (request.protocol === 'https') reply.header('strict-transport-security', transportSecurity);
    // Answers for one account must not be cached for the next; those that may be cached override this.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}
