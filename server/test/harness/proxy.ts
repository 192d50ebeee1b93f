import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The header in which a test gives the address it calls from. */
export const clientHeader = 'client-address';

export interface TestProxy {
  readonly url: string;
  /** How many requests each server got, in their order. */
  readonly requests: readonly number[];
  stop(): Promise<void>;
}

/**
 * A plain reverse proxy: each request goes to the next server in turn, with the headers that docs/operations.md requires. As the one behind TLS it gives `https`; addresses that a client claims are not passed on.
 */
export async function testProxy(servers: readonly { readonly url: string }[]): Promise<TestProxy> {
  const requests = servers.map(() => 0);
  let next = 0;
  const proxy = createServer((from, to) => {
    const at = next++ % servers.length;
    requests[at] = (requests[at] as number) + 1;
    const { [clientHeader]: client, ...headers } = from.headers;
    const forwarded = { 'x-forwarded-for': client ?? from.socket.remoteAddress, 'x-forwarded-proto': 'https' };
    const url = new URL(from.url ?? '/', servers[at]?.url);
    const onward = request(url, { method: from.method, headers: { ...headers, ...forwarded } as never }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(to);
    });
    // Whoever goes away before the end ends it behind the proxy as well.
    to.on('close', () => onward.destroy());
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    requests,
    async stop() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
