import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { root } from './scope.ts';

interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();
const address = new RegExp(`^${root}/queries/[^/?]+/events(?:\\?|$)`);
/** Receivers have nothing to say but that they are there. */
const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false });

/**
 * Has requests to upgrade to a WebSocket pass through the routes, so that they are admitted and refused like all others; an answer 101
 * is sent once everything is in order. Other upgrades are not offered: their requests are answered as if they had not asked.
 */
export function routeUpgrades(app: FastifyInstance): void {
  const shouldUpgradeCallback = ({ url = '', method, headers }: IncomingMessage): boolean =>
    method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && address.test(url);
  // An option of Node's server, which it keeps under its name.
  Object.assign(app.server, { shouldUpgradeCallback });
  app.server.on('upgrade', (request, socket, head) => {
    upgrades.set(request, { socket, head });
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket);
    response.on('finish', () => socket.end());
    app.routing(request, response);
  });
}

/** Whether a request asks for a WebSocket. */
export const isUpgrade = ({ raw }: FastifyRequest): boolean => upgrades.has(raw);

/** Answers 101, with further headers. */
export async function upgraded(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
): Promise<WebSocket> {
  const upgrade = upgrades.get(raw);
  if (!upgrade) throw new Error('The request did not ask for an upgrade');
  reply.hijack();
  reply.raw.detachSocket(upgrade.socket as Socket);
  const more = (lines: string[], request: IncomingMessage) => {
    if (request === raw) lines.push(...Object.entries(headers).map(([name, value]) => `${name}: ${value}`));
  };
  sockets.on('headers', more);
  try {
    return await new Promise((resolve, reject) => {
      upgrade.socket.once('close', () => reject(new Error('The connection was closed')));
      sockets.handleUpgrade(raw, upgrade.socket, upgrade.head, resolve);
    });
  } finally {
    sockets.off('headers', more);
  }
}
