import { FF1 } from '@noble/ciphers/ff1.js';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type AlphabetName, alphabets } from '../format/alphabet.ts';
import { type CheckName, checkAlphabet } from '../format/check.ts';
import { COUNTER_LIMIT, type CodeFormat, codeLength, domain, formatProblems, overlaps } from '../format/format.ts';
import { createCoder } from './coder.ts';

const alphabetNames = Object.keys(alphabets) as AlphabetName[];
const checks: CheckName[] = ['none', 'gs1', 'luhn', 'iso7064'];
const key = Buffer.from('2b7e151628aed2a6abf7158809cf4f3cef4359d8d580aa4f7f036d6f04fc6a94', 'hex');

const problemsOf = (format: CodeFormat) => formatProblems(format, { carrier: 'plain', level: 1 });

/** Formats that nothing stands against. */
const formats = fc
  .record({
    prefix: fc.string({ unit: fc.constantFrom(...'0123456789ABCDEFGHJKabcz'), maxLength: 4 }),
    alphabet: fc.constantFrom(...alphabetNames),
    bodyLength: fc.integer({ min: 4, max: 32 }),
    check: fc.constantFrom(...checks),
  })
  .map((format) => (format.alphabet === 'base62' ? format : { ...format, prefix: format.prefix.toUpperCase() }))
  .map((format) =>
    format.check === 'gs1'
      ? { ...format, prefix: format.prefix.replace(/\D/g, ''), alphabet: 'digits' as const }
      : format,
  )
  .filter((format) => problemsOf(format).length === 0);
const formatAndCounters = formats.chain((format) =>
  fc.record({
    format: fc.constant(format),
    key: fc.constantFrom(16, 24, 32).chain((length) => fc.uint8Array({ minLength: length, maxLength: length })),
    counters: fc.array(fc.nat({ max: createCoder(format, key).capacity - 1 }), { minLength: 1, maxLength: 8 }),
  }),
);

/** The body of a counter, by another implementation of FF1. */
function oracleBody({ alphabet, bodyLength }: CodeFormat, key: Uint8Array, counter: number): string {
  const characters = alphabets[alphabet];
  const numerals: number[] = [];
  for (let rest = BigInt(counter); numerals.length < bodyLength; rest /= BigInt(characters.length)) {
    numerals.unshift(Number(rest % BigInt(characters.length)));
  }
  return FF1(characters.length, key)
    .encrypt(numerals)
    .map((numeral) => characters[numeral])
    .join('');
}

describe('a code', () => {
  it('consists of prefix, FF1 of the counter, and check character', () => {
    fc.assert(
      fc.property(formatAndCounters, ({ format, key, counters }) => {
        const coder = createCoder(format, key);
        for (const counter of counters) {
          const code = coder.encode(counter);
          expect(code.length).toBe(codeLength(format));
          expect(code.startsWith(format.prefix + oracleBody(format, key, counter))).toBe(true);
          expect(coder.decode(code)).toBe(counter);
        }
        expect(coder.decodeMany(counters.map(coder.encode))).toEqual(counters);
      }),
      { numRuns: 150 },
    );
  });

  const all = alphabetNames.flatMap((alphabet) => checks.map((check) => ({ alphabet, check })));
  const usable = all.map(({ alphabet, check }) => ({ prefix: '', alphabet, bodyLength: 12, check }) as CodeFormat);

  test.each(usable.filter((format) => problemsOf(format).length === 0))(
    'round-trips with $alphabet and check $check',
    (format) => {
      const coder = createCoder(format, key);
      const counters = [0, 1, 12_345, Math.min(coder.capacity, COUNTER_LIMIT) - 1];
      const codes = counters.map(coder.encode);
      expect(new Set(codes).size).toBe(counters.length);
      expect(coder.decodeMany(codes)).toEqual(counters);
    },
  );

  it('matches sample 7 of NIST SP 800-38G', () => {
    const coder = createCoder({ prefix: '', alphabet: 'digits', bodyLength: 10, check: 'none' }, key);
    expect(coder.encode(123_456_789)).toBe('6657667009');
    expect(coder.decode('6657667009')).toBe(123_456_789);
  });

  it('does not decode with another key', () => {
    const format: CodeFormat = { prefix: '', alphabet: 'base32', bodyLength: 12, check: 'none' };
    const other = createCoder(format, key.subarray(0, 16));
    expect(other.decode(createCoder(format, key).encode(7))).not.toBe(7);
  });

  it('is refused beyond the capacity, when encoding and decoding', () => {
    const narrow = createCoder({ prefix: '', alphabet: 'digits', bodyLength: 6, check: 'none' }, key);
    expect(narrow.capacity).toBe(1_000_000);
    for (const counter of [-1, 1_000_000, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => narrow.encode(counter)).toThrow(RangeError);
    }
    expect(() => narrow.encodeInto(999_999, 2, new Uint8Array(100), 0)).toThrow(RangeError);
    expect(() => narrow.encodeInto(0, 2, new Uint8Array(11), 0)).toThrow(RangeError);

    // Of 32^12 bodies only 2^40 counters are codes.
    const wide = createCoder({ prefix: '', alphabet: 'base32', bodyLength: 12, check: 'none' }, key);
    expect(wide.capacity).toBe(COUNTER_LIMIT);
    const next = (character: string) => alphabets.base32[(alphabets.base32.indexOf(character) + 1) % 32];
    const invented = Array.from({ length: 5000 }, (_, n) => wide.encode(n)).map((c) => next(c.charAt(0)) + c.slice(1));
    const counters = wide.decodeMany(invented);
    for (const counter of counters) expect(counter ?? 0).toBeLessThan(COUNTER_LIMIT);
    expect(counters.filter((counter) => counter === undefined).length).toBeGreaterThan(4990);
  });
});

