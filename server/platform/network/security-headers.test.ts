import { product } from '@suyuan/contract/base/product/product.ts';
import { accountTypeList } from '@suyuan/contract/organ/session.ts';
import { loginout } from '@suyuan/contract/organ/sign-in.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ SUYUAN_TRUST_PROXY: '127.0.0.1', SUYUAN_LOGIN_LOG_ORIGIN: 'https://log.example.com' });
});
afterAll(() => server.stop());

const directivesOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );

const everywhere = [
  '/',
  '/login',
  '/c',
  '/c/unknown',
  '/m/q/unknown',
  '/01/09506000134352',
  '/api/docs/',
  '/api/openapi.json',
  `${product.page.path}?page=1&size=10`,
  '/api/no/such/call',
  '/assets/no-such.js',
  '/healthz',
];

describe.each(everywhere)('%s', (path) => {
  test("allows only the project's scripts, and no framing", async () => {
    const { headers } = await server.fetch(path, { redirect: 'manual' });
    const csp = directivesOf(headers);
    expect(csp).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'connect-src': "'self' https://log.example.com",
    });
    expect(JSON.stringify(csp)).not.toMatch(/unsafe-eval|script-src[^,]*unsafe|\*/);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toMatch(/^(same-origin|no-referrer)$/);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('microphone=()');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('has no inline script, which the policy would block', async () => {
    const response = await server.fetch(path);
    const page = await response.text();
    if (!/html/.test(response.headers.get('content-type') ?? '')) return;
    // Data is no script.
    for (const [tag, content] of [...page.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map((found) => [
      found[0].slice(0, 80),
      (found[1] ?? '').trim(),
    ]))
      if (!/type="(application\/(ld\+)?json)"/.test(tag ?? '')) expect(content, tag).toBe('');
    expect(page).not.toMatch(/<[a-z][^>]*\son(click|load|error|submit|input)=/i);
    expect(page).not.toMatch(/(href|src|action)="javascript:/i);
  });

  test('sets HSTS where TLS is used', async () => {
    const by = async (protocol: string) => {
      const { headers } = await server.fetch(path, {
        redirect: 'manual',
        headers: { 'x-forwarded-proto': protocol, 'x-forwarded-for': '203.0.113.1' },
      });
      return headers.get('strict-transport-security');
    };
    expect(await by('http')).toBeNull();
    expect(await by('https')).toMatch(/^max-age=31536000/);
  });
});

test('answers a malformed request with its own status', async () => {
  const { status, headers } = await server.fetch('/%zz');
  expect([status, headers.get('x-content-type-options')]).toEqual([400, 'nosniff']);
  expect(headers.get('content-type')).toContain('application/json');
});

test('responses are not cached, and set no cookies', async () => {
  for (const call of [accountTypeList, product.page]) {
    const { headers } = await server.fetch(`${call.path}?page=1&size=10`, { headers: { token: server.admin } });
    expect(headers.get('cache-control')).toMatch(/no-store/);
    expect(headers.get('set-cookie')).toBeNull();
  }
  expect((await server.fetch('/c/unknown')).headers.get('cache-control')).toBe('no-store');
  expect((await server.fetch('/c/unknown')).headers.get('set-cookie')).toBeNull();
});

test('a session cookie is ignored, so that other pages cannot make calls with it', async () => {
  const cookie = `token=${server.admin}; Token=${server.admin}; suyuan_token=${server.admin}`;
  const response = await server.fetch(`${product.page.path}?page=1&size=10`, { headers: { cookie } });
  expect(response.status).toBe(403);
  const form = await server.fetch(loginout.path, {
    method: loginout.method,
    headers: { cookie, origin: 'https://evil.example', 'content-type': 'text/plain' },
    ...(loginout.method === 'POST' ? { body: '{}' } : {}),
  });
  expect(form.headers.get('access-control-allow-origin')).toBeNull();
  expect((await server.fetch(`${product.page.path}?page=1&size=10`, { headers: { token: server.admin } })).status).toBe(
    200,
  );
});

test('no preflight admits another origin', async () => {
  const { headers } = await server.fetch(product.page.path, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://evil.example',
      'access-control-request-headers': 'token',
      'access-control-request-method': 'GET',
    },
  });
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('access-control-allow-headers')).toBeNull();
});
