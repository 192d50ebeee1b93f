import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';

/** Other servers that the console's page calls. */
export type OtherOrigins = Pick<Config, 'apiOrigin' | 'loginLogOrigin'>;

const named = (origin: string | undefined): string[] => (origin === undefined ? [] : [origin]);

/**
 * Scripts come from us alone and never inline. Styles may be inline: antd's design tokens are written as a style tag.
 */
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
  // Given below, where the connection is known to be TLS: on plain http it would lock people out.
  strictTransportSecurity: false,
  frameguard: { action: 'deny' },
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'same-origin' },
});

/** What browsers may use on our pages: the camera to read codes, the position when the consumer says so. */
const permissionsPolicy =
  'camera=(self), geolocation=(self), clipboard-write=(self), microphone=(), payment=(), usb=(), midi=(), ' +
  'display-capture=(), browsing-topics=()';
const transportSecurity = 'max-age=31536000; includeSubDomains';

/** Sends helmet's headers with every answer. They never vary, so helmet writes them once and not for each request. */
export async function sendSecurityHeaders(app: FastifyInstance, origins: OtherOrigins): Promise<void> {
  const sample = Fastify();
  await sample.register(helmet, options(origins));
  sample.get('/', async () => '');
  const { headers } = await sample.inject('/');
  await sample.close();
  const ofHelmet = Object.entries(headers).filter(([name]) => !/^(content-(type|length)|date|connection)$/.test(name));
  const fixed = Object.fromEntries(ofHelmet) as Record<string, string>;
  fixed['permissions-policy'] = permissionsPolicy;
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(fixed);
    if (request.protocol === 'https') reply.header('strict-transport-security', transportSecurity);
    // What was answered to one account is not kept for the next; what may be kept says so itself.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}
