import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MacKey } from '#platform/secrets/master-key.ts';
import { defineQuery, deleteQuery, namedQueries, namedQuery } from '../named/named-queries.ts';
import { definitionJson, definitionOf, objectOfBody } from '../named/query-definition.ts';
import { checkParameters } from '../query/find-events.ts';
import { declaredExtensions } from './declared-extensions.ts';
import { mediaTypeOf } from './negotiation.ts';
import { answerEvents } from './query-interface.ts';
import type { EpcisScope } from './scope.ts';
import { pageOfTexts } from './text-pages.ts';
import { isUpgrade } from './upgrades.ts';

type OfQuery = { Params: { name: string } };

/** Opens a WebSocket on the events of a query. */
export type OpenSocket = (request: FastifyRequest, reply: FastifyReply, name: string) => Promise<FastifyReply>;

/** Named queries (EPCIS 2.0, section 12.7.4): defined, listed, used and deleted by the keys of one party. */
export function serveNamedQueries(app: FastifyInstance, scope: EpcisScope, key: MacKey, openSocket: OpenSocket): void {
  const mayQuery = scope.requiring('epcis:query');

  app.options('/queries', async (_, reply) => scope.discovered(reply, 'OPTIONS, GET, POST'));
  app.post('/queries', { onRequest: mayQuery }, async (request, reply) => {
    const { account, sql } = scope.callerOf(request);
    const definition = definitionOf(objectOfBody(request.body), declaredExtensions(request));
    checkParameters(definition.parameters, definition.prefixes);
    await defineQuery(sql, account, definition);
    return reply
      .code(201)
      .header('location', scope.address(`/queries/${encodeURIComponent(definition.name)}`))
      .send();
  });
  app.get('/queries', { onRequest: mayQuery }, async (request, reply) => {
    const type = mediaTypeOf(request, 'json');
    const { account, sql } = scope.callerOf(request);
    const pages = { scope, key, resource: 'queries', account: account.id };
    const { queries } = await pageOfTexts(pages, request, reply, ({ after, most }) =>
      namedQueries(sql, account, { after: after ?? '', most }),
    );
    return reply.type(type).send(JSON.stringify(queries.map(definitionJson)));
  });

  app.options('/queries/:name', async (_, reply) => scope.discovered(reply, 'OPTIONS, GET, DELETE'));
  app.get<OfQuery>('/queries/:name', { onRequest: mayQuery }, async (request, reply) => {
    const type = mediaTypeOf(request, 'json');
    const { account, sql } = scope.callerOf(request);
    return reply.type(type).send(JSON.stringify(definitionJson(await namedQuery(sql, account, request.params.name))));
  });
  app.delete<OfQuery>('/queries/:name', { onRequest: mayQuery }, async (request, reply) => {
    const { account, sql } = scope.callerOf(request);
    await deleteQuery(sql, account, request.params.name);
    return reply.code(204).send();
  });

  app.options('/queries/:name/events', async (_, reply) => scope.discovered(reply, 'OPTIONS, GET'));
  app.get<OfQuery>('/queries/:name/events', { onRequest: mayQuery }, async (request, reply) => {
    const { name } = request.params;
    if (isUpgrade(request)) return openSocket(request, reply, name);
    const { account, sql } = scope.callerOf(request);
    const { parameters, prefixes } = await namedQuery(sql, account, name);
    const path = `/queries/${encodeURIComponent(name)}/events`;
    const addressed = { path, given: parameters, named: { name, prefixes } };
    return (await answerEvents({ scope, key }, request, reply, addressed)).send();
  });
}
