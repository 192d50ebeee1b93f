import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { carrierText } from '../carrier/carrier.ts';
import { codeCandidates } from '../carrier/read-carrier.ts';
import { createCoder } from '../coder/coder.ts';
import { gs1CheckDigit } from './check.ts';
import { type CodeFormat, formatProblems, guessOdds } from './format.ts';
import {
  type Parameter,
  type ParameterValues,
  type PresetName,
  parametersOf,
  presets,
  resolvePreset,
} from './presets.ts';

const key = Buffer.alloc(32, 3);
const names = Object.keys(presets) as PresetName[];

const good: Record<PresetName, ParameterValues> = {
  anti_counterfeit: {},
  sgtin: { alphabet: 'base32', serial_length: '12' },
  sscc: { extension_digit: '3', company_prefix: '6901234', numbering: 'random' },
  pesticide: {
    registration_category: '1',
    registration_number: '170001',
    production_type: '2',
    specification_code: '007',
  },
  drug: { drug_identification: '8123456' },
};

const defaultUse = (name: PresetName) => ({
  carrier: presets[name].carriers[0],
  level: presets[name].levels[0],
});
const formatOf = (name: PresetName, values: ParameterValues = {}): CodeFormat => {
  const { format, problems } = resolvePreset(name, { ...good[name], ...values }, defaultUse(name));
  expect(problems).toBeUndefined();
  return format as CodeFormat;
};
const problemsOf = (name: PresetName, values: ParameterValues) =>
  resolvePreset(name, { ...good[name], ...values }, defaultUse(name)).problems?.map(
    ({ field, reason }) => `${field}: ${reason}`,
  ) ?? [];

describe('a preset', () => {
  const codesOf = (format: CodeFormat) => [0, 1, 2, 999].map(createCoder(format, key).encode);

  test.each<[PresetName, RegExp]>([
    ['anti_counterfeit', /^\d{16}$/],
    ['sgtin', /^[0-9A-HJKMNP-TV-Z]{12}$/],
    ['sscc', /^36901234\d{10}$/],
    ['pesticide', /^11700012007\d{21}$/],
    ['drug', /^8123456\d{13}$/],
  ])('%s', (name, pattern) => {
    for (const code of codesOf(formatOf(name))) expect(code).toMatch(pattern);
  });

  it('computes the check digit of an SSCC over all preceding digits, for any company prefix', () => {
    for (const company_prefix of ['6901', '69012345', '690123456789']) {
      const format = formatOf('sscc', { company_prefix, numbering: 'sequential' });
      for (const code of codesOf(format)) {
        expect(code).toMatch(/^\d{18}$/);
        expect(gs1CheckDigit(code.slice(0, -1))).toBe(code.at(-1));
      }
    }
  });

  it('counts up an SSCC in sequence', () => {
    const coder = createCoder(formatOf('sscc', { numbering: 'sequential' }), key);
    const run = Buffer.alloc(18 * 5000);
    coder.encodeInto(98, 5000, run, 0);
    const codes = Array.from({ length: 5000 }, (_, n) => run.toString('latin1', 18 * n, 18 * n + 18));
    expect(codes[0]).toBe('369012340000000987');
    expect(codes.map((code) => Number(code.slice(8, 17)))).toEqual(codes.map((_, n) => 98 + n));
    expect(coder.decodeMany(codes)).toEqual(codes.map((_, n) => 98 + n));
    // The example of GS1's EPC Tag Data Standard.
    const example = formatOf('sscc', { extension_digit: '1', company_prefix: '0614141', numbering: 'sequential' });
    expect(createCoder(example, key).encode(234_567_890)).toBe('106141412345678908');
  });

  it('gives sequences no odds, and random codes one in a million at most', () => {
    expect(guessOdds(formatOf('sscc', { numbering: 'sequential' }), 5)).toBe(1);
    expect(guessOdds(formatOf('sscc', { numbering: 'sequential' }), 0)).toBe(0);
    expect(guessOdds(formatOf('drug'), 10_000_000)).toBe(1e-6);
  });

  test.each(names)('reads %s back from its symbol', (name) => {
    const code = createCoder(formatOf(name), key).encode(7);
    for (const carrier of presets[name].carriers) {
      for (const level of presets[name].levels) {
        const text = carrierText(code, { carrier, level, publicUrl: 'https://t.example', gtin: '6291041500213' });
        expect(codeCandidates(text)[0]).toBe(code);
      }
    }
  });
});

