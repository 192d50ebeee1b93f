import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CodeFormat } from '../format/format.ts';
import { createCoder } from './coder.ts';
import { fittingCounters } from './parallel.ts';
import { bodiesFitting, countersFitting, type Pattern, patternOf } from './torn.ts';

const key = Buffer.alloc(32, 5);
const formats: readonly CodeFormat[] = [
  { prefix: '', alphabet: 'digits', bodyLength: 14, check: 'none' },
  { prefix: '69', alphabet: 'digits', bodyLength: 10, check: 'gs1' },
  { prefix: 'K', alphabet: 'base32', bodyLength: 8, check: 'luhn' },
  { prefix: 'X1', alphabet: 'base36', bodyLength: 7, check: 'iso7064' },
  { prefix: 'P', alphabet: 'digits', bodyLength: 9, check: 'none', numbering: 'sequential' },
];
const torn = (code: string, places: readonly number[]) =>
  [...code].map((character, at) => (places.includes(at) ? '?' : character)).join('');
const tried = (pattern: Pattern, format: CodeFormat) => [...countersFitting(pattern, createCoder(format, key))].flat();

describe.each(formats)('a partly readable code of %o', (format) => {
  const coder = createCoder(format, key);

  test('is found by trying the unreadable positions, wherever they are', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 900_000 }),
        fc.uniqueArray(fc.nat({ max: coder.length - 1 }), { maxLength: 2 }),
        (counter, places) => {
          const pattern = patternOf(torn(coder.encode(counter), places), format) as Pattern;
          expect(bodiesFitting(pattern, format)).toBeLessThanOrEqual(36 ** 2);
          expect(tried(pattern, format)).toContain(counter);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('is found among the codes of a range, as by brute force', async () => {
    const [first, count] = [1000, 30_000];
    const text = torn(coder.encode(17_123), [coder.length - 1, coder.length - 2, coder.length - 3]);
    const pattern = patternOf(text.toLowerCase(), format) as Pattern;
    const found: number[] = [];
    for await (const some of fittingCounters({ format, key, start: first, count, pattern })) found.push(...some);
    expect(found).toContain(17_123);
    const within = tried(pattern, format).filter((counter) => counter >= first && counter < first + count);
    expect(found).toEqual(within.toSorted((a, b) => a - b));
  });
});

test('takes no attempts if it matches no code of the format', () => {
  const format = formats[1] as CodeFormat;
  expect(patternOf('70???????????', format)).toBeUndefined();
  expect(patternOf('69??????????A', format)).toBeUndefined();
  expect(patternOf('69?', format)).toBeUndefined();
  expect(patternOf('?????????????', format)?.slice(0, 2)).toEqual(new Uint8Array([54, 57]));
});
