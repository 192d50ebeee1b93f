import { afterAll, beforeAll, expect, test } from 'vitest';
import { productAdd } from '../contract/base.ts';
import { scan } from '../contract/consumer.ts';
import { self } from '../contract/organ.ts';
import { loginout } from '../contract/sso.ts';
import { orderAdd, orderClose, orderDownload, orderDownloadTicket, ruleAdd } from '../contract/tagging.ts';
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

test('a session holds on both, and ends on both', async () => {
  const token = await one.as(['productlist']);
  expect((await other.call(self, {}, { token })).status).toBe(200);
  await other.data(loginout, {}, { token });
  expect((await one.call(self, {}, { token })).status).toBe(403);
});

test('what one issues the other knows; what one closes is void on the other; scans count across both', async () => {
  const rule = await one.data(ruleAdd, {
    rule_name: 'r',
    level: 1,
    prefix: '',
    alphabet: 'digits',
    body_length: 16,
    check: 'none',
    carrier: 'plain',
  });
  const product = await other.data(productAdd, { product_code: 'P', product_name: 'P' });
  const order = await one.data(orderAdd, { rule_id: rule.id, product_id: product.id, quantity: 10 });
  const ask = (server: TestServer) => server.data(scan, { code: order.first }, { token: '' });
  await expect.poll(async () => (await ask(other)).verdict).not.toBe('unknown');
  const seen = (await ask(one)).scan.count;
  expect((await ask(other)).scan.count).toBe(seen + 1);
  await one.data(orderClose, { id: order.id, reason: 'x' });
  expect((await ask(other)).verdict).toBe('void');
});

test('a ticket of one opens a download on the other, the same file', async () => {
  const rule = await one.data(ruleAdd, {
    rule_name: 'd',
    level: 1,
    prefix: 'D',
    alphabet: 'base36',
    body_length: 12,
    check: 'none',
    carrier: 'plain',
  });
  const order = await one.data(orderAdd, { rule_id: rule.id, quantity: 100 });
  const { ticket } = await one.data(orderDownloadTicket, { id: order.id, format: 'txt' });
  await expect.poll(async () => (await other.call(orderAdd, { rule_id: rule.id, quantity: 1 })).status).toBe(200);
  const file = await (await other.fetch(`${orderDownload.path}?ticket=${ticket}`)).text();
  const same = await one.fetch(`${orderDownload.path}?id=${order.id}&format=txt`, { headers: { token: one.admin } });
  expect(file).toBe(await same.text());
});
