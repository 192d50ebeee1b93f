import { product as products } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { dashboard } from '@suyuan/contract/dashboard/figures.ts';
import { orderAdd, orderClose } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let started: TestServer[] = [];
beforeEach(async () => {
  server = await testServer({ SUYUAN_TRUST_PROXY: '127.0.0.1' });
  started.push(server);
});
afterAll(async () => {
  for (const each of started) await each.stop();
  started = [];
});

const summary = (token?: string, days?: 7 | 30 | 90) => server.data(dashboard, days ? { days } : {}, { token });
const ask = (code: string) =>
  server.data(scan, { code }, { token: '', headers: { 'x-forwarded-for': '114.114.114.114' } });

/** A rule, a product, and an order of 100 codes for it, a pre-code order of 50. */
async function issue() {
  const rule = await server.data(codeRule.add, {
    rule_name: 'r',
    level: 1,
    prefix: '',
    alphabet: 'digits',
    body_length: 12,
    check: 'none',
    carrier: 'plain',
  });
  const product = await server.data(products.add, { product_code: 'P', product_name: '酒' });
  const bound = await server.data(orderAdd, { rule_id: rule.id, product_id: product.id, quantity: 100 });
  const unbound = await server.data(orderAdd, { rule_id: rule.id, quantity: 50 });
  return { product: product.id, bound, unbound };
}
const ago = (days: number, what: 'consumer_scan' | 'code_order') =>
  what === 'consumer_scan'
    ? server.sql`
        update consumer_scan set scanned_at = (scanned_at at time zone 'UTC' - make_interval(days => ${days})) at time zone 'UTC'`
    : server.sql`
        update code_order set created_at = (created_at at time zone 'UTC' - make_interval(days => ${days})) at time zone 'UTC'`;

test('an empty system has thirty days of zeros', async () => {
  const figures = await summary();
  expect(figures).toMatchObject({
    issued: { today: 0, yesterday: 0 },
    scanned: { today: 0, yesterday: 0 },
    suspicious: { today: 0, yesterday: 0 },
    total: { issued: 0, scanned: 0 },
    provinces: [],
    verdicts: [],
    products: [],
  });
  expect(figures.days).toHaveLength(30);
  expect(new Set(figures.days.map(({ day }) => day)).size).toBe(30);
});

test('orders and scans are counted at once', async () => {
  const { product, bound, unbound } = await issue();
  for (const code of [bound.first, bound.first, unbound.first, 'no code of ours']) await ask(code);
  await server.data(orderClose, { id: bound.id, reason: 'x' });
  await ask(bound.first);
  expect(await summary()).toMatchObject({
    issued: { today: 150, yesterday: 0 },
    scanned: { today: 5, yesterday: 0 },
    suspicious: { today: 3, yesterday: 0 },
    total: { issued: 150, scanned: 5 },
    provinces: [{ province: '江苏省', scanned: 5 }],
    products: [{ product_id: product, product_name: '酒', scanned: 3 }],
  });
  const { verdicts, days } = await summary();
  expect(Object.fromEntries(verdicts?.map(({ verdict, scanned }) => [verdict, scanned]) ?? [])).toEqual({
    genuine: 1,
    repeated: 1,
    unbound: 1,
    void: 1,
    unknown: 1,
  });
  expect(days.at(-1)).toMatchObject({ issued: 150, scanned: 5 });
});

test('yesterday has its own figures, and repeated reading counts nothing twice', async () => {
  const { bound } = await issue();
  await ask(bound.first);
  await ago(1, 'consumer_scan');
  await ago(1, 'code_order');
  await ask(bound.first);
  const expected = {
    issued: { today: 0, yesterday: 150 },
    scanned: { today: 1, yesterday: 1 },
    total: { issued: 150, scanned: 2 },
  };
  expect(await summary()).toMatchObject(expected);
  expect(await Promise.all([summary(), summary(), summary()])).toMatchObject([expected, expected, expected]);
});

test('a scan older than thirty days is only in the total, until ninety are requested', async () => {
  const { bound } = await issue();
  await ask(bound.first);
  await ago(40, 'consumer_scan');
  const figures = await summary();
  expect(figures.total.scanned).toBe(1);
  expect(figures.days.every(({ scanned }) => scanned === 0)).toBe(true);
  expect(figures.verdicts).toEqual([]);
  const longer = await summary(undefined, 90);
  expect(longer.days).toHaveLength(90);
  expect(longer.days.at(-41)).toMatchObject({ scanned: 1 });
  expect(longer.products).toMatchObject([{ scanned: 1 }]);
  expect((await summary(undefined, 7)).days).toHaveLength(7);
});

test('people without access to orders or scans get no figures of them', async () => {
  const { bound } = await issue();
  await ask(bound.first);
  expect(await summary(await server.as(['productlist']))).toMatchObject({
    issued: null,
    scanned: null,
    suspicious: null,
    total: { issued: null, scanned: null },
    provinces: null,
    verdicts: null,
    products: null,
  });
  expect(await summary(await server.as(['records']))).toMatchObject({ issued: { today: 150 }, scanned: null });
  expect(await summary(await server.as(['customerquery']))).toMatchObject({ issued: null, scanned: { today: 1 } });
});
