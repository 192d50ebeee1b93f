import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError } from '#platform/database/driver/errors.ts';
import { messageOf, refusalOf } from '#platform/http/envelope.ts';
import { type Language, preferredLanguage } from '#platform/language.ts';
import type { Refusal } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { Profiles } from '../profile/profiles.ts';
import { versions } from './answer/formats.ts';
import { GoodsCapture } from './goods/capture-goods.ts';
import { serveWaitingEvents } from './goods/retry-events.ts';
import { serveCapture } from './interface/capture-interface.ts';
import { serveCollections } from './interface/collections.ts';
import { allowPages } from './interface/cross-origin.ts';
import { captureLimit } from './interface/document-of-body.ts';
import { serveNamedQueries } from './interface/named-query-interface.ts';
import { checkVersions, wantsXmlProblems } from './interface/negotiation.ts';
import { serveQueries } from './interface/query-interface.ts';
import { EpcisScope, root } from './interface/scope.ts';
import { serveSubscriptions, socketsOn } from './interface/subscription-interface.ts';
import { routeUpgrades } from './interface/upgrades.ts';
import { EpcisException, type ExceptionName, problemXml } from './problem/epcis-exception.ts';
import { Deliveries } from './subscription/deliveries.ts';

/** The largest document, in bytes: 10 000 events of an ordinary size. */
const largest = 16 * 2 ** 20;

/**
 * The REST interface of EPCIS 2.0 (section 12; docs/decisions/epcis-server.md). It is no part of the contract: its paths, headers
 * and answers are the standard's.
 */
export default async function serveEpcis(services: Services, shared: SharedServices): Promise<void> {
  const scope = new EpcisScope(services, shared.rules, largest);
  const profiles = new Profiles(services.system.background.sql);
  const goods = new GoodsCapture(services, shared);
  serveWaitingEvents(services, shared, goods);
  const deliveries = new Deliveries(services, shared.rules, profiles);
  services.sweeps.add(deliveries);
  const parts = { services, scope, deliveries };
  routeUpgrades(services.app);
  // Only a server that answers calls delivers.
  services.app.addHook('onListen', () => deliveries.open());
  services.app.addHook('preClose', () => deliveries.close());
  await services.app.register(
    async (app) => {
      acceptDocuments(app);
      allowPages(app, services.config.consoleOrigins);
      app.addHook('onRequest', async (request, reply) => {
        reply.headers({
          ...Object.fromEntries(Object.entries(versions).map(([name, version]) => [`${name}-version`, version])),
          'cache-control': 'no-store',
        });
        checkVersions(request);
      });
      app.setErrorHandler<FastifyError | EpcisException>((error, request, reply) => {
        if (error instanceof EpcisException) return answerProblem(error, request, reply);
        if (isCancelled(error)) {
          return answerProblem(tookTooLong(request), request, reply);
        }
        const refusal = refusalOf(error);
        if (refusal.status === 500) request.log.error({ err: error }, 'a request at /epcis failed');
        if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter);
        if (refusal.challenge !== undefined) reply.header('www-authenticate', refusal.challenge);
        const language = preferredLanguage(request.headers['accept-language']);
        return answerProblem(exceptionOf(refusal, language), request, reply);
      });
      const nothingThere = (request: FastifyRequest, reply: FastifyReply) =>
        answerProblem(
          new EpcisException('NoSuchResourceException', 'There is nothing at this address.'),
          request,
          reply,
        );
      app.setNotFoundHandler(nothingThere);
      // Otherwise the console would answer, whose pages are at all other addresses.
      app.get('/*', nothingThere);
      serveCapture(app, scope, { goods, profiles });
      const pageKey = services.masterKey.macKey('page of events');
      serveQueries(app, scope, pageKey);
      serveNamedQueries(app, scope, pageKey, socketsOn(parts));
      serveSubscriptions(app, parts);
      serveCollections(app, scope, pageKey);
    },
    { prefix: root },
  );
}

/** Whether PostgreSQL gave up a statement because it took too long. */
const isCancelled = (error: unknown): boolean => error instanceof DatabaseError && error.code === '57014';

/** Only reading can take too long for what was asked. */
const tookTooLong = ({ method }: FastifyRequest): EpcisException =>
  method === 'GET'
    ? new EpcisException(
        'QueryTooComplexException',
        'The query took too long. Ask for less: for an EPC, or a shorter time.',
      )
    : new EpcisException('ImplementationException', 'It took too long, and nothing was done. Send it again later.');

/** Documents are read as bytes; other media types are refused. */
function acceptDocuments(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const types = ['application/json', 'application/ld+json', 'application/xml', 'text/xml'];
  app.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit: largest }, (_, body, done) => done(null, body));
}

function answerProblem(exception: EpcisException, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = { ...exception.body, instance: request.url.slice(0, 2048) };
  const isXml = wantsXmlProblems(request);
  if (exception.exception === 'CaptureLimitExceededException') {
    reply.headers({
      'gs1-epcis-capture-limit': String(captureLimit),
      'gs1-epcis-capture-file-size-limit': String(largest),
    });
  }
  return reply
    .code(exception.status)
    .type(isXml ? 'application/problem+xml' : 'application/problem+json')
    .send(isXml ? problemXml(problem) : JSON.stringify(problem));
}

const byStatus: Readonly<Record<number, ExceptionName>> = {
  400: 'ValidationException',
  401: 'SecurityException',
  403: 'SecurityException',
  404: 'NoSuchResourceException',
  406: 'NotAcceptableException',
  413: 'CaptureLimitExceededException',
  414: 'URITooLongException',
  415: 'UnsupportedMediaTypeException',
};

/** Errors of the server and the framework as exceptions of EPCIS. */
function exceptionOf(refusal: Refusal, language: Language): EpcisException {
  const { status } = refusal;
  const name = byStatus[status] ?? (status < 500 ? 'ValidationException' : 'ImplementationException');
  return new EpcisException(name, messageOf(refusal, language), status);
}
