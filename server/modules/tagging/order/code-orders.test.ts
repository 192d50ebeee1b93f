import { product as products } from '@suyuan/contract/base/product/product.ts';
import { codeOrder, orderAdd, orderClose } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { rulePreview } from '@suyuan/contract/tagging/rule-preview.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const rule = {
  rule_name: '防伪',
  level: 1 as const,
  prefix: '',
  alphabet: 'digits' as const,
  body_length: 16,
  check: 'none' as const,
  carrier: 'url' as const,
};
const sscc = {
  ...rule,
  rule_name: 'SSCC',
  level: 3 as const,
  prefix: '069012345',
  body_length: 8,
  check: 'gs1' as const,
  carrier: 'plain' as const,
};
const link = {
  ...rule,
  rule_name: 'Link',
  alphabet: 'base32' as const,
  body_length: 12,
  carrier: 'digital-link' as const,
};
const refusedBy = async (...args: Parameters<TestServer['call']>) => {
  const { status, envelope } = await server.call(...args);
  expect(status).toBe(400);
  return reasonsOf(envelope);
};

describe('a code rule', () => {
  test('is previewed before it is created', async () => {
    const preview = await server.data(rulePreview, link);
    expect(preview).toMatchObject({ length: 12, capacity: 2 ** 40, domain: String(32n ** 12n), problems: [] });
    expect(new Set(preview.samples.map(({ code }) => code)).size).toBe(10);
    expect(preview.samples[0]?.content).toBe(`${server.url}/01/09506000134352/21/${preview.samples[0]?.code}`);
  });

  test('that cannot work is refused with the reason', async () => {
    expect(await refusedBy(codeRule.add, { ...rule, body_length: 5 })).toEqual(['body_length domain_too_small']);
    expect(await refusedBy(codeRule.add, { ...rule, alphabet: 'base36', check: 'gs1' })).toEqual([
      'check check_needs_digits',
    ]);
    expect(await refusedBy(codeRule.add, { ...link, body_length: 21 })).toEqual([
      'carrier digital_link_serial_too_long',
    ]);
    expect(await refusedBy(codeRule.add, { ...sscc, carrier: 'digital-link', body_length: 10 })).toEqual([
      'carrier digital_link_needs_sscc',
    ]);
  });

  test('that could accept the codes of another is refused, naming it', async () => {
    const { id } = await server.data(codeRule.add, rule);
    const hex = { ...rule, rule_name: 'Hex', alphabet: 'hex', body_length: 16 } as const;
    const { status, envelope } = await server.call(codeRule.add, hex, { language: 'en' });
    expect([status, reasonsOf(envelope)]).toEqual([400, ['prefix rule_overlap']]);
    expect(envelope.message).toContain('“防伪”');
    await server.data(codeRule.add, { ...hex, prefix: 'Z', body_length: 15, check: 'none' });
    expect(await refusedBy(codeRule.add, { ...sscc, rule_name: '防伪' })).toEqual(['rule_name taken']);
    await server.data(codeRule.remove, { id });
  });

  test('can change until its first code; afterwards only its name and status can', async () => {
    const { id } = await server.data(codeRule.add, { ...rule, rule_name: 'Frozen', prefix: '7' });
    await server.data(codeRule.update, { id, ...rule, rule_name: 'Frozen', prefix: '8' });
    await server.data(orderAdd, { rule_id: id, quantity: 1 });
    expect(await refusedBy(codeRule.update, { id, ...rule, rule_name: 'Frozen', prefix: '9' })).toEqual([
      'prefix rule_fixed',
    ]);
    await server.data(codeRule.update, { id, ...rule, prefix: '8', rule_name: 'Thawed', status: 'disabled' });
    expect((await server.data(codeRule.page, { keyword: 'Thawed' })).rows).toMatchObject([
      { prefix: '8', status: 'disabled', issued: 1 },
    ]);
    expect((await server.call(codeRule.remove, { id })).status).toBe(409);
    expect(await refusedBy(orderAdd, { rule_id: id, quantity: 1 })).toEqual(['rule_id rule_disabled']);
  });

  test('keeps omitted fields', async () => {
    const cases = { ...rule, rule_name: 'Cases', prefix: '5', level: 3, numbering: 'sequential' } as const;
    const { id } = await server.data(codeRule.add, cases);
    await server.data(codeRule.update, { id, symbol: 'datamatrix' });
    expect((await server.data(codeRule.page, { keyword: 'Cases' })).rows).toMatchObject([
      { ...cases, symbol: 'datamatrix' },
    ]);
    await server.data(codeRule.remove, { id });
  });

  test('changed by another person meanwhile is not overwritten', async () => {
    const shared = { ...rule, rule_name: 'Shared', prefix: '6' };
    const { id } = await server.data(codeRule.add, shared);
    const [read] = (await server.data(codeRule.page, { keyword: 'Shared' })).rows;
    await server.data(codeRule.update, { id, ...shared, check: 'luhn' });
    const late = { id, ...shared, updated_at: read?.updated_at ?? '' };
    const { status, envelope } = await server.call(codeRule.update, late);
    expect([status, reasonsOf(envelope)]).toEqual([409, ['check changed_meanwhile_to']]);
    await server.data(codeRule.remove, { id });
  });

  test('that is refused uses up no rule number, and running out of these is reported', async () => {
    const numbered = (prefix: string, rule_name = `Number ${prefix}`) =>
      ({ ...rule, rule_name, prefix, alphabet: 'base36' }) as const;
    const first = await server.data(codeRule.add, numbered('NA'));
    expect(await refusedBy(codeRule.add, numbered('NB', 'number na'))).toEqual(['rule_name taken']);
    expect(await refusedBy(codeRule.add, numbered('NA', 'x'))).toEqual(['prefix rule_overlap']);
    expect((await server.data(codeRule.add, numbered('NB'))).id).toBe(first.id + 1);
    await server.sql`select setval(pg_get_serial_sequence('code_rule', 'id'), 8191)`;
    const { status, envelope } = await server.call(codeRule.add, numbered('NC'), { language: 'en' });
    expect([status, envelope.message]).toEqual([409, 'All rule numbers are used up: no further rule can be made']);
    await server.sql`select setval(pg_get_serial_sequence('code_rule', 'id'), ${first.id + 1})`;
  });

  test('stores its key sealed', async () => {
    const rows = await server.sql<{ key_sealed: Buffer }[]>`select key_sealed from code_rule`;
    // Nonce, tag and 32 bytes: nothing shorter is sealed.
    for (const { key_sealed } of rows) expect(key_sealed.length).toBe(60);
  });
});

