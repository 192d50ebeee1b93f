import { randomBytes } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { productAdd } from '../../contract/base.ts';
import { login } from '../../contract/sso.ts';
import { adminPassword, testServer } from '../test-server.ts';

afterEach(() => vi.restoreAllMocks());

test('the log of everything tells no password, no token and no key', async () => {
  const written: string[] = [];
  const collect = (chunk: unknown) => {
    written.push(Buffer.isBuffer(chunk) ? chunk.toString() : String(chunk));
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(collect as never);
  vi.spyOn(process.stderr, 'write').mockImplementation(collect as never);
  const server = await testServer({ SUYUAN_LOG_LEVEL: 'trace' });
  const wrong = `wrong-${randomBytes(8).toString('hex')}`;
  const secrets = [
    adminPassword,
    server.admin,
    server.masterKey,
    wrong,
    new URL(server.databaseUrl).password || server.masterKey,
  ];
  await server.call(login, { account_name: 'admin', account_password: wrong, account_type: 1 }, { token: '' });
  await server.call(productAdd, { product_code: 'P', product_name: 'P' });
  await server.fetch(`/api/org/menutree/selectedlist?token=${server.admin}`, { headers: { token: server.admin } });
  // A call that fails inside, with everything at hand that could be logged with it.
  await server.sql`alter table product rename to product_away`;
  const broken = await server.call(productAdd, { product_code: 'Q', product_name: 'Q' });
  await server.sql`alter table product_away rename to product`;
  await server.fetch('/api/sso/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', token: server.admin, cookie: `token=${server.admin}` },
    body: `{"account_password":"${wrong}"`,
  });
  await server.stop();
  vi.restoreAllMocks();
  expect(broken.status).toBe(500);
  const log = written.join('');
  for (const secret of secrets) expect(log.includes(secret), 'a secret is in the log').toBe(false);
});
