import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Declarations } from '#epcis/model/namespaces.ts';
import type { MacKey } from '#platform/secrets/master-key.ts';
import { queryDocument } from '../answer/query-document.ts';
import { EpcisException } from '../problem/epcis-exception.ts';
import { badParameter, type Parameters, parametersOf, single, wholeNumber } from '../query/conditions/parameters.ts';
import { findEvents } from '../query/find-events.ts';
import { pageToken, readPageToken } from '../query/pages/page-token.ts';
import { resources } from '../query/values/values-of-events.ts';
import { declaredExtensions } from './declared-extensions.ts';
import { isXml, mediaTypeOf, writeOptions } from './negotiation.ts';
import type { EpcisScope } from './scope.ts';

const pageSize = { usual: 30, most: 1000 } as const;
const paging = ['perPage', 'nextPageToken'];

/** What an address says of a query beside its query string. */
interface Addressed {
  readonly path: string;
  /** Parameters of the path. */
  readonly given?: Parameters;
  /** A query that is stored; its parameters are `given`, and the query string has no others. */
  readonly named?: { readonly name: string; readonly prefixes: Declarations };
}

/** Finds a page of events by the parameters of a request. */
export async function answerEvents(
  { scope, key }: { readonly scope: EpcisScope; readonly key: MacKey },
  request: FastifyRequest,
  reply: FastifyReply,
  { path, given = new Map(), named }: Addressed,
) {
  const type = mediaTypeOf(request);
  const query = request.query as Record<string, string | string[]>;
  const own = parametersOf(query, paging);
  const [other] = own.keys();
  if (named && other !== undefined) throw badParameter(other, 'is not of a page; a named query has its own parameters');
  const twice = [...given.keys()].find((name) => own.has(name));
  if (twice !== undefined) throw new EpcisException('QueryParameterException', `${twice} is in the path already.`);
  const parameters: Parameters = new Map([...given, ...own]);
  const { account, reading, viewer } = await scope.readerOf(request);
  const options = await writeOptions(request, reading.sql);
  const [perPage, token] = paging.map((name) => (query[name] === undefined ? undefined : [query[name]].flat()));
  const size = perPage ? wholeNumber('perPage', perPage, 1_000_000) : pageSize.usual;
  const about = { parameters, account: account.id, key };
  const { events, end } = await findEvents(reading, {
    parameters,
    perPage: Math.min(size, pageSize.most),
    from: token && readPageToken(single('nextPageToken', token), about),
    extensions: named?.prefixes ?? declaredExtensions(request),
    viewer,
  });
  if (end) {
    const next = pageToken(end, about);
    const search = new URLSearchParams([
      ...[...own].map(([name, values]): [string, string] => [name, values.join('|')]),
      ['perPage', String(size)],
      ['nextPageToken', next.token],
    ]);
    reply.headers({
      link: `<${scope.address(path)}?${search}>; rel="next"`,
      'gs1-next-page-token-expires': next.expires.toISOString(),
    });
  }
  const queryName = named?.name ?? 'SimpleEventQuery';
  const text = queryDocument({ queryName, events }, options, isXml(type) ? 'xml' : 'json');
  return { events, send: () => reply.type(type).send(text) };
}

/** The query interface (EPCIS 2.0, section 12.7): events by the parameters of SimpleEventQuery. */
export function serveQueries(app: FastifyInstance, scope: EpcisScope, key: MacKey): void {
  const mayQuery = scope.requiring('epcis:query');
  const answer = (request: FastifyRequest, reply: FastifyReply, path: string, given?: Parameters) =>
    answerEvents({ scope, key }, request, reply, { path, ...(given ? { given } : {}) });

  app.delete('/nextPageToken/:token', { onRequest: mayQuery }, async () => {
    throw new EpcisException('ImplementationException', 'Page tokens expire, and are not ended before.', 501);
  });
  app.options('/events', async (_, reply) => scope.discovered(reply, 'OPTIONS, GET, POST'));
  app.get('/events', { onRequest: mayQuery }, async (request, reply) =>
    (await answer(request, reply, '/events')).send(),
  );
  app.options('/events/:id', async (_, reply) => scope.discovered(reply, 'OPTIONS, GET'));
  app.get<{ Params: { id: string } }>('/events/:id', { onRequest: mayQuery }, async (request, reply) => {
    const { id } = request.params;
    const given = new Map([['EQ_eventID', [id]]]);
    const { events, send } = await answer(request, reply, `/events/${encodeURIComponent(id)}`, given);
    if (events.length === 0) throw new EpcisException('NoSuchResourceException', 'There is no event of that ID.');
    return send();
  });
  for (const [name, parameter] of Object.entries(resources)) {
    app.options(`/${name}/:value/events`, async (_, reply) => scope.discovered(reply, 'OPTIONS, GET'));
    app.get<{ Params: { value: string } }>(
      `/${name}/:value/events`,
      { onRequest: mayQuery },
      async (request, reply) => {
        const { value } = request.params;
        const path = `/${name}/${encodeURIComponent(value)}/events`;
        return (await answer(request, reply, path, new Map([[parameter, [value]]]))).send();
      },
    );
  }
}
