import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Lets go of whoever neither sends nor takes a byte for so long while it is their turn to: in the middle of a request, or
 * of an answer. Who waits for us, because an answer is being made, is not let go.
 */
export function letGoOfStalled(server: Server, seconds: number): void {
  const latest = new WeakMap<Socket, Call>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    latest.set(request.socket, { request, response }),
  );
  // Node's own clock of a connection: it goes on as long as part of what was written is taken.
  server.setTimeout(seconds * 1000);
  server.on('timeout', (socket: Socket) => {
    const call = latest.get(socket);
    if (!call || !waitsForUs(call, socket)) socket.destroy();
  });
}

function waitsForUs({ request, response }: Call, socket: Socket): boolean {
  if (response.writableFinished) return false;
  const isSent = request.complete || request.readableLength > 0;
  return isSent && socket.writableLength === 0;
}
