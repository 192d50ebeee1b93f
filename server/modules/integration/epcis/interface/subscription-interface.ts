import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#platform/services.ts';
import { namedQuery } from '../named/named-queries.ts';
import { objectOfBody } from '../named/query-definition.ts';
import { wholeNumber } from '../query/conditions/parameters.ts';
import { socketOf, webhookOf } from '../subscription/controls.ts';
import type { Deliveries } from '../subscription/deliveries.ts';
import { subscribe, subscriptionOf, subscriptionsOf, unsubscribe } from '../subscription/subscriptions.ts';
import { requireDestination } from '../subscription/webhook.ts';
import { formatsOf, mediaTypeOf } from './negotiation.ts';
import type { EpcisScope } from './scope.ts';
import { upgraded } from './upgrades.ts';

type OfQuery = { Params: { name: string } };
type OfSubscription = { Params: { name: string; id: string } };

const pageSize = 100;

interface Parts {
  readonly services: Services;
  readonly scope: EpcisScope;
  readonly deliveries: Deliveries;
}

/** Subscriptions to named queries (EPCIS 2.0, section 12.7.5), which are delivered to webhooks. */
export function serveSubscriptions(app: FastifyInstance, { services, scope, deliveries }: Parts): void {
  const mayQuery = scope.requiring('epcis:query');
  const queryOf = async (request: FastifyRequest<OfQuery>) => {
    const { account, sql } = scope.callerOf(request);
    return { account, sql, query: await namedQuery(sql, account, request.params.name) };
  };
  const path = '/queries/:name/subscriptions';

  app.options(path, async (_, reply) => scope.discovered(reply, 'OPTIONS, GET, POST'));
  app.post<OfQuery>(path, { onRequest: mayQuery }, async (request, reply) => {
    const { dest: given, signatureToken, ...controls } = webhookOf(objectOfBody(request.body));
    const dest = requireDestination(given, services.config.webhookNetworks ?? []);
    const { account, query } = await queryOf(request);
    const { subscriptionId, told } = await subscribe(services.system.ownWork.sql, {
      ...controls,
      query,
      account,
      formats: formatsOf(request),
      timeZone: services.timeZone(),
      webhook: { dest, signatureToken, key: services.masterKey },
    });
    deliveries.wake();
    const location = scope.address(`/queries/${encodeURIComponent(query.name)}/subscriptions/${subscriptionId}`);
    return reply.code(201).header('location', location).type(mediaTypeOf(request, 'json')).send(JSON.stringify(told));
  });
  app.get<OfQuery>(path, { onRequest: mayQuery }, async (request, reply) => {
    const { sql, query } = await queryOf(request);
    const { perPage, nextPageToken } = request.query as Record<string, string | undefined>;
    const most = Math.min(perPage === undefined ? pageSize : wholeNumber('perPage', [perPage], 1_000_000), 1000);
    const skip = nextPageToken === undefined ? 0 : wholeNumber('nextPageToken', [nextPageToken], 1_000_000);
    const all = await subscriptionsOf(sql, query, { most: most + 1, skip });
    if (all.length > most) {
      const next = scope.address(`/queries/${encodeURIComponent(query.name)}/subscriptions`);
      const expires = new Date(Date.now() + 3_600_000).toISOString();
      reply.headers({
        link: `<${next}?perPage=${most}&nextPageToken=${skip + most}>; rel="next"`,
        'gs1-next-page-token-expires': expires,
      });
    }
    return reply.type(mediaTypeOf(request, 'json')).send(JSON.stringify(all.slice(0, most)));
  });

  app.options<OfSubscription>(`${path}/:id`, async (request, reply) => {
    // A browser asks first whether it may ask, and has no key with it yet.
    if (request.headers.authorization !== undefined) {
      await mayQuery(request);
      const { sql, query } = await queryOf(request);
      const told = await subscriptionOf(sql, query, request.params.id);
      const { minRecordTime } = told as { readonly minRecordTime: string };
      reply.header('gs1-query-min-record-time', minRecordTime);
    }
    return scope.discovered(reply, 'OPTIONS, GET, DELETE');
  });
  app.get<OfSubscription>(`${path}/:id`, { onRequest: mayQuery }, async (request, reply) => {
    const { sql, query } = await queryOf(request);
    const told = await subscriptionOf(sql, query, request.params.id);
    return reply.type(mediaTypeOf(request, 'json')).send(JSON.stringify(told));
  });
  app.delete<OfSubscription>(`${path}/:id`, { onRequest: mayQuery }, async (request, reply) => {
    const { sql, query } = await queryOf(request);
    await unsubscribe(sql, query, request.params.id);
    return reply.code(204).send();
  });
}

/** Opens a WebSocket on a named query: a subscription of this server that ends with the connection. */
export const socketsOn =
  ({ services, scope, deliveries }: Parts) =>
  async (request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> => {
    const { account, sql } = scope.callerOf(request);
    const query = await namedQuery(sql, account, name);
    const controls = socketOf(request.query as Record<string, unknown>);
    const { sql: own } = services.system.ownWork;
    const { id, told } = await subscribe(own, {
      ...controls,
      query,
      account,
      formats: formatsOf(request),
      timeZone: services.timeZone(),
      server: services.serverId,
    });
    const { minRecordTime } = told as { readonly minRecordTime: string };
    try {
      deliveries.sockets.add(id, await upgraded(request, reply, { 'GS1-Query-Min-Record-Time': minRecordTime }));
    } catch (error) {
      await own`delete from epcis_subscription where id = ${id}`;
      throw error;
    }
    deliveries.wake();
    return reply;
  };
