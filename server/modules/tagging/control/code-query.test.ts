import { createCoder } from '@suyuan/codes/coder/coder.ts';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { codesBind } from '@suyuan/contract/tagging/code-binding.ts';
import { codesClose } from '@suyuan/contract/tagging/code-closure.ts';
import { orderAdd, orderClose, preCode } from '@suyuan/contract/tagging/code-order.ts';
import { codesExport, codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let product: number;
beforeAll(async () => {
  server = await testServer();
  product = (await server.data(products.add, { product_code: 'P', product_name: '酒', gtin: '6901234567892' })).id;
});
afterAll(() => server.stop());

type RuleInput = Parameters<typeof server.data<typeof codeRule.add>>[1];
const base32: RuleInput = {
  rule_name: '瓶码',
  level: 1,
  prefix: '',
  alphabet: 'base32',
  body_length: 12,
  check: 'luhn',
  carrier: 'digital-link',
};
const rules: RuleInput[] = [
  base32,
  { ...base32, rule_name: '防伪', alphabet: 'digits', body_length: 16, check: 'none', carrier: 'plain' },
  {
    ...base32,
    rule_name: 'SSCC',
    level: 3,
    prefix: '169012345',
    alphabet: 'digits',
    body_length: 8,
    check: 'gs1',
    carrier: 'digital-link',
  },
  { ...base32, rule_name: 'Case-sensitive', prefix: 'aB', alphabet: 'base62', body_length: 9, check: 'none' },
  { ...base32, rule_name: 'Luhn', prefix: '9', alphabet: 'hex', body_length: 10, check: 'luhn', carrier: 'url' },
];

async function order(rule_id: number, quantity: number, product_id: number | null = product) {
  const { id, order_no } = await server.data(orderAdd, { rule_id, product_id, quantity });
  const file = await server.fetch(`${orderDownload.path}?id=${id}&format=csv&purpose=test&reprint=test`, {
    headers: { token: server.admin },
  });
  const [, ...lines] = (await file.text()).trimEnd().split('\n');
  const rows = lines.map((line) => line.split(',') as [code: string, content: string]);
  return { id, order_no, codes: rows.map(([code]) => code), contents: rows.map(([, content]) => content) };
}

describe.each(rules.map((rule) => [rule.rule_name, rule] as const))('codes of a %s rule', (_, rule) => {
  test('ten thousand are distinct, and recognised as printed and as carried by a symbol', async () => {
    const { id } = await server.data(codeRule.add, rule);
    const { id: orderId, order_no, codes, contents } = await order(id, 10_000);
    expect(new Set(codes).size).toBe(10_000);
    for (const texts of [codes, contents]) {
      const facts = await server.data(codesQuery, { codes: texts });
      expect(facts.map(({ input }) => input)).toEqual(texts);
      expect(facts.map(({ code }) => code)).toEqual(codes);
      expect(
        facts.every((fact) => fact.state === 'bound' && fact.order_id === orderId && fact.product_id === product),
      ).toBe(true);
      expect(facts[0]).toMatchObject({ rule_name: rule.rule_name, order_no, product_code: 'P', product_name: '酒' });
    }
  });
});

describe('a code', () => {
  test('is recognised however a person writes it', async () => {
    const { id } = await server.data(codeRule.add, { ...base32, rule_name: 'Typed', prefix: 'T' });
    const [code = ''] = (await order(id, 1)).codes;
    const written = [
      code.toLowerCase(),
      ` ${code}\r\n`,
      `${code.slice(0, 4)} ${code.slice(4)}`,
      `https://x.cn/m/q/${code}`,
    ];
    const facts = await server.data(codesQuery, { codes: written });
    expect(facts.map((fact) => fact.code)).toEqual(written.map(() => code));
  });

  test('that fits a rule but was never issued is unknown', async () => {
    const { id } = await server.data(codeRule.add, { ...base32, rule_name: 'Future', prefix: 'F' });
    const { codes } = await order(id, 3);
    const other = createCoder({ prefix: 'F', alphabet: 'base32', bodyLength: 12, check: 'luhn' }, Buffer.alloc(32));
    const invented = other.encode(1);
    expect(codes).not.toContain(invented);
    const [fact] = await server.data(codesQuery, { codes: [invented] });
    expect(fact).toMatchObject({ state: 'unknown', order_id: null, product_id: null, scan_count: 0 });
  });

  test('is void once its order is closed; its neighbours are not', async () => {
    const { id } = await server.data(codeRule.add, { ...base32, rule_name: 'Closing', prefix: 'C', carrier: 'url' });
    const [before, closed, after] = [await order(id, 5), await order(id, 5), await order(id, 5, null)];
    await server.data(orderClose, { id: closed.id, reason: '标签印错' });
    const facts = await server.data(codesQuery, { codes: [...before.codes, ...closed.codes, ...after.codes] });
    const states = ['bound', 'void', 'issued'].flatMap((state) => Array(5).fill(state));
    expect(facts.map(({ state }) => state)).toEqual(states);
  });

  test('shows number of scans and time of the first', async () => {
    const { id } = await server.data(codeRule.add, { ...base32, rule_name: 'Scanned', prefix: 'S' });
    const [code = '', fresh = ''] = (await order(id, 2)).codes;
    const first = await server.data(scan, { code }, { token: '' });
    await server.data(scan, { code }, { token: '' });
    expect(await server.data(codesQuery, { codes: [code, fresh] })).toMatchObject([
      { scan_count: 2, first_scan_at: first.scan.first_at },
      { scan_count: 0, first_scan_at: null },
    ]);
  });

  test('shows its last event', async () => {
    const lastOf = async (code: string) => (await server.data(codesQuery, { codes: [code] }))[0];
    const { id, codes } = await issue(2);
    const [code = '', other = ''] = codes;
    const issued = await lastOf(code);
    expect(issued).toMatchObject({ last_event: 'issued' });
    await server.data(codesBind, { order_id: id, product_id: product });
    expect(await lastOf(code)).toMatchObject({ last_event: 'bound' });
    await server.data(scan, { code }, { token: '' });
    const scanned = await lastOf(code);
    expect(scanned).toMatchObject({ last_event: 'scanned', last_event_at: scanned?.first_scan_at });
    const { rows } = await server.data(preCode.page, { keyword: scanned?.order_no ?? '' });
    expect(rows[0]).toMatchObject({ bound: 2, used: 1 });
    await server.data(codesClose, { order_id: id, reason: 'x' });
    expect(await lastOf(code)).toMatchObject({ last_event: 'closed' });
    expect(await lastOf(other)).toMatchObject({ last_event: 'closed' });
    expect((await lastOf('NOPE'))?.last_event).toBeNull();
  });

  test('can be repeated, empty or nonsense, without shifting the others', async () => {
    const { id } = await server.data(codeRule.add, { ...base32, rule_name: 'Odd', prefix: 'X' });
    const [code = ''] = (await order(id, 1)).codes;
    const codes = [code, '', code, '()', '(01)', 'https://', '%', '😀', '０１２３', 'a'.repeat(2048), '\ufffd', code];
    const facts = await server.data(codesQuery, { codes });
    expect(facts.map(({ state }) => state)).toEqual(codes.map((each) => (each === code ? 'bound' : 'unknown')));
  });
});

let preCodeRule: Promise<{ id: number }> | undefined;

async function issue(quantity: number) {
  preCodeRule ??= server.data(codeRule.add, { ...base32, rule_name: 'Pre', prefix: 'Q', carrier: 'plain' });
  return order((await preCodeRule).id, quantity, null);
}

describe('the codes of an order', () => {
  test('are looked up by number', async () => {
    const { id, codes } = await issue(12);
    const facts = await server.data(codesQuery, { order_id: id, from: 3, to: 5 });
    expect(facts.map(({ code }) => code)).toEqual(codes.slice(2, 5));
    expect(await server.data(codesQuery, { order_id: id })).toHaveLength(12);
  });

  test('beyond its quantity are refused', async () => {
    const { id } = await issue(3);
    const refused = async (input: object) => {
      const { status, envelope } = await server.call(codesQuery, input);
      return [status, ...(status === 400 ? reasonsOf(envelope) : [])].join(' ');
    };
    expect(await refused({})).toBe('400 codes required');
    expect(await refused({ order_id: id, from: 2, to: 4 })).toBe('400 to too_large');
    expect(await refused({ order_id: id, from: 3, to: 2 })).toBe('400 to range_reversed');
    expect(await refused({ order_id: 99_999 })).toBe('404');
  });
});

test("a hundred thousand codes are one look-up, and one file in the caller's language", async () => {
  const { id, codes } = await issue(100_000);
  const facts = await server.data(codesQuery, { codes });
  expect(facts).toHaveLength(100_000);
  expect(facts.every(({ order_id, state }) => order_id === id && state === 'issued')).toBe(true);
  const response = await server.fetch(codesExport.path, {
    method: 'POST',
    headers: { token: server.admin, 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({ order_id: id, from: 1, to: 100_000, format: 'csv' }),
  });
  const lines = (await response.text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(100_001);
  expect(lines[0]).toContain('Entered,Code,State');
  expect(lines[1]).toContain(`${codes[0]},${codes[0]},`);
  expect(lines[1]).toContain('Pre-code');
});