describe('a batch of codes', () => {
  const runs: CodeFormat[] = [
    { prefix: '', alphabet: 'base32', bodyLength: 12, check: 'none' },
    { prefix: '69', alphabet: 'digits', bodyLength: 15, check: 'gs1' },
    { prefix: '', alphabet: 'hex', bodyLength: 17, check: 'luhn' },
    { prefix: 'a', alphabet: 'base62', bodyLength: 13, check: 'luhn' },
    { prefix: 'B', alphabet: 'base36', bodyLength: 21, check: 'iso7064' },
  ];
  const frame = { lead: Buffer.from('<'), terminator: Buffer.from('>\r\n') };

  test.each(runs)('equals single encoding with $alphabet x $bodyLength at the edges of a batch', (format) => {
    const coder = createCoder(format, key);
    const stride = coder.length + 4;
    for (const [start, count] of [
      [0, 0],
      [0, 1],
      [0, 4095],
      [0, 4096],
      [1, 4097],
      [4_000_000_000, 8193],
      [COUNTER_LIMIT - 1, 1],
    ] as const) {
      const out = Buffer.alloc(5 + stride * count + 3, '.');
      expect(coder.encodeInto(start, count, out, 5, frame)).toBe(stride * count);
      const text = out.toString('latin1');
      expect(text.slice(0, 5) + text.slice(-3)).toBe('........');
      const codes = text
        .slice(5, -3)
        .split('>\r\n')
        .slice(0, -1)
        .map((line) => line.slice(1));
      expect(codes.length).toBe(count);
      for (const n of [0, 1, 4094, 4095, 4096, 4097, 8192]) {
        if (n < count) expect(codes[n]).toBe(coder.encode(start + n));
      }
      expect(coder.decodeMany(codes)).toEqual(codes.map((_, n) => start + n));
    }
  });

  it('crosses the boundary of the upper halves', () => {
    const coder = createCoder({ prefix: '', alphabet: 'digits', bodyLength: 6, check: 'none' }, key);
    const out = Buffer.alloc(6 * 2002);
    coder.encodeInto(999, 2002, out, 0);
    for (const n of [0, 1, 1000, 1001, 2001])
      expect(out.toString('latin1', 6 * n, 6 * n + 6)).toBe(coder.encode(999 + n));
  });

  it('has a million distinct decodable codes in a million', () => {
    const coder = createCoder({ prefix: '', alphabet: 'digits', bodyLength: 16, check: 'none' }, key);
    const million = 1_000_000;
    const out = Buffer.alloc(16 * million);
    coder.encodeInto(5, million, out, 0);
    const codes = Array.from({ length: million }, (_, n) => out.toString('latin1', 16 * n, 16 * n + 16));
    expect(new Set(codes).size).toBe(million);
    expect(coder.decodeMany(codes).every((counter, n) => counter === n + 5)).toBe(true);
  });

  it('covers a whole domain without repetition', () => {
    const coder = createCoder({ prefix: '', alphabet: 'digits', bodyLength: 6, check: 'none' }, key);
    const out = Buffer.alloc(6 * coder.capacity);
    coder.encodeInto(0, coder.capacity, out, 0);
    const seen = new Uint8Array(coder.capacity);
    for (let at = 0; at < out.length; at += 6) seen[Number(out.toString('latin1', at, at + 6))] = 1;
    expect(seen.includes(0)).toBe(false);
  });
});

