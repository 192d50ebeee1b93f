import { product } from '@suyuan/contract/base/product/product.ts';
import { permissionsHeader, requestIdHeader } from '@suyuan/contract/call/call.ts';
import { self } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminPassword, type TestServer, testServer } from '#test/harness/server.ts';

const consoleOrigin = 'https://console.example.com';
const api = 'https://api.example.com';

let plain: TestServer;
let open: TestServer;
beforeAll(async () => {
  plain = await testServer();
  open = await testServer({ SUYUAN_CONSOLE_ORIGINS: `${consoleOrigin}, http://127.0.0.1:9` }, plain);
});
afterAll(async () => {
  await open.stop();
  await plain.stop();
});

const allowed = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
const ask = (server: TestServer, origin: string, path: string = self.path) =>
  server.fetch(path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'token' },
  });

test('the API refuses other origins, unless configured', async () => {
  expect(allowed(await ask(plain, consoleOrigin))).toEqual({});
  expect(allowed(await plain.fetch(self.path, { headers: { origin: consoleOrigin, token: plain.admin } }))).toEqual({});
});

describe('with SUYUAN_CONSOLE_ORIGINS', () => {
  test('the configured consoles may sign in and call with a token, without cookies', async () => {
    expect((await ask(open, consoleOrigin)).status).toBe(204);
    expect(allowed(await ask(open, consoleOrigin))).toEqual({
      'access-control-allow-origin': consoleOrigin,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'token, content-type, accept-language, range',
      'access-control-max-age': '600',
      'access-control-expose-headers': `${permissionsHeader}, ${requestIdHeader}, content-disposition, retry-after`,
    });
    const token = await open.data(
      login,
      { account_name: 'admin', account_password: adminPassword, account_type: 1 },
      { token: '', headers: { origin: consoleOrigin } },
    );
    const answer = await open.fetch(self.path, { headers: { origin: consoleOrigin, token } });
    expect([answer.status, allowed(answer)]).toMatchObject([200, { 'access-control-allow-origin': consoleOrigin }]);
    expect(answer.headers.get('vary')).toContain('Origin');
    // A refusal is told to them, too.
    const refused = await open.fetch(self.path, { headers: { origin: consoleOrigin } });
    expect([refused.status, allowed(refused)['access-control-allow-origin']]).toEqual([403, consoleOrigin]);
  });

  test('a session cookie is ignored, from any origin', async () => {
    for (const origin of [consoleOrigin, 'https://evil.example']) {
      const headers = { origin, cookie: `token=${open.admin}` };
      const answer = await open.fetch(`${product.page.path}?page=1`, { headers });
      expect([answer.status, answer.headers.get('access-control-allow-credentials')]).toEqual([403, null]);
    }
  });

  test('other origins are refused, however similar the name', async () => {
    for (const origin of [
      'https://evil.example',
      'http://console.example.com',
      'https://console.example.com.evil.example',
      'https://xconsole.example.com',
      'https://console.example.com:8443',
      'null',
    ]) {
      expect(allowed(await ask(open, origin))['access-control-allow-origin'], origin).toBeUndefined();
      const answer = await open.fetch(self.path, { headers: { origin, token: open.admin } });
      expect([origin, allowed(answer)]).toEqual([origin, {}]);
    }
  });

  test('pages refuse other origins', async () => {
    expect(allowed(await open.fetch('/c', { headers: { origin: consoleOrigin } }))).toEqual({});
  });
});

test('with SUYUAN_API_ORIGIN the page may call that server and show its pictures, but no other', async () => {
  const other = await testServer({ SUYUAN_API_ORIGIN: api }, plain);
  const { headers } = await other.fetch('/healthz');
  const page = await (await other.fetch('/', { headers: { cookie: `token=${plain.admin}` } })).text();
  await other.stop();
  const policy = headers.get('content-security-policy');
  expect(policy).toContain(`connect-src 'self' ${api};`);
  expect(policy).toContain(`img-src 'self' data: blob: ${api};`);
  if (!page.includes('id="root"')) return;
  // Where the console is built: it is told where to call, and gets no answers of this server.
  expect(page).toContain(`name="api-origin" content="${api}"`);
  expect(page).not.toContain('id="page-answers"');
});
