import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contextAddress } from '#epcis/json/context.ts';
import type { MacKey } from '#platform/secrets/master-key.ts';
import { EpcisException } from '../problem/epcis-exception.ts';
import { isThereAny } from '../query/find-events.ts';
import { type Resource, resources, valuesOf } from '../query/values/values-of-events.ts';
import { mediaTypeOf, writeOptions } from './negotiation.ts';
import type { EpcisScope } from './scope.ts';
import { pageOfTexts } from './text-pages.ts';

/** The resources of the interface as collections (EPCIS 2.0, section 12.4): of names, and of values that events have. */
export function serveCollections(app: FastifyInstance, scope: EpcisScope, key: MacKey): void {
  const mayQuery = scope.requiring('epcis:query');
  const names = Object.keys(resources) as Resource[];

  const send = (request: FastifyRequest, reply: FastifyReply, member: readonly string[]) =>
    reply
      .type(mediaTypeOf(request, 'json'))
      .send(JSON.stringify({ '@context': contextAddress, type: 'Collection', member }));

  app.options('/', async (_, reply) => scope.discovered(reply, 'OPTIONS, GET'));
  app.get('/', { onRequest: mayQuery }, async (request, reply) =>
    send(request, reply, ['capture', 'events', ...names, 'queries']),
  );

  for (const name of names) {
    app.options(`/${name}`, async (_, reply) => scope.discovered(reply, 'OPTIONS, GET'));
    app.get(`/${name}`, { onRequest: mayQuery }, async (request, reply) => {
      const { account, reading, viewer } = await scope.readerOf(request);
      const pages = { scope, key, resource: name, account: account.id };
      const { values } = await pageOfTexts(pages, request, reply, (asked) =>
        valuesOf(reading, name, { ...asked, viewer }),
      );
      const { identifier = (uri: string) => uri } = await writeOptions(request, reading.sql);
      return send(request, reply, values.map(identifier));
    });

    app.options(`/${name}/:value`, async (_, reply) => scope.discovered(reply, 'OPTIONS, GET'));
    app.get<{ Params: { value: string } }>(`/${name}/:value`, { onRequest: mayQuery }, async (request, reply) => {
      const { reading, viewer } = await scope.readerOf(request);
      const parameters = new Map([[resources[name], [request.params.value]]]);
      if (!(await isThereAny(reading, { parameters, extensions: [], viewer })))
        throw new EpcisException('NoSuchResourceException', 'No event has this value.');
      return send(request, reply, ['events']);
    });
  }
}
