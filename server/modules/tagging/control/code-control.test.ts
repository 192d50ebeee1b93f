import { product } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { codesBind, codesUnbind } from '@suyuan/contract/tagging/code-binding.ts';
import {
  codeClosure,
  codesClose,
  reopenApprove,
  reopenAsk,
  reopenRefuse,
} from '@suyuan/contract/tagging/code-closure.ts';
import { orderAdd, orderClose, orderDetail, preCode } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { orderLabels } from '@suyuan/contract/tagging/order-file.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handingOut } from '#test/goods/codes-of-order.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let rule: number;
let wine: number;
let water: number;

beforeAll(async () => {
  server = await testServer();
  rule = (
    await server.data(codeRule.add, {
      rule_name: '防伪',
      level: 1,
      prefix: '',
      alphabet: 'digits',
      body_length: 16,
      check: 'none',
      carrier: 'url',
    })
  ).id;
  wine = (await server.data(product.add, { product_code: 'W', product_name: '云泉 53°' })).id;
  water = (await server.data(product.add, { product_code: 'A', product_name: 'Water' })).id;
});
afterAll(() => server.stop());

async function labels(input: Record<string, string | number>): Promise<void> {
  const sheet = { symbol: 'qrcode', layout: 'roll', width_mm: '50', height_mm: '40' };
  const query = new URLSearchParams({ ...handingOut, ...sheet, ...(input as Record<string, string>) });
  const response = await server.fetch(`${orderLabels.path}?${query}`, { headers: { token: server.admin } });
  expect(response.status).toBe(200);
  await response.arrayBuffer();
}

const preCodes = async (quantity: number, product_id: number | null = null) => {
  const { id } = await server.data(orderAdd, { rule_id: rule, quantity, product_id });
  const file = await server.fetch(`${orderDownload.path}?id=${id}&format=txt&purpose=test&reprint=test`, {
    headers: { token: server.admin },
  });
  return { id, codes: (await file.text()).trimEnd().split('\n') };
};
const states = async (codes: readonly (string | undefined)[]) =>
  (await server.data(codesQuery, { codes: codes as string[] })).map(({ state }) => state);
const verdict = async (code: string | undefined) => (await server.data(scan, { code: code as string })).verdict;
const refusal = async (...args: Parameters<TestServer['call']>) => {
  const { status, envelope } = await server.call(args[0], args[1], { language: 'en', ...args[2] });
  return `${status} ${(envelope.data as { fields?: { path: string; reason: string }[] } | null)?.fields?.map(({ path, reason }) => `${path} ${reason}`).join() ?? ''}`.trim();
};

