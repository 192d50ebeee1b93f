import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { orderAdd, orderDetail, setAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload, orderDownloads, orderDownloadTicket } from '@suyuan/contract/tagging/order-download.ts';
import { orderSplit } from '@suyuan/contract/tagging/order-file.ts';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handingOut } from '#test/goods/codes-of-order.ts';
import { reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let cases: number;
let units: number;
let link: number;
let product: number;

beforeAll(async () => {
  server = await testServer();
  const rule = {
    level: 1 as const,
    prefix: '',
    alphabet: 'digits' as const,
    body_length: 16,
    check: 'none' as const,
    carrier: 'url' as const,
  };
  units = (await server.data(codeRule.add, { ...rule, rule_name: 'Unit' })).id;
  cases = (
    await server.data(codeRule.add, {
      ...rule,
      rule_name: 'SSCC',
      level: 3,
      prefix: '069012345',
      body_length: 8,
      check: 'gs1',
      carrier: 'plain',
    })
  ).id;
  link = (
    await server.data(codeRule.add, {
      ...rule,
      rule_name: 'Link',
      alphabet: 'base32',
      body_length: 12,
      carrier: 'digital-link',
    })
  ).id;
  product = (await server.data(products.add, { product_code: 'P', product_name: 'P', gtin: '6901234567892' })).id;
});
afterAll(() => server.stop());

const file = async (query: Record<string, string | number>) => {
  const response = await server.fetch(
    `${orderDownload.path}?${new URLSearchParams({ ...handingOut, ...query } as Record<string, string>)}`,
    {
      headers: { token: server.admin },
    },
  );
  return {
    status: response.status,
    name: response.headers.get('content-disposition'),
    body: Buffer.from(await response.arrayBuffer()),
  };
};
const lines = async (query: Record<string, string | number>) =>
  (await file(query)).body.toString().trimEnd().split('\n');

describe('a set', () => {
  test('issues packages and their contents together, as the file shows', async () => {
    const { orders } = await server.data(setAdd, { ratio: '1:6:24', sets: 50, rule_ids: [cases, units, units] });
    expect(orders.map(({ count }) => count)).toEqual([50, 300, 1200]);
    const [outer, inner, unit] = orders.map(({ id }) => id) as [number, number, number];
    const boxes = await lines({ id: outer, format: 'txt' });
    const packs = await lines({ id: inner, format: 'csv', columns: 'code,parent,serial' });
    expect(packs[0]).toBe('code,parent,serial');
    expect(packs[7]).toMatch(new RegExp(`^\\d{16},${boxes[1]},007$`));
    const bottles = await lines({ id: unit, format: 'txt', columns: 'serial,parent,code' });
    expect(bottles[1199]).toMatch(new RegExp(`^1200\t${packs[300]?.split(',')[0]}\t\\d{16}$`));
    const [facts] = await server.data(codesQuery, { codes: [bottles[5]?.split('\t')[2] as string] });
    // Nobody has packed it yet.
    expect(facts?.parent).toBeNull();
    const { set, order } = await server.data(orderDetail, { id: inner });
    expect(order).toMatchObject({ set_ratio: '1:6:24', set_depth: 1 });
    expect(set.map(({ quantity }) => quantity)).toEqual([50, 300, 1200]);
  });

  test('that does not add up is refused by field, without using codes', async () => {
    const refused = async (input: object) => {
      const { envelope } = await server.call(setAdd, { ratio: '1:6', sets: 1, rule_ids: [cases, units], ...input });
      return reasonsOf(envelope);
    };
    expect(await refused({ ratio: '6:1' })).toEqual(['ratio set_ratio']);
    expect(await refused({ ratio: '1:6:20' })).toEqual(['ratio set_ratio']);
    expect(await refused({ ratio: '1:6:24' })).toEqual(['rule_ids set_rules']);
    expect(await refused({ rule_ids: [cases, 99_999] })).toEqual(['rule_ids.1 no_such']);
    expect(await refused({ ratio: '1:100000', sets: 100_000 })).toEqual(['sets set_codes']);
    expect(await refused({ product_id: product, rule_ids: [link, link] })).toEqual(['rule_ids.1 gtin_of_one_level']);
    const before = await server.sql`select issued from code_rule where id = ${cases}`;
    await refused({ rule_ids: [cases, link] });
    expect(await server.sql`select issued from code_rule where id = ${cases}`).toEqual(before);
  });
});

describe('parts for printers', () => {
  test('have their own files and tickets, and make up the order', async () => {
    const { id, order_no } = await server.data(orderAdd, { rule_id: units, quantity: 1000 });
    const wished = [
      { quantity: 700, printer: '华彩印务' },
      { quantity: 300, printer: 'Printer B' },
    ];
    await server.data(orderSplit, { id, parts: wished });
    const { parts } = await server.data(orderDetail, { id });
    expect(parts).toMatchObject([
      { position: 1, from: 1, to: 700, printer: '华彩印务' },
      { position: 2, from: 701, to: 1000 },
    ]);
    const texts = [];
    for (const part of parts) {
      const { ticket } = await server.data(orderDownloadTicket, {
        id,
        part_id: part.id,
        format: 'csv',
        columns: 'code,serial',
        purpose: '首批印刷',
        reprint: '补印',
      });
      const { body, name } = await file({ ticket });
      expect(name).toContain(`${order_no}-${part.position}.csv`);
      texts.push(...body.toString().trimEnd().split('\n').slice(1));
    }
    expect(texts[700]).toMatch(/,0701$/);
    expect(texts.map((line) => line.split(',')[0])).toEqual(await lines({ id, format: 'txt' }));
    const logged = async () => (await server.data(orderDownloads, { id })).filter(({ part }) => part === 2);
    await expect.poll(async () => (await logged())[0]?.state).toBe('done');
    expect((await logged())[0]).toMatchObject({ printer: 'Printer B', purpose: '首批印刷', columns: 'code,serial' });
    expect((await server.call(orderSplit, { id, parts: [{ quantity: 1000 }] })).status).toBe(409);
  });

  test('that do not add up, or belong to another order, are refused', async () => {
    const { id } = await server.data(orderAdd, { rule_id: units, quantity: 10 });
    const other = await server.data(orderAdd, { rule_id: units, quantity: 10 });
    expect((await server.call(orderSplit, { id, parts: [{ quantity: 9 }] })).status).toBe(400);
    await server.data(orderSplit, { id, parts: [{ quantity: 10 }] });
    const { parts } = await server.data(orderDetail, { id });
    expect((await file({ id: other.id, part_id: parts[0]?.id as number, format: 'txt' })).status).toBe(400);
  });
});

describe('a file', () => {
  test('has the requested columns, in order', async () => {
    const { id } = await server.data(orderAdd, { rule_id: link, product_id: product, quantity: 12 });
    const [title, first = ''] = await lines({ id, format: 'csv', columns: 'serial,human,content,code' });
    expect(title).toBe('serial,human,content,code');
    const [serial, human, content, code] = first.split(',');
    expect([serial, human, content]).toEqual([
      '01',
      `(01) 0690 1234 5678 92 (21) ${code?.replace(/(.{4})(?=.)/g, '$1 ')}`,
      `${server.url}/01/06901234567892/21/${code}`,
    ]);
    expect((await file({ id, format: 'csv', columns: 'code,parent' })).status).toBe(400);
    expect((await file({ id, format: 'csv', columns: 'code,price' })).status).toBe(400);
  });

  test('prints other codes in groups of four', async () => {
    const { id } = await server.data(orderAdd, { rule_id: units, quantity: 1 });
    const [line = ''] = await lines({ id, format: 'txt', columns: 'human,code' });
    const [human, code] = line.split('\t');
    expect(human).toMatch(/^\d{4} \d{4} \d{4} \d{4}$/);
    expect(human?.replaceAll(' ', '')).toBe(code);
  });

  test('is logged with the SHA-256 of what was sent, compressed or not', async () => {
    const { id } = await server.data(orderAdd, { rule_id: units, quantity: 150_000 });
    const plain = await file({ id, format: 'txt' });
    const packed = await file({ id, format: 'txt', compress: 'gzip' });
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    const sums = async () => (await server.data(orderDownloads, { id })).map(({ sha256 }) => sha256).sort();
    const expected = [plain, packed].map(({ body }) => createHash('sha256').update(body).digest('hex')).sort();
    await expect.poll(sums).toEqual(expected);
  });

  test('as XLSX keeps codes as text, has titles, and ends at the row limit of a sheet', async () => {
    const { id } = await server.data(orderAdd, { rule_id: units, quantity: 200 });
    const { body, name } = await file({ id, format: 'xlsx', columns: 'code,serial' });
    expect(name).toContain('.xlsx');
    const book = await readXlsx(body);
    const rows = book.sheets[0]?.rows ?? [];
    expect(rows).toHaveLength(201);
    expect(rows[1]?.[0]).toMatch(/^\d{16}$/);
    expect(String(rows[200]?.[1])).toBe('200');
    const large = await server.data(orderAdd, { rule_id: units, quantity: 1_048_576 });
    const refused = await server.call(
      orderDownloadTicket,
      { id: large.id, format: 'xlsx', ...handingOut },
      { language: 'en' },
    );
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.envelope.data)).toContain('choose CSV');
  });
});
