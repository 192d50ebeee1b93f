import { FF1 } from '@noble/ciphers/ff1.js';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type AlphabetName, alphabets } from '../format/alphabet.ts';
import { Ff1, shapeOf } from './ff1.ts';
import { batchSize, createFf1Batch, exactHalf, halves } from './ff1-batch.ts';
import { createFf1Wide, type WideHalf, wideHalves } from './ff1-wide.ts';

const key128 = '2B7E151628AED2A6ABF7158809CF4F3C';
const key192 = `${key128}EF4359D8D580AA4F`;
const key256 = `${key192}7F036D6F04FC6A94`;
const tweak = '39383736353433323130';
const tweak36 = '3737373770717273373737';

/** FF1samples.pdf of NIST SP 800-38G: number, key, radix, tweak, plaintext, ciphertext. */
const samples = [
  [1, key128, 10, '', '0123456789', '2433477484'],
  [2, key128, 10, tweak, '0123456789', '6124200773'],
  [3, key128, 36, tweak36, '0123456789abcdefghi', 'a9tv40mll9kdu509eum'],
  [4, key192, 10, '', '0123456789', '2830668132'],
  [5, key192, 10, tweak, '0123456789', '2496655549'],
  [6, key192, 36, tweak36, '0123456789abcdefghi', 'xbj3kv35jrawxv32ysr'],
  [7, key256, 10, '', '0123456789', '6657667009'],
  [8, key256, 10, tweak, '0123456789', '1001623463'],
  [9, key256, 36, tweak36, '0123456789abcdefghi', 'xs8a0azh2avyalyzuwd'],
] as const;

const numeralsOf = (text: string) => [...text].map((character) => Number.parseInt(character, 36));
const hex = (text: string) => Buffer.from(text, 'hex');

describe('the samples of NIST SP 800-38G', () => {
  test.each(samples)('sample %i', (_, key, radix, tweakHex, plain, cipher) => {
    const ff1 = new Ff1(hex(key), radix, hex(tweakHex));
    expect(ff1.encrypt(numeralsOf(plain))).toEqual(numeralsOf(cipher));
    expect(ff1.decrypt(numeralsOf(cipher))).toEqual(numeralsOf(plain));
  });

  test.each(samples.filter(([, , , tweakHex]) => tweakHex === ''))(
    'sample %i, batched',
    (_, key, radix, __, plain, cipher) => {
      const ff1 = createFf1Batch(hex(key), radix, 10);
      halves.a[0] = Number(plain.slice(0, 5));
      halves.b[0] = Number(plain.slice(5));
      ff1.encrypt(halves, 1);
      expect([halves.a[0], halves.b[0]]).toEqual([Number(cipher.slice(0, 5)), Number(cipher.slice(5))]);
    },
  );
});

const key = fc.constantFrom(16, 24, 32).chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
const space = fc
  .record({
    alphabet: fc.constantFrom(...(Object.keys(alphabets) as AlphabetName[])),
    length: fc.integer({ min: 4, max: 32 }),
  })
  .map(({ alphabet, length }) => ({ radix: alphabets[alphabet].length, length }))
  .filter(({ radix, length }) => radix ** length >= 1_000_000);

/** Numeral strings of one space, the smallest and the largest among them. */
const strings = ({ radix, length }: { radix: number; length: number }) =>
  fc
    .array(fc.array(fc.integer({ min: 0, max: radix - 1 }), { minLength: length, maxLength: length }), { maxLength: 6 })
    .map((random) => [Array(length).fill(0), Array(length).fill(radix - 1), ...random] as number[][]);

const numberOf = (numerals: number[], radix: number) =>
  numerals.reduce((sum, n) => sum * BigInt(radix) + BigInt(n), 0n);
const isNarrow = (radix: number, length: number) => radix ** Math.ceil(length / 2) <= exactHalf;
/** Halves of five bytes and more: what `createFf1Wide` takes. */
const isWide = (radix: number, length: number) => radix ** Math.ceil(length / 2) > 2 ** 32;

function setWide({ high, middle, low }: WideHalf, values: readonly bigint[]) {
  for (const [n, value] of values.entries()) {
    high[n] = Number(value >> 64n);
    middle[n] = Number((value >> 32n) & 0xffff_ffffn);
    low[n] = Number(value & 0xffff_ffffn);
  }
}
const getWide = ({ high, middle, low }: WideHalf, count: number) =>
  Array.from(
    { length: count },
    (_, n) => (BigInt(high[n] as number) << 64n) | (BigInt(middle[n] as number) << 32n) | BigInt(low[n] as number),
  );
