import { carriers } from '@suyuan/codes/format/format.ts';
import { type PresetName, presets } from '@suyuan/codes/format/presets.ts';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule, ruleVersion, symbols } from '@suyuan/contract/tagging/code-rule.ts';
import { rulePreset, rulePresets, rulePreview } from '@suyuan/contract/tagging/rule-preview.ts';
import bwip from 'bwip-js/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { symbolsOn } from '#test/goods/scanner.ts';
import { reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const unit = {
  rule_name: 'Unit',
  level: 1 as const,
  prefix: '',
  alphabet: 'base32' as const,
  body_length: 12,
  check: 'none' as const,
};
const parameters: Readonly<Record<PresetName, Readonly<Record<string, string>>>> = {
  anti_counterfeit: {},
  sgtin: { alphabet: 'base62', serial_length: '20' },
  sscc: { extension_digit: '3', company_prefix: '6901234', numbering: 'sequential' },
  pesticide: {
    registration_category: '1',
    registration_number: '201234',
    production_type: '2',
    specification_code: '001',
  },
  drug: { drug_identification: '8123456' },
};
const draw = (symbol: (typeof symbols)[number], text: string) =>
  bwip.toBuffer({
    bcid: symbol,
    text,
    scale: 3,
    paddingwidth: 12,
    paddingheight: 12,
    backgroundcolor: 'FFFFFF',
  });

describe('every symbol with every carrier is read back by an independent reader', () => {
  const cases = symbols.flatMap((symbol) => carriers.map((carrier) => ({ symbol, carrier })));
  test.each(cases)('$symbol, $carrier', async ({ symbol, carrier }) => {
    const preview = await server.data(rulePreview, { ...unit, carrier, symbol });
    const isImpossible = symbol === 'gs1-128' && carrier !== 'digital-link';
    expect(preview.problems.map(({ reason }) => reason)).toEqual(isImpossible ? ['symbol_needs_gs1'] : []);
    expect(preview.samples).toHaveLength(isImpossible ? 0 : 10);
    for (const { code, content, symbol_text } of preview.samples) {
      const [read = ''] = await symbolsOn(await draw(symbol, symbol_text));
      if (symbol === 'gs1-128') expect(read.replace(/[()]/g, '')).toBe(`010950600013435221${code}`);
      else expect(read).toBe(content);
    }
  });

  const uses = (Object.keys(presets) as PresetName[]).flatMap((preset) =>
    presets[preset].carriers.flatMap((carrier) =>
      presets[preset].levels.flatMap((level) => symbols.map((symbol) => ({ preset, carrier, level, symbol }))),
    ),
  );
  test.each(uses)('$preset, $carrier, level $level, $symbol', async ({ preset, carrier, level, symbol }) => {
    const format = await server.data(rulePreset, { preset, carrier, level, parameters: parameters[preset] });
    const preview = await server.data(rulePreview, { ...format, symbol });
    const hasElements = preset === 'sgtin' || preset === 'sscc';
    const reasons = preview.problems.map(({ reason }) => reason);
    expect(reasons).toEqual(symbol === 'gs1-128' && !hasElements ? ['symbol_needs_gs1'] : []);
    for (const { code, content, symbol_text } of preview.samples.slice(0, 1)) {
      const [read = ''] = await symbolsOn(await draw(symbol, symbol_text));
      const elements = preset === 'sscc' ? `00${code}` : `010950600013435221${code}`;
      expect(symbol === 'gs1-128' ? read.replace(/[()]/g, '') : read).toBe(symbol === 'gs1-128' ? elements : content);
    }
  });
});

describe('a preset', () => {
  test('is offered with its parameters, and fills in the format', async () => {
    const presets = await server.data(rulePresets, {});
    expect(presets.map(({ preset }) => preset)).toEqual(['anti_counterfeit', 'sgtin', 'sscc', 'pesticide', 'drug']);
    const format = await server.data(rulePreset, {
      preset: 'pesticide',
      parameters: {
        registration_category: '1',
        registration_number: '201234',
        production_type: '2',
        specification_code: '001',
      },
    });
    expect(format).toMatchObject({ prefix: '12012342001', body_length: 21, alphabet: 'digits', carrier: 'url' });
    const { id } = await server.data(codeRule.add, { rule_name: '农药', ...format });
    const { rows } = await server.data(codeRule.page, { keyword: '农药' });
    expect(rows[0]).toMatchObject({ id, preset: 'pesticide', version: 1 });
    const product = await server.data(products.add, { product_code: 'N', product_name: '农药' });
    const order = await server.data(orderAdd, { rule_id: id, product_id: product.id, quantity: 1 });
    expect(order.first).toMatch(/^12012342001\d{21}$/);
  });

  test('of the SSCC prints GS1-128 with (00), with grouped digits that read back', async () => {
    const format = await server.data(rulePreset, {
      preset: 'sscc',
      parameters: { ...parameters.sscc, company_prefix: '6909999' },
    });
    expect(format).toMatchObject({ symbol: 'gs1-128', level: 3, carrier: 'plain' });
    const { samples } = await server.data(rulePreview, format);
    for (const { code, symbol_text, human } of samples) {
      expect(symbol_text).toBe(`(00)${code}`);
      expect(human).toMatch(/^\(00\) 3690 9999 \d{4} \d{4} \d\d$/);
    }
    const { id } = await server.data(codeRule.add, { rule_name: 'SSCC', ...format });
    const order = await server.data(orderAdd, { rule_id: id, quantity: 1 });
    const typed = `(00) ${order.first.replace(/(.{4})(?=.)/g, '$1 ')}`;
    expect(await server.data(codesQuery, { codes: [typed] })).toMatchObject([{ code: order.first, state: 'issued' }]);
  });

  test('names each invalid parameter', async () => {
    const { status, envelope } = await server.call(
      rulePreset,
      { preset: 'sscc', parameters: { extension_digit: 'x', company_prefix: '690' } },
      { language: 'en' },
    );
    expect([status, ...reasonsOf(envelope).map((reason) => reason.split(' ')[0])]).toEqual([
      400,
      'parameters.extension_digit',
      'parameters.company_prefix',
      'parameters.numbering',
    ]);
  });
});

describe('a rule in use', () => {
  test('gets its next version: another format under the same name, and the old one issues no more', async () => {
    const { id } = await server.data(codeRule.add, { ...unit, rule_name: 'Versioned', prefix: 'V', carrier: 'plain' });
    const next = { ...unit, prefix: 'V', body_length: 14, carrier: 'plain' } as const;
    expect((await server.call(ruleVersion, { id, ...next })).status).toBe(409);
    const old = await server.data(orderAdd, { rule_id: id, quantity: 1 });
    const version = await server.data(ruleVersion, { id, ...next });
    const { rows } = await server.data(codeRule.page, { keyword: 'Versioned' });
    expect(rows.map((row) => [row.id, row.version, row.previous_id, row.next_id, row.status])).toEqual([
      [version.id, 2, id, null, 'enabled'],
      [id, 1, null, version.id, 'disabled'],
    ]);
    const fresh = await server.data(orderAdd, { rule_id: version.id, quantity: 1 });
    const facts = await server.data(codesQuery, { codes: [old.first, fresh.first] });
    expect(facts.map(({ order_id, state }) => [order_id, state])).toEqual([
      [old.id, 'issued'],
      [fresh.id, 'issued'],
    ]);
    expect((await server.call(orderAdd, { rule_id: id, quantity: 1 })).status).toBe(400);
    expect((await server.call(ruleVersion, { id, ...next, body_length: 15 })).status).toBe(409);
  });

  test('in sequence is for cases and pallets, with the stated odds of guessing', async () => {
    const sscc = {
      prefix: '369012345',
      alphabet: 'digits',
      body_length: 8,
      check: 'gs1',
      carrier: 'plain',
      numbering: 'sequential',
    } as const;
    const refused = await server.call(codeRule.add, { ...sscc, rule_name: 'Seq', level: 1 });
    expect(JSON.stringify(refused.envelope.data)).toContain('numbering_guessable');
    const { id } = await server.data(codeRule.add, { ...sscc, rule_name: 'Seq', level: 4 });
    const order = await server.data(orderAdd, { rule_id: id, quantity: 3 });
    expect(order.first).toMatch(/^36901234500000000\d$/);
    const { rows } = await server.data(codeRule.page, { keyword: 'Seq' });
    expect(rows[0]).toMatchObject({ preset: 'sscc', numbering: 'sequential', guess_odds: 1 });
  });
});
