import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { appTitle } from '@suyuan/contract/app-title.ts';
import type { FastifyInstance } from 'fastify';

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
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
  app.get('/api/openapi.json', async () => app.swagger());
}
