import { randomBytes } from 'node:crypto';
import { brand as brands } from '@suyuan/contract/base/product/brand.ts';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { apiKeyAdd } from '@suyuan/contract/integration/api-key.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openSql } from '#platform/database/driver/open-sql.ts';
import { newMigratedDatabase } from './harness/new-database.ts';
import { callProcess, newDataDir, password, signIn, startProcess } from './harness/process.ts';

test('the full log contains no password, token or key', { timeout: 120_000 }, async () => {
  const masterKey = randomBytes(32).toString('hex');
  const wrong = `wrong-${randomBytes(8).toString('hex')}`;
  const databaseUrl = await newMigratedDatabase();
  const server = await startProcess(await newDataDir(), {
    SUYUAN_DATABASE_URL: databaseUrl,
    SUYUAN_MASTER_KEY: masterKey,
    SUYUAN_ADMIN_PASSWORD: password,
    SUYUAN_LOG_LEVEL: 'trace',
    SUYUAN_WEBHOOK_NETWORKS: '127.0.0.1',
  });
  const token = await signIn(server);
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  await post(login.path, JSON.stringify({ account_name: 'admin', account_password: wrong, account_type: 1 }));
  await post(login.path, `{"account_password":"${wrong}"`, { token, cookie: `token=${token}` });
  await fetch(`${server.url}/api/org/menutree/selectedlist?token=${token}`, { headers: { token } });
  // A call that fails inside, with everything at hand that could be logged with it.
  const sql = openSql(databaseUrl, { max: 1 });
  onTestFinished(() => sql.end());
  await sql`alter table product rename to product_away`;
  const product = JSON.stringify({ product_code: wrong, product_name: 'Q' });
  const broken = await post(products.add.path, product, { token, cookie: `token=${token}` });
  expect(broken.status).toBe(500);
  expect(await broken.text()).not.toMatch(/product_away|relation|\bat \w/);
  await expect.poll(() => server.printed()).toContain('a call failed');
  // A key of another system, in calls that succeed, are refused, and fail; and the secret that its notifications are signed with.
  const permissions = ['productlist:add', 'epcis:capture', 'epcis:query'] as const;
  const { key } = await callProcess(server, token, apiKeyAdd, { name: 'ERP', permissions: [...permissions] });
  const bearer = { authorization: `Bearer ${key}` };
  const statusOf = async (path: string, body: object, headers: Record<string, string> = bearer) =>
    (await post(path, JSON.stringify(body), headers)).status;
  const signatureToken = randomBytes(16).toString('hex');
  expect(await statusOf('/epcis/queries', { name: 'all', query: {} })).toBe(201);
  // Nothing listens there, so each delivery fails.
  const subscription = { dest: 'http://127.0.0.1:1/', signatureToken, stream: true };
  expect(await statusOf('/epcis/queries/all/subscriptions', subscription)).toBe(201);
  expect(await statusOf('/epcis/capture', { key })).toBe(400);
  expect(await statusOf(products.add.path, JSON.parse(product))).toBe(500);
  expect(await statusOf('/api/base/products/delete', { id: 1 })).toBe(403);
  expect(await statusOf(brands.add.path, {}, { authorization: `Bearer ${key.slice(0, -1)}` })).toBe(401);
  const event = { type: 'ObjectEvent', eventTime: '2026-01-01T00:00:00Z', eventTimeZoneOffset: '+00:00' };
  const context = 'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld';
  const seen = { '@context': context, ...event, action: 'OBSERVE', epcList: ['urn:example:object'] };
  expect(await statusOf('/epcis/events', seen)).toBe(201);
  const failures = async () => (await sql`select failures from epcis_subscription`)[0]?.failures;
  await expect.poll(failures, { timeout: 30_000 }).toBeGreaterThan(0);
  await sql`alter table epcis_event rename to epcis_event_away`;
  expect((await fetch(`${server.url}/epcis/events?key=${key}`, { headers: bearer })).status).toBe(400);
  expect((await fetch(`${server.url}/epcis/events`, { headers: bearer })).status).toBe(500);
  await expect.poll(() => server.printed()).toContain('a request at /epcis failed');
  // PostgreSQL quotes the row that a constraint refuses.
  await sql`alter table brand add constraint never check (brand_name <> 'A name of somebody')`;
  const refused = await post(
    brands.add.path,
    JSON.stringify({ brand_code: 'CODE-IN-A-ROW', brand_name: 'A name of somebody' }),
    { token },
  );
  expect(refused.status).toBe(500);
  await expect.poll(() => server.printed()).toContain('violates check constraint');
  for (const secret of [
    'A name of somebody',
    'CODE-IN-A-ROW',
    password,
    token,
    key,
    signatureToken,
    masterKey,
    `account_password":"${wrong}`,
  ]) {
    expect(server.printed().includes(secret), 'a secret is in the log').toBe(false);
  }
});
