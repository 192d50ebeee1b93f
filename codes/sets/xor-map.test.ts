import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostValues, XorMap, XorMapBuilder } from './xor-map.ts';

function mapOf(entries: Iterable<readonly [string, number]>): { map: XorMap; bytes: Uint8Array } {
  const builder = new XorMapBuilder();
  for (const [text, value] of entries) builder.add(text, value);
  const bytes = builder.build();
  return { map: new XorMap(bytes), bytes };
}

test('answers every text with its number', () => {
  const entries = fc.dictionary(fc.string(), fc.nat({ max: mostValues - 1 }), { maxKeys: 300 });
  fc.assert(
    fc.property(entries, (numbers) => {
      const { map } = mapOf(Object.entries(numbers));
      for (const [text, value] of Object.entries(numbers)) expect(map.get(text)).toBe(value);
    }),
  );
});

test('takes the last number of a text', () => {
  const { map } = mapOf([
    ['A', 1],
    ['B', 2],
    ['A', 300],
  ]);
  expect([map.get('A'), map.get('B')]).toEqual([300, 2]);
});

test('recognises other texts, but for fewer than one in 10 000, in under four bytes an entry', () => {
  const count = 100_000;
  const codes = Array.from({ length: count }, (_, n) => `69000${String(n * 7919).padStart(12, '0')}`);
  const { map, bytes } = mapOf(codes.map((code, n) => [code, n % 200]));
  expect(codes.every((code, n) => map.get(code) === n % 200)).toBe(true);
  expect(bytes.length).toBeLessThan(4 * count);
  const others = Array.from({ length: 300_000 }, (_, n) => `69001${String(n).padStart(12, '0')}`);
  expect(others.filter((code) => map.get(code) !== undefined).length).toBeLessThan(30);
});

test('an empty map has nothing', () => {
  const { map } = mapOf([]);
  expect(map.get('')).toBeUndefined();
});

test('refuses a number that is too large, and bytes that are no map', () => {
  expect(() => new XorMapBuilder().add('A', mostValues)).toThrow(RangeError);
  const { bytes } = mapOf([['A', 1]]);
  const damaged = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.nat({ max: bytes.length - 1 }).map((length) => bytes.slice(0, length)),
  );
  fc.assert(
    fc.property(damaged, (some) => {
      expect(() => new XorMap(some)).toThrow(RangeError);
    }),
  );
});
