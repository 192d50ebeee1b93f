import { product, productDetail } from '@suyuan/contract/base/product/product.ts';
import { productField } from '@suyuan/contract/base/product/product-field.ts';
import { csvCell, csvCellText } from '@suyuan/contract/spreadsheet-text.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../harness/server.ts';

// Names that mean something to JavaScript, texts that mean something to a spreadsheet.

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

/** What every object has, as far as it can be a field's code. */
const inherited = Object.getOwnPropertyNames(Object.prototype).filter((name) => /^[A-Za-z]\w*$/.test(name));

test('a field named like a built-in property has the value it was given, or none', async () => {
  for (const field_code of inherited) {
    await server.data(productField.add, { field_code, label_zh: field_code, kind: 'text', shown_to_consumers: true });
  }
  const { id } = await server.data(product.add, { product_code: 'P', product_name: 'P', gtin: '06901234567892' });
  const valuesOf = async () =>
    (await server.data(productDetail, { id }, { language: 'en' })).extension.map(({ field, value }) => [
      field.field_code,
      value,
    ]);
  expect(await valuesOf()).toEqual(inherited.map((name) => [name, null]));

  const rule = await server.data(codeRule.add, {
    rule_name: 'r',
    level: 1,
    prefix: '',
    alphabet: 'base32',
    body_length: 12,
    check: 'none',
    carrier: 'plain',
  });
  const { first } = await server.data(orderAdd, { rule_id: rule.id, product_id: id, quantity: 1 });
  const page = async () => (await server.fetch(`/c?code=${first}`)).text();
  expect(await page()).not.toMatch(/native code|\[object/);

  const extension = inherited.map((field_code) => ({ field_code, value: `value of ${field_code}` }));
  await server.data(product.update, { id, product_code: 'P', product_name: 'P', gtin: '06901234567892', extension });
  expect(await valuesOf()).toEqual(inherited.map((name) => [name, `value of ${name}`]));
  await server.sql`update product_field set required = true where field_code = 'constructor'`;
  const { status } = await server.call(product.add, { product_code: 'Q', product_name: 'Q', extension: [] });
  expect(status).toBe(400);
});

const starts = ['=', '+', '-', '@', '\t', '\r', '\n', '|', '＝', '＋', '－', '＠', '｜', '﹦', '﹢', '﹣', '﹫', '−'];

test('no text is exported as a CSV formula, and each is imported unchanged', () => {
  const runs = /^['\s\u200b\ufeff]*[=+\-@|＝＋－＠｜﹦﹢﹣﹫−]|^'*[\t\r\n]/;
  const hostile = fc
    .tuple(fc.constantFrom('', "'", "''", ' ', '\u3000', '\ufeff', "' "), fc.constantFrom(...starts), fc.string())
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string({ unit: 'grapheme' })), (text) => {
      const cell = csvCell(text);
      if (runs.test(text)) expect(cell).toBe(`'${text}`);
      expect(csvCellText(cell)).toBe(text);
    }),
    { numRuns: 2000 },
  );
});
