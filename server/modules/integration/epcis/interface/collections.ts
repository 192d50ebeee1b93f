import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contextAddress } from '#epcis/json/context.ts';
import type { MacKey } from '#platform/secrets/master-key.ts';
import { EpcisException } from '../problem/epcis-exception.ts';
import { isThereAny } from '../query/find-events.ts';
import { pageToken, readPageToken } from '../query/page-token.ts';
import { single, wholeNumber } from '../query/parameters.ts';
import { type Resource, resources, valuesOf } from '../query/values-of-events.ts';
import { mediaTypeOf, writeOptions } from './negotiation.ts';
import type { EpcisScope } from './scope.ts';

const pageSize = { usual: 30, most: 1000 } as const;

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
      const query = request.query as Record<string, string | string[] | undefined>;
      const { account, reading, viewer } = await scope.readerOf(request);
      const [perPage, token] = ['perPage', 'nextPageToken'].map((one) => query[one] && [query[one]].flat());
      const size = perPage ? wholeNumber('perPage', perPage, 1_000_000) : pageSize.usual;
      const most = Math.min(size, pageSize.most);
      const about = { parameters: new Map([[name, []]]), account: account.id, key };
      const from = token ? readPageToken(single('nextPageToken', token), about) : undefined;
      const { values, end } = await valuesOf(reading, name, { after: from?.after[0] ?? undefined, most, viewer });
      if (end !== undefined) {
        const next = pageToken({ after: [end, 0, 0, ''], until: [0, 0], count: 0 }, about);
        const search = new URLSearchParams({ perPage: String(size), nextPageToken: next.token });
        reply.headers({
          link: `<${scope.address(`/${name}`)}?${search}>; rel="next"`,
          'gs1-next-page-token-expires': next.expires.toISOString(),
        });
      }
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
