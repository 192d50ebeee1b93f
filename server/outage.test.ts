import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productAdd, productPage } from '../contract/base.ts';
import { scan } from '../contract/consumer.ts';
import { orderAdd, ruleAdd } from '../contract/tagging.ts';
import { newDatabase, type TestServer, testServer } from './test-server.ts';

// The database goes away and comes back, as a restart or a network does it, seen through a line that can be cut.

class Line {
  readonly #target: URL;
  readonly #open = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl);
  }

  async join(): Promise<void> {
    this.#server = createServer((near) => {
      const far = connect(Number(this.#target.port || 5432), this.#target.hostname);
      near.pipe(far).pipe(near);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#open.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          this.#open.delete(socket);
          other.destroy();
        });
      }
    });
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as { port: number }).port;
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  get databaseUrl(): string {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }
}

let line: Line;
let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  const databaseUrl = await newDatabase();
  line = new Line(databaseUrl);
  await line.join();
  const masterKey = 'ab'.repeat(32);
  server = await testServer({}, { databaseUrl: line.databaseUrl, masterKey });
  other = await testServer({}, { databaseUrl, masterKey });
});
afterAll(async () => {
  await server?.stop();
  await other?.stop();
  await line?.cut();
});

const ready = async () => (await server.fetch('/readyz')).status;
const ask = (code: string) => server.call(scan, { code }, { token: '' });

test('while the database is away every call is a 503 that says when to come again; after that all works, without a restart', async () => {
  await server.data(productAdd, { product_code: 'P', product_name: 'P' });
  await line.cut();
  expect(await ready()).toBe(503);
  expect((await server.fetch('/healthz')).status).toBe(200);
  for (const answer of await Promise.all([
    server.call(productPage, {}),
    ask('x'),
    server.call(productPage, {}, { token: 'y' }),
  ])) {
    expect(answer).toMatchObject({ status: 503, envelope: { status_code: 503, data: null } });
  }
  const refused = await server.fetch(scan.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"code":"x"}',
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await server.fetch('/c?code=x')).status).toBeLessThanOrEqual(503);

  // What another server made meanwhile is known afterwards, though its notification was missed.
  const rule = await other.data(ruleAdd, {
    rule_name: 'r',
    level: 1,
    prefix: '',
    alphabet: 'digits',
    body_length: 16,
    check: 'none',
    carrier: 'plain',
  });
  const order = await other.data(orderAdd, { rule_id: rule.id, quantity: 1 });

  await line.join();
  await expect.poll(ready).toBe(200);
  await expect.poll(async () => (await server.call(productPage, {})).status).toBe(200);
  await expect.poll(async () => (await ask(order.first)).envelope.data?.verdict).toBe('unbound');
});

test('a scan that was refused for an outage was not counted', async () => {
  const code = `stranger ${Math.random()}`;
  await expect.poll(async () => (await ask('warm')).status).toBe(200);
  await line.cut();
  expect((await ask(code)).status).toBe(503);
  await line.join();
  await expect.poll(ready).toBe(200);
  const answer = async () => (await ask(code)).envelope.data?.scan.count;
  await expect.poll(answer).toBe(1);
});