describe('pre-codes', () => {
  test('are bound by range to a product, lot and date, which the consumer sees', async () => {
    const { id, codes } = await preCodes(100);
    expect(await verdict(codes[0])).toBe('unbound');
    const bound = await server.data(codesBind, {
      order_id: id,
      from: 11,
      to: 60,
      product_id: wine,
      lot: 'L2026-07',
      production_date: '2026-07-01',
    });
    expect(bound).toMatchObject({ changed: 50, unchanged: 0 });
    expect(await states([codes[9], codes[10], codes[59], codes[60]])).toEqual(['issued', 'bound', 'bound', 'issued']);
    const answer = await server.data(scan, { code: codes[10] as string });
    expect(answer).toMatchObject({
      verdict: 'genuine',
      product: { product_name: '云泉 53°', lot: 'L2026-07', production_date: '2026-07-01' },
    });
    const { rows } = await server.data(preCode.page, {});
    expect(rows.find((row) => row.id === id)).toMatchObject({ quantity: 100, bound: 50, closed: 0 });
  });

  test('are bound by first and last code, and by a list of codes of several orders', async () => {
    const one = await preCodes(10);
    const other = await preCodes(10);
    const [first_code = '', last_code = ''] = [one.codes[2], one.codes[5]];
    await server.data(codesBind, { order_id: one.id, first_code, last_code, product_id: wine });
    const list = [one.codes[5], one.codes[8], other.codes[0], other.codes[0]] as string[];
    expect(await server.data(codesBind, { codes: list, product_id: wine })).toMatchObject({ changed: 2, unchanged: 1 });
    expect(await states([...one.codes.slice(1, 10), other.codes[0]])).toEqual([
      'issued',
      ...Array(4).fill('bound'),
      'issued',
      'issued',
      'bound',
      'issued',
      'bound',
    ]);
  });

  test('prevent their product from being deleted, with the reason', async () => {
    const { id } = await preCodes(3);
    const bound = await server.data(product.add, { product_code: 'KEPT', product_name: 'Kept' });
    await server.data(codesBind, { order_id: id, product_id: bound.id });
    const refused = await server.call(product.remove, { id: bound.id }, { language: 'en' });
    expect(refused.status).toBe(409);
    await server.data(codesUnbind, { order_id: id });
    await server.data(product.remove, { id: bound.id });
  });

  test('of another product must be unbound before binding', async () => {
    const { id, codes } = await preCodes(10);
    await server.data(codesBind, { order_id: id, from: 1, to: 5, product_id: wine });
    expect(await refusal(codesBind, { order_id: id, product_id: water })).toMatch(/^409/);
    expect(await states(codes)).toEqual([...Array(5).fill('bound'), ...Array(5).fill('issued')]);
    await server.data(codesUnbind, { order_id: id, from: 2, to: 3 });
    await server.data(codesBind, { order_id: id, from: 2, to: 3, product_id: water });
    const facts = await server.data(codesQuery, { codes: codes.slice(0, 4) });
    expect(facts.map(({ product_name }) => product_name)).toEqual(['云泉 53°', 'Water', 'Water', '云泉 53°']);
  });

  test('queried by a consumer stay bound', async () => {
    const { id, codes } = await preCodes(10);
    await server.data(codesBind, { order_id: id, product_id: wine });
    await verdict(codes[4]);
    expect(await refusal(codesUnbind, { order_id: id })).toMatch(/^409/);
    await server.data(codesUnbind, { order_id: id, from: 6, to: 10 });
    expect(await states(codes.slice(3, 7))).toEqual(['bound', 'bound', 'issued', 'issued']);
  });

  test('on a label with their product stay bound; other labels, and files, do not matter', async () => {
    const { id, codes } = await preCodes(10);
    await server.data(codesBind, { order_id: id, product_id: wine, lot: 'L7' });
    await labels({ id, from: 1, count: 4, texts: 'human,order' });
    await server.data(codesUnbind, { order_id: id, from: 1, to: 4 });
    await labels({ id, from: 3, count: 4, texts: 'human,lot' });
    expect(await refusal(codesUnbind, { codes: [codes[4], codes[8]] })).toMatch(/^409/);
    expect(await refusal(codesUnbind, { order_id: id, from: 6, to: 10 })).toMatch(/^409/);
    await server.data(codesUnbind, { order_id: id, from: 7, to: 10 });
    expect(await states(codes.slice(4, 8))).toEqual(['bound', 'bound', 'issued', 'issued']);
  });

  test('an order for a product takes a lot, not another product', async () => {
    const { id, codes } = await preCodes(4, wine);
    await server.data(codesBind, { order_id: id, from: 1, to: 2, product_id: wine, lot: 'A1' });
    const facts = await server.data(codesQuery, { codes });
    expect(facts.map(({ state, lot }) => `${state} ${lot}`)).toEqual([
      'bound A1',
      'bound A1',
      'bound null',
      'bound null',
    ]);
    expect(await refusal(codesBind, { order_id: id, product_id: water })).toMatch(/^409/);
    expect((await server.call(codesUnbind, { order_id: id, from: 3, to: 4 })).status).toBe(409);
  });

  test('what cannot be bound is refused by field', async () => {
    const { id, codes } = await preCodes(5);
    const other = await preCodes(1);
    const bind = (input: object) => refusal(codesBind, { product_id: wine, ...input });
    expect(await bind({})).toBe('400 order_id required');
    expect(await bind({ order_id: 99_999 })).toMatch(/^404/);
    expect(await bind({ order_id: id, from: 2, to: 6 })).toBe('400 to too_large');
    expect(await bind({ order_id: id, from: 4, to: 2 })).toBe('400 to range_reversed');
    expect(await bind({ order_id: id, first_code: codes[3], last_code: codes[1] })).toBe(
      '400 last_code range_reversed',
    );
    expect(await bind({ order_id: id, first_code: codes[3], last_code: other.codes[0] })).toBe(
      '400 last_code not_in_order',
    );
    expect(await bind({ codes: [codes[0], 'nonsense'] })).toBe('400 codes.1 unknown_code');
    expect(await bind({ order_id: id, production_date: '2026-02-30' })).toBe('400 production_date format_date');
    expect(await bind({ order_id: id, product_id: 99_999 })).toBe('400 product_id no_such');
  });
});

