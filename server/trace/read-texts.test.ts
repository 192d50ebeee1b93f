import { gs1CheckDigit } from '@suyuan/codes/format/check.ts';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { informationInquiry } from '@suyuan/contract/inspect/information-inquiry.ts';
import { inspectAdd, inspectRecord } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { packable } from '@suyuan/contract/plant/packing/packing.ts';
import { consumerScan } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { codesBind } from '@suyuan/contract/tagging/code-binding.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let serial: string;
let mixed: string;
let orderId: number;
const own = '06901234567892';
const other = '06901234567809';
const gs = '\x1d';

beforeAll(async () => {
  server = await testServer();
  const product = { product_code: 'P', product_name: '云泉 53°', gtin: '6901234567892' };
  const { id: product_id } = await server.data(products.add, product);
  await server.data(products.add, { product_code: 'Q', product_name: '别的酒', gtin: '6901234567809' });
  const rule = { rule_name: 'unit', level: 1, prefix: 'G', alphabet: 'base32', body_length: 11 } as const;
  const unit = await server.data(codeRule.add, { ...rule, check: 'none', carrier: 'digital-link' });
  const order = await server.data(orderAdd, { rule_id: unit.id, product_id, quantity: 2 });
  [serial, orderId] = [order.first, order.id];
  const cased = { rule_name: 'mixed', level: 1, prefix: 'z1', alphabet: 'base62', body_length: 13 } as const;
  const mixedRule = await server.data(codeRule.add, { ...cased, check: 'luhn', carrier: 'plain' });
  mixed = (await server.data(orderAdd, { rule_id: mixedRule.id, product_id, quantity: 1 })).first;
});
afterAll(() => server.stop());

const answersTo = async (text: string) => {
  const [facts] = await server.data(codesQuery, { codes: [text] });
  const [desk] = await server.data(packable, { codes: [text] });
  const inquiry = await server.call(informationInquiry, { code: text });
  return {
    query: facts?.state,
    desk: desk?.refusals[0]?.reason ?? 'read',
    inquiry: inquiry.status,
    consumer: (await server.data(scan, { code: text })).verdict,
  };
};

/** The ways to write a GTIN with a serial number. */
const written = (gtin: string, serial: string): string[] => [
  ...[`]d201${gtin}21${serial}`, `01${gtin}21${serial}`, `${gs}01${gtin}21${serial}`, `01${gtin}10L1${gs}21${serial}`],
  ...[
    `01${gtin}10L1<GS>21${serial}`,
    `01${gtin}10L1␝21${serial}`,
    `(01)${gtin}(21)${serial}`,
    `(01) ${gtin} (21) ${serial}`,
  ],
  ...[`https://x.cn/01/${gtin}/21/${serial}`, `https://x.cn/01/${gtin}/10/L/21/${serial}?17=271231`],
  ...[`https://x.cn/?01=${gtin}&21=${serial}`, `https://x.cn/gtin/${gtin}/ser/${serial}`],
  `https://x.cn/c?code=${encodeURIComponent(`(01)${gtin}(21)${serial}`)}`,
  `urn:epc:id:sgtin:${gtin.slice(1, 8)}.${gtin[0]}${gtin.slice(8, 13)}.${serial}`,
  `【官方】https://x.cn/01/${gtin}/21/${serial}，请勿转发`,
];

test('a serial number is read with its own GTIN, in any notation, and refused with another', async () => {
  for (const text of written(own, serial)) {
    const { consumer, ...read } = await answersTo(text);
    expect([text, read]).toEqual([text, { query: 'bound', desk: 'read', inquiry: 200 }]);
    expect([text, ['genuine', 'repeated']]).toEqual([text, expect.arrayContaining([consumer])]);
  }
  for (const text of written(other, serial)) {
    const refused = { query: 'unknown', desk: 'wrong_gtin', inquiry: 409, consumer: 'unknown' };
    expect([text, await answersTo(text)]).toEqual([text, refused]);
  }
});

