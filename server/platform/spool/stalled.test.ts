import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { letGoOfStalled } from './stalled.ts';

/** A server that lets go of the stalled in a tenth of a second, and takes a request when it is told to. */
async function slowServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  letGoOfStalled(server, 0.1);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/** Begins to send a body, and then stands still; resolves when the connection is closed. */
function standsStill(port: number): Promise<void> {
  const sent = request({ port, method: 'POST', headers: { 'content-length': 1_000_000 }, agent: false });
  sent.on('error', () => {});
  sent.write('x'.repeat(1000));
  return new Promise((resolve) => sent.once('close', () => resolve()));
}

test('a stalled client is disconnected, even if the server was slow to read', async () => {
  let timeouts = 0;
  const { server, port } = await slowServer((incoming) => {
    // Reads only after the connection was found silent with what had come still unread.
    server.on('timeout', () => {
      timeouts += 1;
      if (timeouts === 1) incoming.resume();
    });
  });
  await standsStill(port);
  expect(timeouts).toBeGreaterThan(1);
});

test('a client waiting for an answer is not, however long', async () => {
  let timeouts = 0;
  const { server, port } = await slowServer((incoming, response) => {
    incoming.resume();
    server.on('timeout', () => {
      timeouts += 1;
      if (timeouts === 3) response.end('made');
    });
  });
  const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: 'all of it' });
  expect([await answer.text(), timeouts]).toEqual(['made', 3]);
});
