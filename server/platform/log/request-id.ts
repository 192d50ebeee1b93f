import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { requestIdHeader } from '@suyuan/contract/call/call.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';

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

function addressesIn(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const isAmong = (list: BlockList, address: string | undefined): boolean =>
  address !== undefined && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
