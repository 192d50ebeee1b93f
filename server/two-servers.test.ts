import { afterAll, beforeAll, expect, test } from 'vitest';
import { productAdd } from '../contract/base.ts';
import { scan } from '../contract/consumer.ts';
import { self } from '../contract/organ.ts';
import { loginout } from '../contract/sso.ts';
import {
  codesQuery,
  orderAdd,
  orderClose,
  orderDownload,
  orderDownloadTicket,
  orderPage,
  ruleAdd,
} from '../contract/tagging.ts';
import { type TestServer, testServer } from './test-server.ts';

// Two servers on one database, as behind a load balancer.

let one: TestServer;
let other: TestServer;
beforeAll(async () => {
  one = await testServer();
  other = await testServer({}, one);
});
afterAll(async () => {
  await one.stop();
  await other.stop();
});

const digits = {
  rule_name: 'r',
  level: 1,
  prefix: '',
  alphabet: 'digits',
  body_length: 16,
  check: 'none',
  carrier: 'plain',
} as const;

test('a session holds on both, and ends on both', async () => {
  const token = await one.as(['productlist']);
  expect((await other.call(self, {}, { token })).status).toBe(200);
  await other.data(loginout, {}, { token });
  expect((await one.call(self, {}, { token })).status).toBe(403);
});

test('what one issues the other knows; what one closes is void on the other; scans count across both', async () => {
  const rule = await one.data(ruleAdd, digits);
  const product = await other.data(productAdd, { product_code: 'P', product_name: 'P' });
  const order = await one.data(orderAdd, { rule_id: rule.id, product_id: product.id, quantity: 10 });
  const ask = (server: TestServer) => server.data(scan, { code: order.first }, { token: '' });
  await expect.poll(async () => (await ask(other)).verdict).not.toBe('unknown');
  const seen = (await ask(one)).scan.count;
  expect((await ask(other)).scan.count).toBe(seen + 1);
  await one.data(orderClose, { id: order.id, reason: 'x' });
  expect((await ask(other)).verdict).toBe('void');
});

test('a rule just made by one can be ordered by and listed on the other at once', async () => {
  const rule = await one.data(ruleAdd, { ...digits, rule_name: 'fresh', prefix: 'F', alphabet: 'base36' });
  const order = await other.data(orderAdd, { rule_id: rule.id, quantity: 3 });
  const { rows } = await other.data(orderPage, { rule_id: rule.id });
  expect(rows).toMatchObject([{ first_code: order.first }]);
  const path = `${orderDownload.path}?id=${order.id}&format=txt`;
  const files = await Promise.all(
    [one, other].map(async (server) => (await server.fetch(path, { headers: { token: server.admin } })).text()),
  );
  expect(files[0]).toBe(files[1]);
  expect(files[0]?.split('\n')[0]).toBe(order.first);
});

test('many rules made on both at once are all known to both', async () => {
  const made = Array.from('GHIJKMNPQR', (prefix, index) =>
    (index % 2 === 0 ? one : other).data(ruleAdd, {
      ...digits,
      rule_name: `many ${prefix}`,
      prefix,
      alphabet: 'base36',
    }),
  );
  const ids = (await Promise.all(made)).map(({ id }) => id);
  const codes = await Promise.all(
    ids.map(async (rule_id) => (await one.data(orderAdd, { rule_id, quantity: 1 })).first),
  );
  for (const server of [one, other]) {
    const states = async () => (await server.data(codesQuery, { codes })).map(({ state }) => state);
    await expect.poll(states).toEqual(ids.map(() => 'issued'));
  }
});

test('a ticket of one opens a download on the other', async () => {
  const rule = await one.data(ruleAdd, { ...digits, rule_name: 'd', prefix: 'D', alphabet: 'base36' });
  const order = await one.data(orderAdd, { rule_id: rule.id, quantity: 100 });
  const { ticket } = await one.data(orderDownloadTicket, { id: order.id, format: 'txt' });
  const file = await (await other.fetch(`${orderDownload.path}?ticket=${ticket}`)).text();
  expect(file.split('\n')).toHaveLength(101);
  expect((await one.fetch(`${orderDownload.path}?ticket=${ticket}`)).status).toBe(400);
});

test('a server with another master key does not start, and says what it needs', async () => {
  const stranger = testServer({}, { databaseUrl: one.databaseUrl, masterKey: 'ab'.repeat(32) });
  await expect(stranger).rejects.toThrow(/sealed under another master key.*SUYUAN_MASTER_KEY/s);
});
