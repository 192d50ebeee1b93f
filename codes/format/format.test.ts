import { describe, expect, it, test } from 'vitest';
import {
  type Carrier,
  type CodeFormat,
  capacity,
  codeLength,
  domain,
  formatProblems,
  type Level,
  overlaps,
} from './format.ts';

const good: CodeFormat = { prefix: '', alphabet: 'digits', bodyLength: 16, check: 'none' };
const sscc: CodeFormat = { prefix: '3690123', alphabet: 'digits', bodyLength: 10, check: 'gs1' };

const reasons = (format: Partial<CodeFormat>, carrier: Carrier = 'plain', level: Level = 1) =>
  formatProblems({ ...good, ...format }, { carrier, level }).map(({ field, reason }) => `${field}: ${reason}`);

describe('formatProblems', () => {
  test.each<[string, Partial<CodeFormat>]>([
    ['anti-counterfeit 16 digits', {}],
    ['SGTIN serial', { alphabet: 'base32', bodyLength: 12 }],
    ['pesticide code', { prefix: '12345610123', bodyLength: 21 }],
    ['drug code', { prefix: '81234567', bodyLength: 12 }],
    ['the smallest domain', { bodyLength: 6 }],
    ['the shortest body', { alphabet: 'base62', bodyLength: 4 }],
    ['the longest body', { bodyLength: 32 }],
    ['a prefix that the body could not have', { prefix: 'QX', alphabet: 'hex' }],
    ['cases in base 62', { prefix: 'aB', alphabet: 'base62' }],
  ])('accepts %s', (_, format) => expect(reasons(format)).toEqual([]));

  test.each<[string, Partial<CodeFormat>]>([
    ['prefix: prefix_characters', { prefix: '溯源' }],
    ['prefix: prefix_characters', { prefix: 'A-B' }],
    ['prefix: prefix_characters', { prefix: 'A'.repeat(21), bodyLength: 6 }],
    ['prefix: prefix_case', { prefix: 'ab' }],
    ['prefix: prefix_case', { prefix: 'OIL', alphabet: 'base32' }],
    ['body_length: body_length', { bodyLength: 3 }],
    ['body_length: body_length', { bodyLength: 33 }],
    ['body_length: body_length', { bodyLength: 8.5 }],
    ['body_length: body_length', { bodyLength: Number.NaN }],
    ['body_length: domain_too_small', { bodyLength: 5 }],
    ['body_length: domain_too_small', { alphabet: 'hex', bodyLength: 4 }],
    ['body_length: code_too_long', { prefix: '1234567890', bodyLength: 31 }],
    ['check: check_needs_digits', { alphabet: 'hex', check: 'gs1' }],
    ['check: check_needs_digits', { prefix: 'A', check: 'gs1' }],
    ['check: check_needs_alphabet', { prefix: 'A', check: 'luhn' }],
    ['check: check_needs_upper_case', { alphabet: 'base62', check: 'iso7064' }],
    ['check: check_looks_alike', { alphabet: 'base32', check: 'iso7064' }],
  ])('reports %s of %o', (reason, format) => expect(reasons(format)).toEqual([reason]));

  it('checks the Digital Link of each level', () => {
    expect(reasons({ bodyLength: 20 }, 'digital-link')).toEqual([]);
    expect(reasons({ bodyLength: 21 }, 'digital-link')).toEqual(['carrier: digital_link_serial_too_long']);
    expect(reasons(sscc, 'digital-link', 3)).toEqual([]);
    expect(reasons({ ...sscc, check: 'luhn' }, 'digital-link', 4)).toEqual(['carrier: digital_link_needs_sscc']);
    expect(reasons({ bodyLength: 18 }, 'digital-link', 4)).toEqual(['carrier: digital_link_needs_sscc']);
    expect(reasons({ bodyLength: 21 }, 'url', 3)).toEqual([]);
  });

  it('allows a sequence, of any length, only for cases and pallets', () => {
    expect(reasons({ numbering: 'sequential', bodyLength: 4 }, 'plain', 3)).toEqual([]);
    expect(reasons({ numbering: 'sequential' }, 'plain', 2)).toEqual(['numbering: numbering_guessable']);
    expect(reasons({ numbering: 'random', bodyLength: 4 }, 'plain', 3)).toEqual(['body_length: domain_too_small']);
  });
});

it('computes the number of codes', () => {
  expect(domain({ ...good, bodyLength: 6 })).toBe(1_000_000n);
  expect(capacity({ ...good, bodyLength: 6 })).toBe(1_000_000);
  expect(capacity(good)).toBe(2 ** 40);
  expect(codeLength(sscc)).toBe(18);
});

describe('overlaps', () => {
  const pair = (one: Partial<CodeFormat>, other: Partial<CodeFormat>) => {
    const [a, b] = [
      { ...good, ...one },
      { ...good, ...other },
    ];
    expect(overlaps(a, b)).toBe(overlaps(b, a));
    return overlaps(a, b);
  };

  it('is decided by length and by any position without a common character', () => {
    expect(pair({}, {})).toBe(true);
    expect(pair({}, { bodyLength: 15 })).toBe(false);
    expect(pair({ prefix: '1' }, { prefix: '2' })).toBe(false);
    expect(pair({ prefix: '1' }, { prefix: '', bodyLength: 17 })).toBe(true);
    expect(pair({ prefix: 'A' }, { prefix: '', bodyLength: 17 })).toBe(false);
    expect(pair({ prefix: 'A', bodyLength: 15 }, { alphabet: 'hex' })).toBe(true);
  });

  it('accounts for characters that people type for another', () => {
    // 0 of base 32 may be typed O, which base 36 has; a small letter is read as a capital one.
    expect(pair({ prefix: 'O', alphabet: 'base36' }, { prefix: '0', alphabet: 'base32' })).toBe(true);
    expect(pair({ prefix: 'a', alphabet: 'base62' }, { prefix: 'A', alphabet: 'base36' })).toBe(true);
    expect(pair({ prefix: 'U', bodyLength: 15 }, { alphabet: 'base32' })).toBe(false);
  });

  it('does not rely on the check character', () => {
    expect(pair({ bodyLength: 15, check: 'gs1' }, {})).toBe(true);
    expect(pair({ bodyLength: 15, check: 'gs1' }, { bodyLength: 15, check: 'luhn' })).toBe(true);
  });
});