describe('what people type', () => {
  it('is accepted in lower case, unless the alphabet is case-sensitive', () => {
    fc.assert(
      fc.property(formatAndCounters, ({ format, key, counters: [counter = 0] }) => {
        const coder = createCoder(format, key);
        const code = coder.encode(counter);
        if (format.alphabet === 'base62') {
          const swapped = code.replace(/[a-z]|[A-Z]/g, (letter) =>
            letter < 'a' ? letter.toLowerCase() : letter.toUpperCase(),
          );
          if (swapped !== code) expect(coder.decode(swapped)).not.toBe(counter);
        } else {
          expect(coder.decode(code.toLowerCase())).toBe(counter);
          expect(coder.asPrinted(code.toLowerCase())).toBe(code);
        }
        expect(coder.asPrinted(code)).toBe(code);
      }),
    );
  });

  it('is accepted with the look-alikes of base 32, in the check character too', () => {
    const lookAlikes = (code: string) => code.replaceAll('0', 'o').replace('1', 'l').replaceAll('1', 'I');
    for (const check of ['none', 'luhn'] as const) {
      const coder = createCoder({ prefix: '10', alphabet: 'base32', bodyLength: 10, check }, key);
      for (let counter = 0; counter < 300; counter++) {
        const code = coder.encode(counter);
        expect(coder.decode(lookAlikes(code))).toBe(counter);
        expect(coder.asPrinted(lookAlikes(code))).toBe(code);
      }
    }
    // In MOD 37,36 the letter O and the digit 0 are two characters.
    const coder = createCoder({ prefix: '', alphabet: 'base32', bodyLength: 10, check: 'iso7064' }, key);
    const ending = (character: string) =>
      Array.from({ length: 300 }, (_, n) => coder.encode(n)).find((code) => code.endsWith(character)) as string;
    expect(coder.decode(ending('0').replace(/0$/, 'O'))).toBeUndefined();
    expect(coder.decode(ending('O').replace(/O$/, 'o'))).toBeDefined();
  });

  it('is refused with one wrong character if there is a check character', () => {
    const checked = formatAndCounters.filter(({ format }) => format.check !== 'none');
    fc.assert(
      fc.property(checked, fc.nat(), fc.nat(), ({ format, key, counters: [counter = 0] }, place, step) => {
        const coder = createCoder(format, key);
        const code = coder.encode(counter);
        const at = place % code.length;
        const characters =
          at === code.length - 1 ? checkAlphabet(format.check, format.alphabet) : alphabets[format.alphabet];
        const wrong = characters[step % characters.length] as string;
        if (wrong !== code[at]) expect(coder.decode(code.slice(0, at) + wrong + code.slice(at + 1))).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('is rejected with another length, another prefix or foreign characters, without throwing', () => {
    const coder = createCoder({ prefix: 'A1', alphabet: 'hex', bodyLength: 8, check: 'none' }, key);
    const code = coder.encode(3);
    for (const text of [
      '',
      code.slice(1),
      `${code}0`,
      `A2${code.slice(2)}`,
      `${code.slice(0, -1)}G`,
      `${code.slice(0, -1)}\0`,
      `${code.slice(0, -1)}é`,
      `${code.slice(0, -1)}ß`,
    ]) {
      expect(coder.decode(text)).toBeUndefined();
    }
    expect(coder.decodeMany([code, 'x', code])).toEqual([3, undefined, 3]);
    fc.assert(
      fc.property(formats, fc.string({ unit: 'binary', maxLength: 41 }), (format, text) => {
        createCoder(format, key).decode(text);
      }),
    );
  });
});

describe('two formats that do not overlap', () => {
  it('never accept the same text', () => {
    const twoAndText = fc.tuple(formats, formats).chain(([one, other]) => {
      // The second is cut to the length of the first: else they would hardly ever meet.
      const bodyLength = codeLength(one) - codeLength({ ...other, bodyLength: 0 });
      const cut = { ...other, bodyLength };
      return fc.record({
        one: fc.constant(one),
        other: fc.constant(cut),
        text: fc.string({
          unit: fc.constantFrom(...alphabets.base62),
          minLength: codeLength(one),
          maxLength: codeLength(one),
        }),
        counter: fc.nat({ max: 999_999 }),
      });
    });
    const usable = twoAndText.filter(({ other }) => problemsOf(other).length === 0 && domain(other) > 0n);
    fc.assert(
      fc.property(usable, ({ one, other, text, counter }) => {
        const coders = [createCoder(one, key), createCoder(other, key)];
        const codes = coders.map((coder) => coder.encode(counter));
        for (const candidate of [...codes, ...codes.map((code) => code.toLowerCase()), text]) {
          const isRead = coders.every((coder) => coder.decode(candidate) !== undefined);
          if (isRead) expect(overlaps(one, other)).toBe(true);
        }
        expect(overlaps(one, other)).toBe(overlaps(other, one));
        expect(overlaps(one, one)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