describe('closing', () => {
  test('an order, a range or a list makes its codes void in every call', async () => {
    const { id, codes } = await preCodes(20, wine);
    await server.data(codesClose, { order_id: id, from: 1, to: 5, reason: '印刷错误' });
    expect(await server.data(codesClose, { codes: codes.slice(4, 7), reason: 'lost roll' })).toMatchObject({
      changed: 2,
      unchanged: 1,
    });
    expect(await states(codes.slice(0, 8))).toEqual([...Array(7).fill('void'), 'bound']);
    expect(await verdict(codes[6])).toBe('void');
    expect(await verdict(codes[7])).toBe('genuine');
    expect((await server.call(codesClose, { order_id: id, from: 1, to: 2, reason: 'again' })).status).toBe(409);
    await server.data(orderClose, { id, reason: 'all' });
    expect(await states([codes[19]])).toEqual(['void']);
    const { order, segments } = await server.data(orderDetail, { id });
    expect(order).toMatchObject({ status: 'closed', closed: 20 });
    expect(segments.map(({ from, to, close_reason }) => [from, to, close_reason])).toEqual([
      [1, 5, '印刷错误'],
      [6, 7, 'lost roll'],
    ]);
  });

  test('codes can then be neither bound nor unbound', async () => {
    const { id } = await preCodes(10);
    await server.data(codesClose, { order_id: id, from: 3, to: 4, reason: 'x' });
    expect((await server.call(codesBind, { order_id: id, product_id: wine })).status).toBe(409);
    expect((await server.call(codesUnbind, { order_id: id })).status).toBe(409);
    await server.data(codesBind, { order_id: id, from: 5, to: 10, product_id: wine });
  });
});

describe('reopening', () => {
  const closed = async () => {
    const { id, codes } = await preCodes(10, wine);
    await server.data(codesBind, { order_id: id, from: 1, to: 3, product_id: wine, lot: 'L1' });
    const { id: closure } = await server.data(codesClose, { order_id: id, from: 2, to: 5, reason: 'stop' });
    return { id, codes, closure: closure as number };
  };

  test('takes a second person, and restores the status of the codes', async () => {
    const { codes, closure } = await closed();
    const asker = await server.as(['queryclose', 'queryclose:reopen', 'queryclose:approve'], { name: 'asker' });
    const other = await server.as(['queryclose', 'queryclose:approve'], { name: 'other' });
    expect((await server.call(reopenApprove, { id: closure }, { token: other })).status).toBe(409);
    await server.data(reopenAsk, { id: closure, reason: 'found the roll' }, { token: asker });
    expect(await states([codes[1]])).toEqual(['void']);
    const own = await server.call(reopenApprove, { id: closure }, { token: asker, language: 'en' });
    expect([own.status, own.envelope.message]).toEqual([409, expect.stringContaining('This takes two people')]);
    await server.data(reopenApprove, { id: closure }, { token: other });
    expect(await states(codes.slice(0, 6))).toEqual(Array(6).fill('bound'));
    expect((await server.data(codesQuery, { codes: [codes[1] as string] }))[0]?.lot).toBe('L1');
    const { rows } = await server.data(codeClosure.page, { status: 'reopened' });
    expect(rows[0]).toMatchObject({ id: closure, asked_by: 'asker', decided_by: 'other', quantity: 4, reason: 'stop' });
    const [audited] = await server.sql<
      { account_name: string; before: { status: string }; after: { status: string } }[]
    >`
      select l.account_name, c.before, c.after from audit_log l join audit_change c on c.audit_id = l.id
      where l.call = ${reopenApprove.path} and c.thing = 'code_closure'`;
    expect(audited).toMatchObject({
      account_name: 'other',
      before: { status: 'reopen_asked' },
      after: { status: 'reopened' },
    });
  });

  test('can be declined, and requested again', async () => {
    const { codes, closure } = await closed();
    const other = await server.as(['queryclose', 'queryclose:approve']);
    await server.data(reopenAsk, { id: closure, reason: 'please' });
    expect((await server.call(reopenAsk, { id: closure, reason: 'again' })).status).toBe(409);
    await server.data(reopenRefuse, { id: closure }, { token: other });
    expect(await states([codes[1]])).toEqual(['void']);
    await server.data(reopenAsk, { id: closure, reason: 'please do' });
    await server.data(reopenApprove, { id: closure }, { token: other });
    expect((await server.call(reopenAsk, { id: closure, reason: 'x' })).status).toBe(409);
  });

  test('an order restores it: codes closed before stay closed', async () => {
    const { id, codes } = await closed();
    await server.data(orderClose, { id, reason: 'all' });
    const { rows } = await server.data(codeClosure.page, { scope: 'order' });
    await server.data(reopenAsk, { id: rows[0]?.id as number, reason: 'x' });
    const other = await server.as(['queryclose:approve']);
    await server.data(reopenApprove, { id: rows[0]?.id as number }, { token: other });
    expect(await states(codes.slice(0, 6))).toEqual(['bound', ...Array(4).fill('void'), 'bound']);
  });
});

