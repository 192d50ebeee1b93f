import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RunningServer, start } from '#start.ts';
import { newDatabase } from './harness/new-database.ts';
import { adminPassword } from './harness/server.ts';

// Starting and stopping on an external PostgreSQL.

let env: Record<string, string>;
let printed: string;
let running: RunningServer[];
beforeEach(async () => {
  env = {
    SUYUAN_DATABASE_URL: await newDatabase(),
    SUYUAN_DATA_DIR: tmpdir(),
    SUYUAN_MASTER_KEY: randomBytes(32).toString('hex'),
    SUYUAN_ADMIN_PASSWORD: adminPassword,
    SUYUAN_PORT: '0',
    SUYUAN_LOG_LEVEL: 'silent',
  };
  printed = '';
  running = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(running.map((server) => server.stop()));
});

async function begin(): Promise<RunningServer> {
  const server = await start(env);
  running.push(server);
  return server;
}

async function post<Data>(url: string, body: object, token = ''): Promise<Data> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { data: Data }).data;
}

test('prints its address and first account, and is ready there', async () => {
  const { url } = await begin();
  expect(printed).toContain(`Address   ${url}\n`);
  expect(printed).toContain('Account   admin\n');
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test('creates no second first account, and no sample data in a database in use', async () => {
  await Promise.all([begin(), begin()]);
  const { url } = await begin();
  const token = await post<string>(url + login.path, {
    account_name: 'admin',
    account_password: adminPassword,
    account_type: 1,
  });
  const response = await fetch(`${url}/api/base/products/pagelist`, { headers: { token } });
  expect(((await response.json()) as { data: { total: number } }).data.total).toBe(0);
});

test('names the port in use and what to do', async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as AddressInfo;
  env.SUYUAN_PORT = String(port);
  await expect(start(env)).rejects.toThrow(`Port ${port} is used by another program. Set SUYUAN_PORT`);
  await new Promise((done) => other.close(done));
  // The failed start holds nothing: the next one succeeds.
  await begin();
});

test('names every invalid setting before it changes anything', async () => {
  await expect(start({ ...env, SUYUAN_PORT: 'http', SUYUAN_SAMPLE: 'maybe' })).rejects.toThrow(
    /SUYUAN_PORT must be[\s\S]*SUYUAN_SAMPLE must be/,
  );
});

test('stops during a long download', async () => {
  const { url, stop } = await start(env);
  const credentials = { account_name: 'admin', account_password: adminPassword, account_type: 1 };
  const token = await post<string>(url + login.path, credentials);
  const rule = await post<{ id: number }>(
    url + codeRule.add.path,
    {
      rule_name: 'r',
      level: 1,
      prefix: '',
      alphabet: 'digits',
      body_length: 16,
      check: 'none',
      carrier: 'plain',
    },
    token,
  );
  const order = await post<{ id: number }>(url + orderAdd.path, { rule_id: rule.id, quantity: 100_000_000 }, token);
  const response = await fetch(`${url + orderDownload.path}?id=${order.id}&format=txt&purpose=test&reprint=test`, {
    headers: { token },
  });
  const reader = response.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await stop();
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});
