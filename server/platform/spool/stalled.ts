import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Closes connections on which the client neither sends nor takes a byte for so many seconds in the middle of a request or of an
 * answer. Clients that wait for the server to make an answer are not affected.
 */
export function letGoOfStalled(server: Server, seconds: number): void {
  const latest = new WeakMap<Socket, Call>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    latest.set(request.socket, { request, response }),
  );
  // Node's socket timeout is reset whenever part of the written data is taken.
  server.setTimeout(seconds * 1000);
  server.on('timeout', (socket: Socket) => {
    const call = latest.get(socket);
    if (!call || !waitsForUs(call, socket)) socket.destroy();
    // A silent connection has one timeout only, and its turn to be silent may come when we have read what it sent.
    else socket.setTimeout(seconds * 1000);
  });
}

function waitsForUs({ request, response }: Call, socket: Socket): boolean {
  if (response.writableFinished) return false;
  const isSent = request.complete || request.readableLength > 0;
  return isSent && socket.writableLength === 0;
}