describe('an order of codes', () => {
  test('costs one row and no further storage, whatever its quantity', async () => {
    const { id } = await server.data(codeRule.add, { ...rule, rule_name: 'Large', prefix: '1' });
    const size = async () => {
      const [row] = await server.sql<{ size: number; orders: number }[]>`
        select pg_database_size(current_database()) as size, (select count(*) from code_order) as orders`;
      return row as { size: number; orders: number };
    };
    await server.data(orderAdd, { rule_id: id, quantity: 1 });
    const before = await size();
    const order = await server.data(orderAdd, { rule_id: id, quantity: 100_000_000 });
    const after = await size();
    expect(order.count).toBe(100_000_000);
    expect(order.order_no).toMatch(/^\d{8}-\d{6}$/);
    expect(after.orders).toBe(before.orders + 1);
    expect(after.size - before.size).toBeLessThan(100_000);
  });

  test("beyond the rule's capacity is refused, with what remains", async () => {
    const { id } = await server.data(codeRule.add, { ...rule, rule_name: 'Small', body_length: 6, carrier: 'plain' });
    await server.data(orderAdd, { rule_id: id, quantity: 999_990 });
    const { envelope } = await server.call(orderAdd, { rule_id: id, quantity: 11 }, { language: 'en' });
    expect(envelope.message).toContain('10 codes');
    await server.data(orderAdd, { rule_id: id, quantity: 10 });
    expect(await refusedBy(orderAdd, { rule_id: id, quantity: 1 })).toEqual(['quantity over_capacity']);
    expect((await server.data(codeRule.page, { keyword: 'Small' })).rows[0]).toMatchObject({
      issued: 1_000_000,
      guess_odds: 1,
    });
  });

  test('for a Digital Link needs a product with a GTIN; any order needs an enabled product', async () => {
    const { id } = await server.data(codeRule.add, link);
    const product = await server.data(products.add, { product_code: 'L', product_name: 'L' });
    expect(await refusedBy(orderAdd, { rule_id: id, quantity: 1 })).toEqual(['product_id needs_product']);
    expect(await refusedBy(orderAdd, { rule_id: id, product_id: product.id, quantity: 1 })).toEqual([
      'product_id needs_gtin',
    ]);
    expect(await refusedBy(orderAdd, { rule_id: id, product_id: 99_999, quantity: 1 })).toEqual(['product_id no_such']);
    expect(await refusedBy(orderAdd, { rule_id: 99_999, quantity: 1 })).toEqual(['rule_id no_such']);
    await server.data(products.update, {
      id: product.id,
      product_code: 'L',
      product_name: 'L',
      gtin: '6901234567892',
      status: 'disabled',
    });
    expect(await refusedBy(orderAdd, { rule_id: id, product_id: product.id, quantity: 1 })).toEqual([
      'product_id product_disabled',
    ]);
  });

  test('never shares a code with another, even concurrently', async () => {
    const { id } = await server.data(codeRule.add, { ...rule, rule_name: 'Crowd', prefix: '2' });
    await Promise.all(Array.from({ length: 20 }, () => server.data(orderAdd, { rule_id: id, quantity: 1000 })));
    const rows = await server.sql<{ first_id: number; last_id: number }[]>`
      select first_id, last_id from code_order where rule_id = ${id} order by first_id`;
    expect(rows).toHaveLength(20);
    rows.slice(1).forEach((row, index) => {
      expect(row.first_id).toBe((rows[index]?.last_id ?? 0) + 1);
    });
  });

  test('has a unique number beyond the millionth', async () => {
    const { id } = await server.data(codeRule.add, { ...rule, rule_name: 'Million', prefix: '4' });
    await server.sql`select setval(pg_get_serial_sequence('code_order', 'id'), 1234567)`;
    const one = await server.data(orderAdd, { rule_id: id, quantity: 1 });
    const next = await server.data(orderAdd, { rule_id: id, quantity: 1 });
    expect([one.order_no, next.order_no].map((number) => number.slice(-8))).toEqual(['-1234568', '-1234569']);
  });

  test('is closed once, with a recorded reason', async () => {
    const { id } = await server.data(codeRule.add, { ...rule, rule_name: 'Closing', prefix: '3' });
    const order = await server.data(orderAdd, { rule_id: id, quantity: 5 });
    await server.data(orderClose, { id: order.id, reason: '标签印错' });
    expect((await server.call(orderClose, { id: order.id, reason: 'again' })).status).toBe(409);
    expect((await server.call(orderClose, { id: 99_999, reason: 'x' })).status).toBe(404);
    const { rows } = await server.data(codeOrder.page, { rule_id: id });
    expect(rows).toMatchObject([{ status: 'closed', close_reason: '标签印错' }]);
  });
});
