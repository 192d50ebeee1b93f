import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * The time between the request to stop and the end of the listening port: requests are still answered, but `/readyz` sends load
 * balancers elsewhere, and each answer ends its connection, so that none has to be cut.
 */
export class Draining {
  #hasBegun = false;

  constructor(app: FastifyInstance) {
    app.addHook('onRequest', async (_, reply) => {
      if (this.hasBegun) reply.header('connection', 'close');
    });
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Resolves after so many seconds. */
  async begin(seconds: number): Promise<void> {
    this.#hasBegun = true;
    await wait(seconds * 1000);
  }
}
