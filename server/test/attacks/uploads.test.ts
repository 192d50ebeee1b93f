import { type ClientRequest, request } from 'node:http';
import { product } from '@suyuan/contract/base/product/product.ts';
import type { Call } from '@suyuan/contract/call/call.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../harness/server.ts';
import { expectAllFree, underWay } from './attack.ts';

// Uploads that never end, or break off: nothing may be held for them.

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ SUYUAN_STALL_SECONDS: '1' });
});
afterAll(() => server?.stop());

const uploads = calls.filter(({ upload }) => upload === true);

/** A form that stands still in the middle of its file. */
class Unfinished {
  readonly closed: Promise<void>;
  readonly begun: Promise<void>;
  readonly path: string;
  readonly #request: ClientRequest;

  constructor({ method, path }: Call) {
    this.path = path;
    const query = path.endsWith('/import') ? '?mode=all' : '';
    this.#request = request(server.url + path + query, {
      method,
      headers: { token: server.admin, 'content-type': 'multipart/form-data; boundary=b', 'content-length': 1_000_000 },
      agent: false,
    });
    this.closed = new Promise((resolve) => this.#request.once('close', resolve).on('error', () => {}));
    this.#request.write('--b\r\ncontent-disposition: form-data; name="file"; filename="f.csv"\r\n\r\n');
    this.begun = new Promise((resolve) => this.#request.write('x,'.repeat(50_000), () => resolve()));
  }

  leave(): void {
    this.#request.destroy();
  }
}

let added = 0;
const add = () => server.call(product.add, { product_code: `p-${++added}`, product_name: 'p' });
const inTransaction = async () => (await underWay(server.sql)).filter(({ state }) => state.includes('in transaction'));

/** Those of one branch wait together for being let go. */
const branches = Map.groupBy(uploads, ({ path }) => path.split('/')[2] as string);

test.each([...branches])('forty stalled uploads at each call of %s are dropped', async (_, ofBranch) => {
  const broken = ofBranch.flatMap((call) => Array.from({ length: 40 }, () => new Unfinished(call)));
  for (const { begun } of broken) await begun;
  expect((await add()).status).toBe(200);
  // What a server does of itself is over in a moment.
  await expect.poll(inTransaction).toEqual([]);
  // Half of them leave by themselves, the others are let go.
  for (const one of broken.filter((_, n) => n % 40 < 20)) one.leave();
  const held = new Set(broken);
  for (const one of broken) void one.closed.then(() => held.delete(one));
  await expect.poll(() => [...new Set(Array.from(held, ({ path }) => path))], { timeout: 30_000 }).toEqual([]);
  expect((await add()).status).toBe(200);
  expect((await server.call(scan, { code: 'x' }, { token: '' })).status).toBe(200);
  await expectAllFree(server.sql);
});

test('PostgreSQL ends an abandoned session by itself', async () => {
  const [limits] = await server.sql<{ statement: string; idle: string }[]>`
    select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`;
  expect(limits).toEqual({ statement: '1min', idle: '1min' });
});

test('a transaction ended for inactivity is reported, and its connection is replaced', async () => {
  const forgotten = server.sql.begin(async (transaction) => {
    await transaction`set local idle_in_transaction_session_timeout = 10`;
    await expect.poll(async () => (await inTransaction()).length).toBe(0);
    await transaction`select 1`;
  });
  await expect(forgotten).rejects.toThrow();
  expect((await add()).status).toBe(200);
});
