import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparedIdentifier, normalIdentifier } from './identifiers.ts';

test.each([
  ['\u3000ＡＢ－１２\u200b\ufeff ', 'AB-12'],
  ['A\u00a0\t B', 'A B'],
  ['云泉（贵州）', '云泉(贵州)'],
  ['e\u0301', 'é'],
  ['', ''],
])('%j becomes %j', (sent, kept) => {
  expect(normalIdentifier(sent)).toBe(kept);
});

test.each([
  ['6 901234 567892', '6901234567892'],
  ['６９０－１２３４－５６７８９２', '6901234567892'],
  ['LOT 1', 'LOT 1'],
])('the digits %j become %j', (sent, kept) => {
  expect(normalIdentifier(sent, 'digits')).toBe(kept);
});

test('normalising is idempotent, and blanks and width make no other identifier', () => {
  const wide = (text: string) =>
    text.replace(/[!-~]/g, (narrow) => String.fromCodePoint((narrow.codePointAt(0) as number) + 0xfee0));
  const blanks = fc.stringMatching(/^[ \t\u00a0\u3000\u200b\ufeff]*$/);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), blanks, blanks, (text, before, behind) => {
      const kept = normalIdentifier(text);
      expect(normalIdentifier(kept)).toBe(kept);
      expect(normalIdentifier(`${before}${wide(kept)}${behind}`)).toBe(kept);
      expect(comparedIdentifier(wide(kept))).toBe(kept.toLowerCase());
    }),
  );
});
