import { connect } from 'node:net';
import { isCallForKeys } from '@suyuan/contract/access/system-key.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { login, loginout } from '@suyuan/contract/organ/sign-in.ts';
import type Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from './harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

test('the process is live, and ready once its database is migrated', async () => {
  expect(await (await server.fetch('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await server.fetch('/readyz')).status).toBe(200);
  await server.sql`update schema_migration set name = 'x' || name where name = '0001_start.sql'`;
  expect((await server.fetch('/readyz')).status).toBe(503);
  await server.sql`update schema_migration set name = substr(name, 2) where name like 'x%'`;
  expect((await server.fetch('/readyz')).status).toBe(200);
});

test('an unknown call is a 404 in the envelope', async () => {
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

test('the OpenAPI document has every call with its input and access, and no others', async () => {
  const document = (await (await server.fetch('/api/openapi.json')).json()) as OpenApi;
  expect(document.openapi).toMatch(/^3\.1/);
  expect(Object.keys(document.paths).sort()).toEqual([...new Set(calls.map(({ path }) => path))].sort());
  for (const call of calls) {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()];
    expect(operation?.summary).toBe(call.summary);
    const holds = call.access === 'device' ? 'deviceKey' : 'token';
    const schemes = [{ [holds]: [] }, ...(isCallForKeys(call) ? [{ systemKey: [] }] : [])];
    expect(operation?.security).toEqual(call.access === 'public' ? undefined : schemes);
    expect(Object.keys(operation?.responses ?? {})).toEqual(['200']);
    const inQuery = operation?.parameters?.filter((one) => one.in === 'query').map(({ name }) => name) ?? [];
    const inBody = Object.keys(operation?.requestBody?.content['application/json'].schema.properties ?? {});
    const given = [...inQuery, ...inBody];
    expect(given.sort()).toEqual(Object.keys((call.input as Type.TObject).properties).sort());
  }
  expect(document.components.securitySchemes.token).toMatchObject({ type: 'apiKey', in: 'header', name: 'Token' });
  expect((await server.fetch('/api/docs')).status).toBe(200);
});

interface OpenApi {
  openapi: string;
  components: { securitySchemes: Record<string, object> };
  paths: Record<
    string,
    Record<
      string,
      {
        summary: string;
        security?: object[];
        responses: object;
        parameters?: { name: string; in: string }[];
        requestBody?: { content: { 'application/json': { schema: { properties?: object } } } };
      }
    >
  >;
}

test('every response forbids foreign scripts, framing and sniffing', async () => {
  for (const path of ['/', '/c', '/api/openapi.json', '/healthz']) {
    const { headers } = await server.fetch(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('HEAD carries out no call; a page answers it', async () => {
  for (const call of calls.filter(({ method }) => method === 'GET')) {
    const response = await server.fetch(call.path, { method: 'HEAD', headers: { token: server.admin } });
    expect([call.path, response.status]).toEqual([call.path, 404]);
  }
  expect((await server.fetch('/healthz', { method: 'HEAD' })).status).toBe(200);
  expect((await server.fetch('/', { method: 'HEAD' })).status).toBe((await server.fetch('/')).status);
});

test('a malformed request is answered in the envelope', async () => {
  expect(await (await server.fetch('/api/%zz', { headers: { 'accept-language': 'zh' } })).json()).toEqual({
    status_code: 400,
    message: '请求：格式不正确',
    code: ErrorCode.badInput,
    data: { fields: [{ path: '', reason: 'malformed', message: '格式不正确' }] },
  });
  const host = 'HTTP/1.1\r\nHost: x\r\n';
  const attempts: [string, number][] = [
    [`POST /api/sso/login ${host}Content-Length: abc\r\n\r\n`, 400],
    ['nonsense\r\n\r\n', 400],
    [`GET / ${host}Token: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ];
  for (const [request, status] of attempts) {
    const answer = await sent(request);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status_code: status, data: null });
  }
});

/** What the server writes before it closes the connection. */
function sent(request: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

test('signing out needs no body', async () => {
  for (const headers of [{}, { 'content-type': 'application/json' }]) {
    const response = await server.fetch(loginout.path, { method: 'POST', headers });
    expect(await response.json()).toMatchObject({ status_code: 200, data: null });
  }
});

test('an internal error reveals nothing of the implementation', async () => {
  await server.sql`alter table product rename to product_away`;
  const { status, envelope } = await server.call(product.page, {}, { language: 'es' });
  await server.sql`alter table product_away rename to product`;
  expect([status, envelope]).toEqual([
    500,
    { status_code: 500, message: 'Se produjo un error interno', code: ErrorCode.internal, data: null },
  ]);
});

describe('with a rate limit per minute', () => {
  let limited: TestServer;
  beforeAll(async () => {
    limited = await testServer({ SUYUAN_RATE_LIMIT: 'on', SUYUAN_TRUST_PROXY: '127.0.0.1' }, server);
  });
  afterAll(() => limited.stop());

  test('guessing passwords ends in a 429 with the time to retry, without locking others out', async () => {
    const guess = (from: string, account_name = 'nobody') =>
      limited.call(
        login,
        { account_name, account_password: 'x', account_type: 1 },
        { token: '', language: 'en', headers: { 'x-forwarded-for': from } },
      );
    const answers = await Promise.all(Array.from({ length: 25 }, () => guess('203.0.113.7')));
    const refused = answers.filter(({ envelope }) => envelope.code === ErrorCode.tooMany);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.status).toBe(429);
    expect(refused[0]?.envelope).toEqual({
      status_code: 429,
      message: 'Too many requests, please try again later',
      code: ErrorCode.tooMany,
      data: null,
    });
    expect((await guess('203.0.113.8', 'somebody')).status).toBe(400);
    const response = await limited.fetch(login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
      body: '{}',
    });
    expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});
