import type { FastifyInstance } from 'fastify';

const asked = [
  'authorization',
  'content-type',
  'accept-language',
  'gs1-epcis-version',
  'gs1-epcis-min',
  'gs1-epcis-max',
  'gs1-cbv-version',
  'gs1-cbv-min',
  'gs1-cbv-max',
  'gs1-epc-format',
  'gs1-cbv-xml-format',
  'gs1-extensions',
  'gs1-capture-error-behaviour',
];
const answered = [
  'link',
  'location',
  'gs1-epcis-version',
  'gs1-epcis-min',
  'gs1-epcis-max',
  'gs1-cbv-version',
  'gs1-cbv-min',
  'gs1-cbv-max',
  'gs1-capture-error-behaviour',
  'gs1-epcis-capture-limit',
  'gs1-epcis-capture-file-size-limit',
  'gs1-next-page-token-expires',
  'gs1-query-min-record-time',
];

/** Allows pages of other origins to make requests (CORS), those that may call the API. */
export function allowPages(app: FastifyInstance, origins: readonly string[] | undefined): void {
  if (!origins) return;
  app.addHook('onRequest', async ({ method, headers }, reply) => {
    reply.header('vary', 'Origin');
    const { origin } = headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': answered.join(', ') });
    // The same method discovers what a resource offers, which a browser does not ask for by itself.
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return;
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
        'access-control-allow-headers': asked.join(', '),
        'access-control-max-age': 600,
      })
      .send();
  });
}
