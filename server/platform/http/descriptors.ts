import { readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { overloaded } from '../refusal.ts';

/** Files and connections that this process may have open, its file descriptors; undefined where the system does not tell. */
export function descriptorLimit(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return limit === undefined ? undefined : Number(limit);
}

/** Descriptors kept for files, and for connections that are refused. */
const reserve = 48;

/** For callers that are there before they ask, while the last descriptors go. */
const busy = 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * Answers 503 on connections that come when descriptors run short, and closes them. When there are none left, the system would cut new
 * connections without an answer.
 */
export function refuseBeyondDescriptors(
  app: FastifyInstance,
  { databaseConnections }: Pick<Config, 'databaseConnections'>,
): void {
  const limit = descriptorLimit();
  if (limit === undefined) return;
  let most = Number.POSITIVE_INFINITY;
  let count = 0;
  const refused = new WeakSet<Socket>();
  app.addHook('onListen', async () => {
    most = limit - readdirSync('/proc/self/fd').length - databaseConnections - reserve;
  });
  app.server.on('connection', (socket: Socket) => {
    count += 1;
    socket.once('close', () => {
      count -= 1;
    });
    if (count > most) refused.add(socket);
    if (count > most + reserve / 2) socket.end(busy, () => socket.destroy());
  });
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    if (!refused.has(socket)) return done();
    reply.header('connection', 'close');
    const cause = `${count} connections leave no descriptors: raise the limit of open files (ulimit -n, LimitNOFILE)`;
    done(overloaded(2, cause));
  });
}