test('people with view access cannot bind, close or reopen', async () => {
  const token = await server.as(['readycreate', 'queryclose', 'records']);
  const inputs = [
    [codesBind, { order_id: 1, product_id: 1 }],
    [codesUnbind, { order_id: 1 }],
    [codesClose, { order_id: 1, reason: 'x' }],
    [reopenAsk, { id: 1, reason: 'x' }],
    [reopenApprove, { id: 1 }],
  ] as const;
  for (const [call, input] of inputs) expect((await server.call(call, input, { token })).status).toBe(401);
});

test('people who bind codes can choose products, without access to their screen', async () => {
  const token = await server.as(['readycreate', 'readycreate:bind']);
  const { rows } = await server.data(product.page, {}, { token });
  expect(rows.map(({ product_code }) => product_code).toSorted()).toEqual(['A', 'W']);
  const { id } = await preCodes(10);
  expect((await server.call(codesBind, { order_id: id, product_id: wine }, { token })).status).toBe(200);
});

test('two hundred scattered codes cost a row each, a million consecutive ones a single row', async () => {
  const { id, codes } = await preCodes(500);
  await server.data(codesBind, { codes: codes.filter((_, index) => index % 2 === 0).slice(0, 200), product_id: wine });
  const count = async (order: number) =>
    (await server.sql<{ n: number }[]>`select count(*) as n from code_segment where order_id = ${order}`)[0]?.n;
  expect(await count(id)).toBe(200);
  await server.data(codesBind, { order_id: id, product_id: wine });
  expect(await count(id)).toBe(1);
  const large = await server.data(orderAdd, { rule_id: rule, quantity: 2_000_000 });
  await server.data(codesBind, { order_id: large.id, from: 1, to: 1_000_000, product_id: wine, lot: 'B' });
  expect(await count(large.id)).toBe(1);
});

test('a scan finds its segment by the index, however many there are', async () => {
  await server.sql`
    insert into code_segment (first_id, last_id, order_id, lot)
    select 8000::bigint * 1099511627776 + 10 * n, 8000::bigint * 1099511627776 + 10 * n + 5, (select min(id) from code_order), 'x'
    from generate_series(1, 50000) n`;
  await server.sql`analyze code_segment`;
  const plan = await server.sql<{ 'QUERY PLAN': string }[]>`
    explain select * from unnest(array[${8000 * 2 ** 40 + 77}]::bigint[]) as c (code_id)
    left join lateral (
      select * from code_segment where first_id <= c.code_id order by first_id desc limit 1
    ) s on s.last_id >= c.code_id`;
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan Backward using code_segment_pkey/);
});
