import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { descriptorLimit } from './descriptors.ts';

/**
 * Connections that the system keeps at each door until they are taken; Linux keeps at most `net.core.somaxconn`. For one that finds no
 * place, the client tries again after seconds, however soon there is time for it.
 */
const backlog = 4096;

/**
 * Node takes one connection from a listening socket in each turn of its event loop. Turns take long under load, so that a single
 * socket lets in a few new callers a second, while those who are in have all the rest.
 */
const count = 32;
/** With fewer descriptors, a single socket: connections must not come faster than they can be refused. */
const manyDescriptors = 4096;

/** Listens where a server should, through several sockets of one address if the system shares connections out among them. */
export async function openDoors(
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<{ readonly close: () => Promise<void> }> {
  const isShared = (descriptorLimit() ?? 0) >= manyDescriptors;
  const place = { host, port, backlog, reusePort: isShared };
  await app.listen(place);
  const { port: chosen } = app.server.address() as AddressInfo;
  const doors = isShared ? Array.from({ length: count - 1 }, () => doorTo(app)) : [];
  for (const door of doors) door.listen({ ...place, port: chosen });
  await Promise.all(doors.map((door) => once(door, 'listening')));
  return { close: async () => void (await Promise.all(doors.map(closed))) };
}

/** Its connections are those of the server, with all of its settings. */
const doorTo = ({ server }: FastifyInstance): Server =>
  createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void server.emit('connection', socket));

const closed = (door: Server): Promise<void> => new Promise((resolve) => door.close(() => resolve()));
