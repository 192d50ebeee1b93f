import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * A reverse proxy as nginx is by default: each request goes to the next server in turn, and to another one only if nobody listens there,
 * since it is not known what became of it otherwise. A server that failed is passed over from then on; a restarted one has another URL.
 */
export async function failoverProxy(
  servers: () => readonly string[],
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  let next = 0;
  const failed = new Set<string>();
  const proxy = createServer(async (from, to) => {
    const body = await buffer(from).catch(() => undefined);
    if (!body) return;
    for (;;) {
      const up = servers().filter((server) => !failed.has(server));
      const server = up[next++ % up.length];
      if (server === undefined) return void to.writeHead(502).end();
      const outcome = await passedOn(server, from, body, to, () => failed.add(server));
      if (outcome !== 'refused') return;
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async stop() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/**
 * Resolves once the answer begins, or is known not to come, which was passed back unless nobody listens there. Reports a failed server
 * before the caller learns of it, also amid an answer: the caller's next try could still reach the socket of a server that is going down.
 */
function passedOn(
  server: string,
  { url, method, headers }: IncomingMessage,
  body: Buffer,
  to: ServerResponse,
  reportFailed: () => void,
) {
  return new Promise<'answered' | 'broken' | 'refused'>((resolve) => {
    const onward = request(new URL(url ?? '/', server), { method, headers, agent: false }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.on('error', () => {
        reportFailed();
        to.destroy();
      });
      answer.pipe(to);
      resolve('answered');
    });
    onward.on('error', (error: NodeJS.ErrnoException) => {
      reportFailed();
      if (error.code === 'ECONNREFUSED') return resolve('refused');
      if (to.headersSent) to.destroy();
      else to.writeHead(502).end();
      resolve('broken');
    });
    onward.end(body);
  });
}
