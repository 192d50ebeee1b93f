import { buffer } from 'node:stream/consumers';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownloads } from '@suyuan/contract/tagging/order-download.ts';
import { labelPreview, orderLabels } from '@suyuan/contract/tagging/order-file.ts';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handingOut } from '#test/goods/codes-of-order.ts';
import { pageOf, symbolsOn } from '#test/goods/scanner.ts';
import { reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let units: number;
let cases: number;

beforeAll(async () => {
  server = await testServer();
  const rule = {
    level: 1 as const,
    prefix: '',
    alphabet: 'base32' as const,
    body_length: 12,
    check: 'none' as const,
    carrier: 'digital-link' as const,
  };
  const product = await server.data(products.add, {
    product_code: 'P',
    product_name: '云泉 53° 酱香型白酒',
    spec: '500 mL × 6',
    gtin: '6901234567892',
  });
  const unitRule = await server.data(codeRule.add, { ...rule, rule_name: 'Link' });
  const caseRule = await server.data(codeRule.add, {
    ...rule,
    rule_name: 'SSCC',
    level: 3,
    prefix: '069012345',
    alphabet: 'digits',
    body_length: 8,
    check: 'gs1',
    carrier: 'plain',
  });
  units = (await server.data(orderAdd, { rule_id: unitRule.id, product_id: product.id, quantity: 6000 })).id;
  cases = (await server.data(orderAdd, { rule_id: caseRule.id, quantity: 6000 })).id;
});
afterAll(() => server.stop());

const smallest = { layout: 'roll', width_mm: 40, height_mm: 20, count: 1, symbol: 'gs1-128' } as const;
const sheet = { layout: 'sheet', width_mm: 60, height_mm: 30, texts: 'product,spec,human' } as const;

async function pdf(input: Record<string, string | number>): Promise<Buffer> {
  const response = await server.fetch(
    `${orderLabels.path}?${new URLSearchParams({ ...handingOut, ...input } as Record<string, string>)}`,
    {
      headers: { token: server.admin },
    },
  );
  if (response.status !== 200) throw new Error(await response.text());
  expect(response.headers.get('content-type')).toBe('application/pdf');
  return Buffer.from(await response.arrayBuffer());
}

describe('labels, printed and scanned', () => {
  test.each(['qrcode', 'datamatrix'])('a sheet of %s reads as the codes of the order', async (symbol) => {
    const file = await pdf({ ...sheet, id: units, count: 30, from: 101, symbol });
    const texts = [...(await symbolsOn(await pageOf(file, 1))), ...(await symbolsOn(await pageOf(file, 2)))];
    expect(texts).toHaveLength(30);
    expect(texts.every((text) => text.startsWith(`${server.url}/01/06901234567892/21/`))).toBe(true);
    const expected = await server.data(codesQuery, { order_id: units, from: 101, to: 130 });
    expect(texts.map((text) => text.slice(-12)).sort()).toEqual(expected.map(({ code }) => code).sort());
  });

  test('GS1-128 of cases reads as SSCC, of units as GTIN and serial number', async () => {
    const roll = { layout: 'roll', width_mm: 100, height_mm: 40, symbol: 'gs1-128', texts: 'human' };
    const first = await pageOf(await pdf({ ...roll, id: cases, count: 2 }), 1);
    const facts = await server.data(codesQuery, { order_id: cases, from: 1, to: 1 });
    expect(await symbolsOn(first)).toEqual([expect.stringContaining(facts[0]?.code as string)]);
    const [text = ''] = await symbolsOn(await pageOf(await pdf({ ...roll, id: units, count: 1 }), 1));
    const [known] = await server.data(codesQuery, { codes: [text] });
    expect(known).toMatchObject({ order_id: units, state: 'bound' });
  });

  test('five thousand are one file, a page for each on a roll', async () => {
    const roll = { layout: 'roll', width_mm: 100, height_mm: 30, symbol: 'gs1-128', texts: 'human,serial' };
    const file = await pdf({ ...roll, id: cases, count: 5000 });
    const page = await pageOf(file, 5000);
    const facts = await server.data(codesQuery, { order_id: cases, from: 5000, to: 5000 });
    expect(await symbolsOn(page)).toEqual([expect.stringContaining(facts[0]?.code as string)]);
    const logged = async () => (await server.data(orderDownloads, { id: cases }))[0];
    await expect.poll(logged).toMatchObject({ format: 'pdf', state: 'done', sent: 5000, from: 1, to: 5000 });
  }, 120_000);
});

describe('label previews', () => {
  test('show the page with a code that is not of the order, and hand out nothing', async () => {
    const taken = await server.data(orderDownloads, { id: units });
    const wish = { ...sheet, id: units, count: 50, copies: 2, symbol: 'qrcode' } as const;
    const { page, places, labels, pages, label } = await server.data(labelPreview, { ...wish, texts: 'product,human' });
    expect([page, places.length, labels, pages]).toEqual([{ width: 210, height: 297 }, 24, 100, 5]);
    expect(label.lines[0]?.text).toBe('云泉 53° 酱香型白酒');
    for (const { x, y, width } of label.lines) {
      expect(x + width).toBeLessThanOrEqual(60.01);
      expect(y).toBeLessThanOrEqual(30);
    }
    const human = label.lines.slice(1).map(({ text }) => text);
    expect(human.join(' ')).toMatch(/^\(01\) 0690 1234 5678 92 \(21\)( [0-9A-Z]{4}){3}$/);
    const [shown] = await server.data(codesQuery, { codes: [human.join(' ')] });
    expect(shown).toMatchObject({ state: 'unknown' });
    expect(await server.data(orderDownloads, { id: units })).toEqual(taken);
  });

  test('have a readable symbol', async () => {
    const roll = { layout: 'roll', width_mm: 100, height_mm: 50, texts: 'human' } as const;
    const { label } = await server.data(labelPreview, { ...roll, id: cases, count: 1, symbol: 'gs1-128' });
    const text = label.lines.map((line) => line.text).join(' ');
    expect(text).toMatch(/^\(00\) 0690 1234 5\d{3} \d{4} \d\d$/);
    const points = 72 / 25.4;
    const paper = new PDFDocument({ size: [roll.width_mm * points, roll.height_mm * points], margin: 0 });
    paper.scale(points).path(label.symbol).fill('#000').end();
    const [read = ''] = await symbolsOn(await pageOf(await buffer(paper), 1));
    expect(read.replace(/[()]/g, '')).toBe(text.replace(/[() ]/g, ''));
  });
});

test('of impossible labels are refused by field', async () => {
  const refused = async (input: object) => {
    const { status, envelope } = await server.call(orderLabels, {
      ...sheet,
      ...handingOut,
      id: units,
      count: 1,
      symbol: 'qrcode',
      ...input,
    });
    return [status, ...reasonsOf(envelope)].join(' ');
  };
  const small = await server.call(labelPreview, { ...smallest, id: units });
  expect([small.status, ...reasonsOf(small.envelope)]).toEqual([400, 'width_mm symbol_too_small']);
  expect(await refused({ count: 5001 })).toBe('400 count too_large');
  expect(await refused({ count: 10, from: 5995 })).toBe('400 count too_large');
  expect(await refused({ width_mm: 250 })).toBe('400 width_mm label_too_large');
  expect(await refused({ width_mm: 12, height_mm: 12, texts: 'human,product,serial' })).toMatch(
    /symbol_too_small|label_too_small/,
  );
  expect(await refused({ symbol: 'gs1-128', width_mm: 40 })).toBe('400 width_mm symbol_too_small');
  const plain = await server.data(codeRule.add, {
    rule_name: 'Plain',
    level: 1,
    prefix: '',
    alphabet: 'digits',
    body_length: 16,
    check: 'none',
    carrier: 'plain',
  });
  const order = await server.data(orderAdd, { rule_id: plain.id, quantity: 5 });
  expect(await refused({ id: order.id, symbol: 'gs1-128' })).toBe('400 symbol symbol_needs_gs1');
});