const wideValues = (count: number) => {
  const b = getWide(wideHalves.b, count);
  return getWide(wideHalves.a, count).map((a, n) => [a, b[n]]);
};

describe('against @noble/ciphers', () => {
  const cases = space.chain((chosen) => fc.record({ key, chosen: fc.constant(chosen), plain: strings(chosen) }));

  it('enciphers and deciphers alike, in every alphabet and length', () => {
    fc.assert(
      fc.property(cases, ({ key, chosen: { radix, length }, plain }) => {
        const oracle = FF1(radix, key);
        const cipher = plain.map((numerals) => oracle.encrypt(numerals));
        const u = Math.floor(length / 2);
        const halvesOf = (numerals: number[]) => [
          numberOf(numerals.slice(0, u), radix),
          numberOf(numerals.slice(u), radix),
        ];
        const plainHalves = plain.map(halvesOf);
        const cipherHalves = cipher.map(halvesOf);

        if (isWide(radix, length)) {
          setWide(
            wideHalves.a,
            plainHalves.map(([a]) => a as bigint),
          );
          setWide(
            wideHalves.b,
            plainHalves.map(([, b]) => b as bigint),
          );
          const ff1 = createFf1Wide(key, radix, length);
          ff1.encrypt(wideHalves, plain.length);
          expect(wideValues(plain.length)).toEqual(cipherHalves);
          ff1.decrypt(wideHalves, plain.length);
          expect(wideValues(plain.length)).toEqual(plainHalves);
        }

        if (!isNarrow(radix, length)) return;
        const batch = createFf1Batch(key, radix, length);
        for (const [n, [a, b]] of plainHalves.entries()) {
          halves.a[n] = Number(a);
          halves.b[n] = Number(b);
        }
        const read = () => plain.map((_, n) => [BigInt(halves.a[n] as number), BigInt(halves.b[n] as number)]);
        batch.encrypt(halves, plain.length);
        expect(read()).toEqual(cipherHalves);
        batch.decrypt(halves, plain.length);
        expect(read()).toEqual(plainHalves);
      }),
      { numRuns: 150 },
    );
  });

  it('confirms the reference as well', () => {
    fc.assert(
      fc.property(cases, fc.uint8Array({ maxLength: 20 }), ({ key, chosen: { radix }, plain }, tweak) => {
        const oracle = FF1(radix, key, tweak);
        const ff1 = new Ff1(key, radix, tweak);
        for (const numerals of plain) {
          const cipher = oracle.encrypt(numerals);
          expect(ff1.encrypt(numerals)).toEqual(cipher);
          expect(ff1.decrypt(cipher)).toEqual(numerals);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('arithmetic in doubles', () => {
  const spaces = Object.values(alphabets).flatMap(({ length: radix }) =>
    Array.from({ length: 29 }, (_, n) => ({ radix, length: n + 4 })),
  );
  const narrow = spaces.filter(({ radix, length }) => isNarrow(radix, length));

  it.each(narrow)('stays below 2^53 for radix $radix and length $length', ({ radix, length }) => {
    const { v, d, b } = shapeOf(radix, length, 0);
    const largest = BigInt(radix) ** BigInt(v) - 1n;
    expect(d).toBe(b <= 4 ? 8 : 12);
    const sum =
      d === 8
        ? largest + 2n * 0xffffn * largest + 0xffff_ffffn
        : largest + 2n * (largest + 1n) + 4n * 255n * largest + 0xffff_ffffn;
    expect(sum).toBeLessThan(d === 8 ? 2n ** 50n : 2n ** 53n);
  });

  it('agrees with 32-bit words over whole batches, at the largest halves of each reduction', () => {
    // Powers of two, and the largest of others within 2^42.
    for (const [radix, length] of [
      [16, 20],
      [32, 16],
      [10, 20],
      [36, 16],
      [62, 14],
      [10, 24],
    ] as const) {
      const key = Buffer.alloc(32, radix);
      const u = Math.floor(length / 2);
      for (let n = 0; n < batchSize; n++) {
        halves.a[n] = radix ** u - 1 - n;
        halves.b[n] = radix ** (length - u) - 1 - n;
      }
      setWide(wideHalves.a, Array.from(halves.a, BigInt));
      setWide(wideHalves.b, Array.from(halves.b, BigInt));
      createFf1Batch(key, radix, length).encrypt(halves, batchSize);
      createFf1Wide(key, radix, length).encrypt(wideHalves, batchSize);
      expect(getWide(wideHalves.a, batchSize)).toEqual(Array.from(halves.a, BigInt));
      expect(getWide(wideHalves.b, batchSize)).toEqual(Array.from(halves.b, BigInt));
    }
  });
});

describe('arithmetic in 32-bit words', () => {
  const spaces = Object.values(alphabets).flatMap(({ length: radix }) =>
    Array.from({ length: 29 }, (_, n) => ({ radix, length: n + 4 })),
  );

  it.each(spaces.filter(({ radix, length }) => isWide(radix, length)))(
    'stays within doubles for radix $radix and length $length',
    ({ radix, length }) => {
      const { u, v, b, d } = shapeOf(radix, length, 0);
      expect(d).toBe(b <= 8 ? 12 : 16);
      const word = 2n ** 32n;
      for (const modulus of [BigInt(radix) ** BigInt(u), BigInt(radix) ** BigInt(v)]) {
        const sum = (most: bigint) => 4n * 0xffffn * most + word + word;
        const atOnePlace = sum(word - 1n);
        const folded = 4n * 0xffffn * (modulus - 1n) + (d === 12 ? word : word * word) + modulus;
        const factor = folded / modulus + 1n;
        expect(factor).toBeLessThan(2n ** 19n);
        expect(atOnePlace + (factor + 1n) * (word - 1n) + word).toBeLessThan(2n ** 53n);
      }
    },
  );

  it('is exact at the largest and smallest numbers, over whole batches', () => {
    for (const [radix, length] of [
      [10, 25],
      [10, 32],
      [16, 22],
      [16, 32],
      [32, 17],
      [32, 32],
      [36, 19],
      [36, 32],
      [62, 15],
      [62, 21],
      [62, 31],
      [62, 32],
    ] as const) {
      const key = Buffer.alloc(32, radix + length);
      const ff1 = createFf1Wide(key, radix, length);
      const u = Math.floor(length / 2);
      const limits = [BigInt(radix) ** BigInt(u), BigInt(radix) ** BigInt(length - u)] as const;
      const value = (limit: bigint, n: number) => (n % 2 === 0 ? BigInt(n) : limit - BigInt(n));
      const plain = Array.from(
        { length: batchSize },
        (_, n) => [value(limits[0], n), value(limits[1], n + (n % 3))] as const,
      );
      setWide(
        wideHalves.a,
        plain.map(([a]) => a),
      );
      setWide(
        wideHalves.b,
        plain.map(([, b]) => b),
      );
      ff1.encrypt(wideHalves, batchSize);
      const cipher = wideValues(batchSize);
      for (const [a, b] of cipher)
        expect(a !== undefined && a < limits[0] && b !== undefined && b < limits[1]).toBe(true);
      const reference = new Ff1(key, radix);
      for (const n of [0, 1, 2, 3, 1001, 4094, 4095]) {
        const digits = (half: bigint, count: number) =>
          Array.from({ length: count }, (_, at) =>
            Number((half / BigInt(radix) ** BigInt(count - 1 - at)) % BigInt(radix)),
          );
        const [a, b] = plain[n] as readonly [bigint, bigint];
        const numerals = reference.encrypt([...digits(a, u), ...digits(b, length - u)]);
        expect(cipher[n]).toEqual([numberOf(numerals.slice(0, u), radix), numberOf(numerals.slice(u), radix)]);
      }
      ff1.decrypt(wideHalves, batchSize);
      expect(wideValues(batchSize)).toEqual(plain);
    }
  });
});

it('refuses halves too long or too short for its words', () => {
  expect(() => createFf1Batch(Buffer.alloc(16), 10, 26)).toThrow(RangeError);
  expect(() => createFf1Wide(Buffer.alloc(16), 62, 34)).toThrow(RangeError);
  expect(() => createFf1Wide(Buffer.alloc(16), 10, 10)).toThrow(RangeError);
});
