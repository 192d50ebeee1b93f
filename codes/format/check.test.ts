import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type AlphabetName, alphabets } from './alphabet.ts';
import { type CheckName, checkCharacterOf, gs1CheckDigit, isValidGtin } from './check.ts';

const checkOf = (check: CheckName, alphabet: AlphabetName) => {
  const character = checkCharacterOf(check, alphabet);
  if (!character) throw new Error(`${check} has no check character`);
  return (text: string) => String.fromCharCode(character(Buffer.from(text), 0, text.length));
};

describe('known values', () => {
  // GTIN-8, -12, -13, -14 and SSCC of the GS1 General Specifications and GS1's check digit calculator.
  test.each([
    '96385074',
    '036000291452',
    '6291041500213',
    '9501101530003',
    '09506000134352',
    '376104250021234569',
    '106141411234567897',
  ])('GS1 %s', (code) => {
    expect(gs1CheckDigit(code.slice(0, -1))).toBe(code.at(-1));
    expect(checkOf('gs1', 'digits')(code.slice(0, -1))).toBe(code.at(-1));
  });

  test.each(['79927398713', '4539578763621486', '490154203237518'])('Luhn %s', (code) => {
    expect(checkOf('luhn', 'digits')(code.slice(0, -1))).toBe(code.at(-1));
  });

  // An MEID carries Luhn mod 16.
  it('Luhn mod 16 AF0123450ABCDEC', () => expect(checkOf('luhn', 'hex')('AF0123450ABCDE')).toBe('C'));

  // A Global Release Identifier and two International Standard Audiovisual Numbers carry MOD 37,36.
  test.each(['A12425GABC1234002M', '00000000D07A0090Q', '00000001894700008', '000000018947000000000000D'])(
    'ISO 7064 MOD 37,36 %s',
    (code) => {
      expect(checkOf('iso7064', 'base36')(code.slice(0, -1))).toBe(code.at(-1));
    },
  );
});

const kinds: [CheckName, AlphabetName][] = [
  ['gs1', 'digits'],
  ...(Object.keys(alphabets) as AlphabetName[]).map((alphabet): [CheckName, AlphabetName] => ['luhn', alphabet]),
  ...(['digits', 'hex', 'base32', 'base36'] as const).map((alphabet): [CheckName, AlphabetName] => [
    'iso7064',
    alphabet,
  ]),
];

describe.each(kinds)('%s over %s', (check, alphabet) => {
  const characters = [...alphabets[alphabet]];
  const character = checkOf(check, alphabet);
  const text = fc.array(fc.constantFrom(...characters), { minLength: 2, maxLength: 24 });

  it('detects every single wrong character', () => {
    fc.assert(
      fc.property(text, fc.nat(), (original, place) => {
        const at = place % original.length;
        const right = character(original.join(''));
        for (const wrong of characters) {
          if (wrong !== original[at]) expect(character(original.with(at, wrong).join(''))).not.toBe(right);
        }
      }),
      { numRuns: 40 },
    );
  });

  // MOD 37,36 depends on what stands before: see below.
  if (check === 'iso7064') return;
  it('detects transposed neighbours, except those its standard misses', () => {
    fc.assert(
      fc.property(text, fc.nat(), (original, place) => {
        const at = place % (original.length - 1);
        const [one, other] = [original[at] as string, original[at + 1] as string];
        if (one === other) return;
        const swapped = original.with(at, other).with(at + 1, one);
        const isTold = character(swapped.join('')) !== character(original.join(''));
        if (check === 'gs1') expect(isTold).toBe(Math.abs(Number(one) - Number(other)) !== 5);
        // Luhn mod N takes the first and the last character of the alphabet for each other.
        if (check === 'luhn')
          expect(isTold).toBe([one, other].sort().join('') !== [characters[0], characters.at(-1)].sort().join(''));
      }),
      { numRuns: 300 },
    );
  });
});

it('ISO 7064 MOD 37,36 detects nearly all transposed neighbours', () => {
  const character = checkOf('iso7064', 'base36');
  let missed = 0;
  let pairs = 0;
  for (const before of alphabets.base36) {
    for (const one of alphabets.base36) {
      for (const other of alphabets.base36) {
        if (one === other) continue;
        pairs++;
        if (character(before + one + other) === character(before + other + one)) missed++;
      }
    }
  }
  expect(missed / pairs).toBeLessThan(0.002);
});

describe('isValidGtin', () => {
  it('accepts GTIN-8, -12, -13 and -14 with a valid check digit', () => {
    for (const gtin of ['96385074', '036000291452', '6291041500213', '09506000134352']) {
      expect(isValidGtin(gtin)).toBe(true);
      expect(isValidGtin(gtin.slice(0, -1) + ((Number(gtin.at(-1)) + 1) % 10))).toBe(false);
    }
  });

  it.each([
    '',
    '0',
    '1234567',
    '629104150021',
    '62910415002130',
    '629104150021X',
    ' 96385074',
    '96385074\n',
    '９６３８５０７４',
    '376104250021234569',
  ])('refuses %j', (text) => expect(isValidGtin(text)).toBe(false));

  it('accepts what gs1CheckDigit completes', () => {
    fc.assert(
      fc.property(fc.constantFrom(7, 11, 12, 13), fc.integer({ min: 1, max: 9_999_999 }), (length, value) => {
        const digits = String(value).padStart(length, '0');
        expect(isValidGtin(digits + gs1CheckDigit(digits))).toBe(true);
      }),
    );
  });
});