describe('the parameters of a preset', () => {
  const arbitraryOf = (parameter: Parameter) => {
    switch (parameter.kind) {
      case 'digits':
        return fc.string({
          unit: fc.constantFrom(...'0123456789'),
          minLength: parameter.shortest,
          maxLength: parameter.longest,
        });
      case 'number':
        return fc.integer({ min: parameter.least, max: parameter.most }).map(String);
      case 'choice':
        return fc.constantFrom(...parameter.choices);
    }
  };
  const filledIn = fc.constantFrom(...names).chain((name) => {
    const { elements: segments, options } = presets[name];
    const arbitraries = [...segments, ...options].map((parameter) => [parameter.name, arbitraryOf(parameter)] as const);
    return fc.record({ name: fc.constant(name), values: fc.record(Object.fromEntries(arbitraries)) });
  });

  it('round-trip through the format they make, which the engine accepts', () => {
    fc.assert(
      fc.property(filledIn, ({ name, values }) => {
        const { format, problems } = resolvePreset(name, values, defaultUse(name));
        if (problems) {
          expect(problems.map(({ reason }) => reason)).toEqual(['domain_too_small']);
          expect([...presets[name].elements, ...presets[name].options].map((p) => p.name)).toContain(
            problems[0]?.field,
          );
          return;
        }
        expect(formatProblems(format, defaultUse(name))).toEqual([]);
        expect(parametersOf(name, format)).toEqual(values);
        expect(parametersOf(name, { numbering: 'random', ...format })).toEqual(values);
        const coder = createCoder(format, key);
        expect(coder.decode(coder.encode(coder.capacity - 1))).toBe(coder.capacity - 1);
      }),
      { numRuns: 500 },
    );
  });

  it('are not derived from any other format', () => {
    expect(parametersOf('drug', formatOf('anti_counterfeit'))).toBeUndefined();
    expect(parametersOf('sscc', { ...formatOf('sscc'), check: 'luhn' })).toBeUndefined();
    expect(parametersOf('pesticide', { ...formatOf('pesticide'), prefix: '41700012007' })).toBeUndefined();
    expect(
      parametersOf('anti_counterfeit', { ...formatOf('anti_counterfeit'), numbering: 'sequential' }),
    ).toBeUndefined();
  });

  test.each<[PresetName, ParameterValues, string]>([
    ['sscc', { extension_digit: '' }, 'extension_digit: required'],
    ['sscc', { extension_digit: '12' }, 'extension_digit: digits_exactly'],
    ['sscc', { company_prefix: '690' }, 'company_prefix: digits_between'],
    ['sscc', { company_prefix: '6901234567890' }, 'company_prefix: digits_between'],
    ['sscc', { company_prefix: '69O1234' }, 'company_prefix: digits_between'],
    ['sscc', { company_prefix: '６９０１２３４' }, 'company_prefix: digits_between'],
    ['sscc', { numbering: 'backwards' }, 'numbering: not_a_choice'],
    ['sscc', { company_prefix: '690123456789' }, 'numbering: domain_too_small'],
    ['sgtin', { serial_length: '21' }, 'serial_length: number_between'],
    ['sgtin', { serial_length: '1e1' }, 'serial_length: number_between'],
    ['sgtin', { alphabet: 'digits', serial_length: '5' }, 'serial_length: domain_too_small'],
    ['sgtin', { alphabet: 'emoji' }, 'alphabet: not_a_choice'],
    ['pesticide', { registration_category: '4' }, 'registration_category: not_a_choice'],
    ['pesticide', { registration_number: '2017001' }, 'registration_number: digits_exactly'],
    ['pesticide', { production_type: '0' }, 'production_type: not_a_choice'],
    ['pesticide', { specification_code: '7' }, 'specification_code: digits_exactly'],
    ['drug', { drug_identification: '812345A' }, 'drug_identification: digits_exactly'],
  ])('%s with %o: %s', (name, values, problem) => expect(problemsOf(name, values)).toEqual([problem]));

  it('explain what would be valid', () => {
    const use = defaultUse('sscc');
    const { problems } = resolvePreset('sscc', { extension_digit: 'x', company_prefix: '1', numbering: 'no' }, use);
    expect(problems?.map(({ params }) => params)).toEqual([
      { length: 1 },
      { shortest: 4, longest: 12 },
      { choices: 'random, sequential' },
    ]);
  });

  it('are each named if missing, as are level and carrier that the standard does not have', () => {
    expect(resolvePreset('pesticide', {}, { carrier: 'plain', level: 1 }).problems).toEqual([
      { field: 'registration_category', reason: 'required' },
      { field: 'registration_number', reason: 'required' },
      { field: 'production_type', reason: 'required' },
      { field: 'specification_code', reason: 'required' },
      { field: 'carrier', reason: 'preset_carrier' },
    ]);
    expect(resolvePreset('sscc', good.sscc, { carrier: 'plain', level: 1 }).problems).toEqual([
      { field: 'level', reason: 'preset_level' },
    ]);
  });
});
