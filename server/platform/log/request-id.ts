import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { requestIdHeader } from '@suyuan/contract/call/call.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { addressesIn, isAmong } from '../network/ranges.ts';

/** What proxies write: UUIDs, hexadecimal and Base64 numbers, and trace ids. */
const pattern = /^[\w.:=+/@-]{1,128}$/;

/** Gives each request an id: that of a trusted proxy, which has it in its own log, else a new one. */
export function requestIds({ trustProxy }: Pick<Config, 'trustProxy'>): (request: IncomingMessage) => string {
  const proxies = trustProxy ? addressesIn(trustProxy) : undefined;
  return ({ headers, socket }) => {
    const header = headers[requestIdHeader];
    if (proxies && typeof header === 'string' && pattern.test(header) && isAmong(proxies, socket.remoteAddress))
      return header;
    return newRequestId();
  };
}

/** Short enough to be read out on the phone, and long enough to be the only one of its week. */
const newRequestId = (): string => randomUUID().slice(0, 13);

/** Answers the id of each request in its header. */
export function answerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    done();
  });
}
