import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let behindProxy: TestServer;

beforeAll(async () => {
  server = await testServer();
  behindProxy = await testServer({ SUYUAN_TRUST_PROXY: '127.0.0.0/8' }, server);
});
afterAll(async () => {
  await behindProxy.stop();
  await server.stop();
});

const idFrom = async (from: TestServer, id: string) =>
  (await from.fetch('/api/org/systemstatus', { headers: { 'x-request-id': id } })).headers.get('x-request-id');

test('every answer has the id of its request, another one each time', async () => {
  const answers = await Promise.all([
    server.fetch('/api/org/systemstatus'),
    server.fetch('/api/nowhere'),
    server.fetch('/c?code=1'),
    server.fetch('/healthz'),
    server.fetch('/%E0%A4%A'),
  ]);
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the id of a trusted proxy is kept, that of anybody else is not', async () => {
  expect(await idFrom(behindProxy, 'of-the-proxy-17')).toBe('of-the-proxy-17');
  expect(await idFrom(server, 'of-the-proxy-17')).not.toBe('of-the-proxy-17');
});

test.for(['', 'two words', 'x'.repeat(129), '{"a":1}'])('an id is no text of any kind: %s', async (id) => {
  expect(await idFrom(behindProxy, id)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}$/);
});
