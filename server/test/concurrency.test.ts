import { product as products } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { codeOrder, orderAdd, orderClose } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload, orderDownloadTicket } from '@suyuan/contract/tagging/order-download.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handingOut } from './goods/codes-of-order.ts';
import { type TestServer, testServer } from './harness/server.ts';

// Many people at the same moment, on two servers.

let servers: [TestServer, TestServer];
let one: TestServer;
beforeAll(async () => {
  one = await testServer();
  servers = [one, await testServer({}, one)];
});
afterAll(async () => {
  for (const server of servers ?? []) await server.stop();
});

const digits = {
  rule_name: 'r',
  level: 1,
  prefix: '',
  alphabet: 'base36',
  body_length: 16,
  check: 'none',
  carrier: 'plain',
} as const;
/** The same work `times` times, on one server and the other by turns. */
const atOnce = <Result>(times: number, work: (server: TestServer, index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: times }, (_, index) => work(servers[index % 2] as TestServer, index)));
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const winners = (answers: { status: number }[]) => answers.filter(({ status }) => status === 200);

describe('of ten concurrent callers', () => {
  test('one gets the product code', async () => {
    const answers = await atOnce(10, (server, index) =>
      server.call(products.add, { product_code: index % 3 === 0 ? 'Same' : 'SAME', product_name: String(index) }),
    );
    expect(statuses(answers)).toEqual([200, ...Array(9).fill(400)]);
    expect((await one.data(products.page, { product_code: 'same' })).total).toBe(1);
  });

  test("one gets the rule that would accept the others' codes", async () => {
    const answers = await atOnce(10, (server, index) =>
      server.call(codeRule.add, { ...digits, rule_name: `overlap ${index}`, alphabet: index % 2 ? 'hex' : 'digits' }),
    );
    expect(statuses(answers)).toEqual([200, ...Array(9).fill(400)]);
    expect((await one.data(codeRule.page, { keyword: 'overlap' })).total).toBe(1);
  });

  test('one closes the order', async () => {
    const rule = await one.data(codeRule.add, { ...digits, rule_name: 'closing', prefix: 'A' });
    const { id } = await one.data(orderAdd, { rule_id: rule.id, quantity: 1 });
    const answers = await atOnce(10, (server, index) => server.call(orderClose, { id, reason: `reason ${index}` }));
    expect(statuses(answers)).toEqual([200, ...Array(9).fill(409)]);
  });

  test('one redeems the ticket', async () => {
    const rule = await one.data(codeRule.add, { ...digits, rule_name: 'ticket', prefix: 'B' });
    const { id } = await one.data(orderAdd, { rule_id: rule.id, quantity: 1 });
    const { ticket } = await one.data(orderDownloadTicket, { id, format: 'txt', ...handingOut });
    const answers = await atOnce(10, async (server) => {
      const response = await server.fetch(`${orderDownload.path}?ticket=${ticket}`);
      await response.arrayBuffer();
      return response;
    });
    expect(statuses(answers)).toEqual([200, ...Array(9).fill(400)]);
  });
});

