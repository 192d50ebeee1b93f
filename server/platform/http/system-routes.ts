import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { appTitle } from '@suyuan/contract/app-title.ts';
import type { FastifyInstance } from 'fastify';

/** Marks calls that the key of a system can have carried out once. */
export const onceMark = 'x-idempotent';

const onceHeader = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      maxLength: 128,
      description:
        'With the key of a system: the same call with the same value is carried out once, and answered alike for 24 hours.',
    },
  },
};

/** Serves `/api/openapi.json` and `/api/docs`, generated from the contract as routes are registered. */
export async function serveOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: appTitle, description: 'Product traceability: codes, events, scans.', version: '4.1.0' },
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'Token' },
          systemKey: { type: 'http', scheme: 'bearer', bearerFormat: 'suyuan_sk_…' },
          deviceKey: { type: 'apiKey', in: 'header', name: 'Device-Key' },
        },
      },
    },
    hideUntagged: true,
    // Only documented: what reads the header tells what is wrong with it.
    transform: ({ schema, url }) => ({
      url,
      schema: onceMark in (schema ?? {}) ? { ...schema, headers: onceHeader } : schema,
    }),
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
  app.get('/api/openapi.json', async () => app.swagger());
}
