import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import { refuseBeyondDescriptors } from '#platform/http/descriptors.ts';
import { answerClientError, answerError, answerInEnvelopes } from '#platform/http/envelope.ts';
import { plainAddress } from '#platform/http/public-addresses.ts';
import { serializerCompiler } from '#platform/http/serialization.ts';
import { validatorCompiler } from '#platform/http/validation.ts';
import { keepCallContexts } from '#platform/log/call-context.ts';
import { loggerOptions } from '#platform/log/logger.ts';
import { answerRequestIds, requestIds } from '#platform/log/request-id.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { readForwardedAddresses } from '#platform/network/network.ts';

const megabyte = 2 ** 20;

/** The HTTP server with parsing, validation, serialisation and error handling, without any routes. */
export function httpServer(config: Config, metrics: Metrics, timeZone: () => string): FastifyInstance {
  const app: FastifyInstance = Fastify({
    logger: loggerOptions(config),
    genReqId: requestIds(config),
    // Requests are logged by the reverse proxy; this server only logs errors and what is slow.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    // What comes on an open connection while the server closes is still answered, and ends the connection.
    return503OnClosing: false,
    bodyLimit: config.bodyMegabytes * megabyte,
    // No route has a parameter with a pattern, so the limit of the HTTP parser suffices.
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: plainAddress,
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  });
  answerRequestIds(app);
  keepCallContexts(app);
  metrics.countRequests(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerInEnvelopes(app, timeZone, (reason) => metrics.refused(reason));
  readEmptyBodies(app);
  readForwardedAddresses(app);
  refuseBeyondDescriptors(app, config);
  app.decorateRequest('account', undefined);
  app.decorateRequest('device', undefined);
  return app;
}

/** Treats an empty body as none, whatever its content type, so that each required field is named. */
function readEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, callback) => {
    if (body === '') callback(null, undefined);
    else parseJson(request, body, callback);
  });
}