describe('orders of one rule', () => {
  test('take adjacent ranges that never overlap, and unique numbers', async () => {
    const { id } = await one.data(codeRule.add, { ...digits, rule_name: 'crowd', prefix: 'C' });
    const orders = await atOnce(40, (server, index) => server.data(orderAdd, { rule_id: id, quantity: index + 1 }));
    expect(new Set(orders.map(({ order_no }) => order_no)).size).toBe(40);
    const ranges = await one.sql<{ first_id: number; last_id: number }[]>`
      select first_id, last_id from code_order where rule_id = ${id} order by first_id`;
    for (const [index, { first_id }] of ranges.entries()) {
      if (index > 0) expect(first_id).toBe((ranges[index - 1]?.last_id ?? 0) + 1);
    }
    expect((await one.data(codeRule.page, { keyword: 'crowd' })).rows[0]?.issued).toBe((40 * 41) / 2);
  });

  test('fit into the remaining capacity, to the last code', async () => {
    const { id } = await one.data(codeRule.add, { ...digits, rule_name: 'full', alphabet: 'digits', body_length: 6 });
    const answers = await atOnce(14, (server) => server.call(orderAdd, { rule_id: id, quantity: 100_000 }));
    expect(statuses(answers)).toEqual([...Array(10).fill(200), ...Array(4).fill(400)]);
    const { rows } = await one.data(codeOrder.page, { rule_id: id, size: 20 });
    expect(rows.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(1_000_000);
  });

  test('placed while its format changes print codes that stay readable', async () => {
    const { id } = await one.data(codeRule.add, { ...digits, rule_name: 'changing', prefix: 'D' });
    const change = (server: TestServer, index: number) =>
      server.call(codeRule.update, { id, ...digits, rule_name: 'changing', prefix: `E${index}`, body_length: 15 });
    const order = (server: TestServer) => server.call(orderAdd, { rule_id: id, quantity: 1 });
    const answers = await atOnce(20, (server, index) => (index % 3 === 0 ? order(server) : change(server, index % 10)));
    expect(winners(answers).length).toBeGreaterThanOrEqual(7);
    const { rows } = await one.data(codeOrder.page, { rule_id: id });
    for (const server of servers) {
      const known = async () =>
        (await server.data(codesQuery, { codes: rows.map(({ first_code }) => first_code) })).map(
          ({ order_id }) => order_id,
        );
      await expect.poll(known).toEqual(rows.map((row) => row.id));
    }
  });
});

describe('a product', () => {
  test('deleted while codes are ordered for it is either gone or ordered for, never both', async () => {
    const rule = await one.data(codeRule.add, { ...digits, rule_name: 'deleting', prefix: 'F' });
    for (let round = 0; round < 5; round++) {
      const { id } = await one.data(products.add, { product_code: `gone-${round}`, product_name: 'x' });
      const answers = await atOnce(6, async (server, index) =>
        index % 2
          ? server.call(products.remove, { id })
          : server.call(orderAdd, { rule_id: rule.id, product_id: id, quantity: 1 }),
      );
      for (const { status } of answers) expect([200, 400, 404, 409]).toContain(status);
      const left = (await one.data(products.page, { product_code: `gone-${round}` })).total;
      const ordered = (await one.data(codeOrder.page, { product_id: id })).total;
      expect([left, ordered > 0]).toEqual(left === 1 ? [1, true] : [0, false]);
    }
  });

  test('whose GTIN changes while Digital Links are ordered for it keeps the printed one', async () => {
    const rule = await one.data(codeRule.add, { ...digits, rule_name: 'link', prefix: 'G', carrier: 'digital-link' });
    const gtins = ['6901234567892', '4006381333931'];
    const { id } = await one.data(products.add, { product_code: 'G', product_name: 'x', gtin: gtins[0] as string });
    const answers = await atOnce(12, async (server, index) =>
      index % 2
        ? server.call(products.update, {
            id,
            product_code: 'G',
            product_name: 'x',
            gtin: gtins[(index >> 1) % 2] as string,
          })
        : server.call(orderAdd, { rule_id: rule.id, product_id: id, quantity: 1 }),
    );
    for (const { status } of answers) expect(status).toBeLessThan(500);
    const [product] = (await one.data(products.page, { product_code: 'G' })).rows;
    const refused = await one.call(products.update, { id, product_code: 'G', product_name: 'x', gtin: null });
    expect(refused.status).toBe(400);
    for (const order of (await one.data(codeOrder.page, { product_id: id })).rows) {
      const path = `${orderDownload.path}?id=${order.id}&format=csv&purpose=test&reprint=test`;
      const file = await (await one.fetch(path, { headers: { token: one.admin } })).text();
      expect(file).toContain(`/01/0${product?.gtin}/21/`);
    }
  });
});

test('concurrent scans of the same codes on both servers are each counted once, without deadlock', async () => {
  const rule = await one.data(codeRule.add, { ...digits, rule_name: 'scanned', prefix: 'H' });
  const { id } = await one.data(orderAdd, { rule_id: rule.id, quantity: 10 });
  const path = `${orderDownload.path}?id=${id}&format=txt&purpose=test&reprint=test`;
  const codes = (await (await one.fetch(path, { headers: { token: one.admin } })).text()).trim().split('\n');
  await expect.poll(async () => (await servers[1].data(codesQuery, { codes }))[0]?.state).toBe('issued');
  const answers = await atOnce(400, (server, index) => {
    const at = Math.floor(index / 2) % 10;
    return server.data(scan, { code: codes[index % 2 ? at : 9 - at] as string }, { token: '' });
  });
  for (const code of codes) {
    const counts = answers.filter((answer) => answer.code === code).map(({ scan: { count } }) => count);
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  }
});