test('a faulty label is refused with its fault, for every caller', async () => {
  const misread = own.slice(0, -1) + ((Number(own.at(-1)) + 1) % 10);
  const wrong: [string, string][] = [
    [`(01)${misread}(21)${serial}`, 'bad_check_character'],
    [`https://x.cn/01/${own}/21/${serial}/10/L1`, 'malformed_code'],
    [`]d201${own}89X${gs}21${serial}`, 'malformed_code'],
    [`]d201${own}21${serial}${gs}21B`, 'contradictory_code'],
    [`${serial}${serial}`, 'several_codes'],
    [`${serial}\n${mixed}`, 'several_codes'],
    ['1.69009E+17', 'shortened_number'],
    ['########', 'error_in_cell'],
  ];
  for (const [text, reason] of wrong) {
    expect([text, await answersTo(text)]).toEqual([
      text,
      { query: 'unknown', desk: reason, inquiry: 409, consumer: 'unknown' },
    ]);
  }
  const target = { codes: [`(01)${other}(21)${serial}`], product_id: 1 };
  expect(await server.call(codesBind, target)).toMatchObject({
    status: 400,
    envelope: { message: expect.stringContaining(other) },
  });
  expect(orderId).toBeGreaterThan(0);
});

test('the keyboard is blamed only if another layout would read', async () => {
  const refusalOf = async (text: string) => (await server.data(packable, { codes: [text] }))[0]?.refusals[0];
  const swapped = [...mixed].map((one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())).join('');
  expect(await refusalOf(swapped)).toMatchObject({ reason: 'bad_check_character', conflict: 'Caps Lock' });
  const [sent, arrives] = ['1234567890aqzwmAQZWM', '&é"\'(-è_çàqawz,QAWZ?'];
  const onAzerty = [...mixed].map((one) => [...arrives][sent.indexOf(one)] ?? one).join('');
  expect(await refusalOf(onAzerty)).toMatchObject({ reason: 'bad_check_character', conflict: 'AZERTY' });
  expect(await refusalOf('5555555555555555')).toMatchObject({ message: expect.not.stringContaining('caps lock') });
  expect(await refusalOf('5555555555555555')).toMatchObject({ reason: 'bad_check_character', conflict: null });
});

describe('the barcode of a product', () => {
  const barcodes = [
    '6901234567892',
    own,
    `]E06901234567892`,
    `]I1${own}`,
    `01${own}17271231`,
    `https://x.cn/01/${own}/10/L1`,
  ];

  test('is reported as such, and counts as neither scan, guess nor counterfeit', async () => {
    const before = (await server.data(consumerScan.page, {})).total;
    for (const text of barcodes) {
      const expected = { query: 'unknown', desk: 'product_code_only', inquiry: 409, consumer: 'product' };
      expect([text, await answersTo(text)]).toEqual([text, expected]);
      expect(await server.call(inspectAdd, { code: text, area_code: '520100' })).toMatchObject({ status: 409 });
    }
    expect((await server.data(consumerScan.page, {})).total).toBe(before);
    expect((await server.data(inspectRecord.page, { counted_as: 'found_false' })).total).toBe(0);
    expect(await server.data(scan, { code: barcodes[0] as string })).toMatchObject({ product: { product_code: 'P' } });
  });

  test('with a lot that looks like a code is no scan of that code', async () => {
    expect((await answersTo(`https://id.gs1.org/01/${own}/10/${serial}`)).desk).toBe('product_code_only');
  });

  test('of another enterprise is unknown', async () => {
    const strange = `690555555555${gs1CheckDigit('690555555555')}`;
    expect((await answersTo(strange)).desk).toBe('unknown_code');
  });
});

test('an inspection records a label that contradicts its code', async () => {
  const label = `https://x.cn/01/${other}/21/${serial}`;
  const judged = await server.data(inspectAdd, { code: label, area_code: '520100' });
  expect(judged).toMatchObject({ code: serial, verdict: 'false_label', observations: ['wrong_gtin'] });
  expect(judged.expected).toMatchObject({ product_code: 'P' });
  const { rows } = await server.data(inspectRecord.page, { counted_as: 'found_false' });
  expect(rows).toMatchObject([{ code: serial, verdict: 'false_label', finding: 'wrong_gtin', label }]);
});
