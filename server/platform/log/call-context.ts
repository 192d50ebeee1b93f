import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

/** The call in whose course something is done. */
export interface CallContext {
  readonly requestId: string;
  /** The slowest of its statements that took long. */
  slowest?: { readonly statement: string; readonly milliseconds: number };
}

const contexts = new AsyncLocalStorage<CallContext>();

/** The call in whose course the current function runs; undefined in jobs and sweeps. */
export const callContext = (): CallContext | undefined => contexts.getStore();

declare module 'fastify' {
  interface FastifyRequest {
    context: CallContext | undefined;
  }
}

/** Makes the call known to everything that is done in its course. */
export function keepCallContexts(app: FastifyInstance): void {
  app.decorateRequest('context', undefined);
  app.addHook('onRequest', (request, _, done) => {
    request.context = { requestId: request.id };
    contexts.run(request.context, done);
  });
  // The body is read in the course of the connection, which knows no call.
  app.addHook('preValidation', (request, _, done) => {
    if (request.context && callContext() !== request.context) contexts.run(request.context, done);
    else done();
  });
}
