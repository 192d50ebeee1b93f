import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

/**
 * Scripts come from us alone and never inline. Styles may be inline: antd's design tokens are written as a style tag.
 */
const options = (loginLogOrigin: string | undefined): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", ...(loginLogOrigin ? [loginLogOrigin] : [])],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // Set by whoever terminates TLS: on plain http it would lock people out.
  strictTransportSecurity: false,
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'same-origin' },
});

/** Sends helmet's headers with every answer. They never vary, so helmet writes them once and not for each request. */
export async function sendSecurityHeaders(app: FastifyInstance, loginLogOrigin: string | undefined): Promise<void> {
  const sample = Fastify();
  await sample.register(helmet, options(loginLogOrigin));
  sample.get('/', async () => '');
  const { headers } = await sample.inject('/');
  await sample.close();
  const ofHelmet = Object.entries(headers).filter(([name]) => !/^(content-(type|length)|date|connection)$/.test(name));
  const fixed = Object.fromEntries(ofHelmet) as Record<string, string>;
  app.addHook('onRequest', async (_, reply) => {
    reply.headers(fixed);
  });
}
