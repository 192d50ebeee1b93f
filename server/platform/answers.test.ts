import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { type TestServer, testServer } from '../test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

test('the process is alive, and ready with its database migrated', async () => {
  expect(await (await server.fetch('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await server.fetch('/readyz')).status).toBe(200);
  await server.sql`update schema_migration set name = 'x' || name where name = '0001_start.sql'`;
  expect((await server.fetch('/readyz')).status).toBe(503);
  await server.sql`update schema_migration set name = substr(name, 2) where name like 'x%'`;
  expect((await server.fetch('/readyz')).status).toBe(200);
});

test('a call that there is not is a 404 in the envelope', async () => {
  for (const [path, method] of [
    ['/api/nothing', 'GET'],
    ['/api/base/products/add', 'GET'],
    ['/api/sso/login', 'DELETE'],
    ['/api/../../etc/passwd', 'GET'],
  ] as const) {
    const response = await server.fetch(path, { method, headers: { 'accept-language': 'en' } });
    if (path.startsWith('/api/.')) expect(await response.text()).not.toContain('root:');
    else
      expect(await response.json()).toMatchObject({ status_code: 404, message: 'There is no such call', data: null });
  }
});

test('the OpenAPI document holds every call with its input', async () => {
  const document = (await (await server.fetch('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  for (const call of calls) {
    expect(document.paths[call.path]?.[call.method.toLowerCase()]?.summary).toBe(call.summary);
  }
  expect((await server.fetch('/api/docs')).status).toBe(200);
});

test('every answer forbids foreign scripts, framing and sniffing', async () => {
  for (const path of ['/', '/c', '/api/openapi.json', '/healthz']) {
    const { headers } = await server.fetch(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('a database that goes away is a 503 that says so, and its return needs no restart', async () => {
  await server.sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.catch(
    () => {},
  );
  const again = async () => (await server.fetch('/readyz')).status;
  await expect.poll(again).toBe(200);
});
