import { toSVG } from 'bwip-js/node';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findingsOf, type TestSymbol, testSymbols, testTexts } from './diagnosis.ts';

const upsideDown = (text: string) =>
  text.replace(/[a-z]/gi, (one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase()));

test.each(testSymbols)('finds nothing wrong with a scanner that is set right: %s', (symbol) => {
  for (const [before, suffixes] of [
    ['', 1],
    [']d2', 1],
  ] as const)
    expect(findingsOf(symbol, { text: before + testTexts[symbol], suffixes })).toEqual([]);
});

test.each<[string, TestSymbol, string, object[]]>([
  ['caps lock', 'letters', upsideDown(testTexts.letters), [{ finding: 'capsLock' }]],
  ['a German keyboard', 'letters', 'Suzuanß', [{ finding: 'other' }]],
  ['a French keyboard', 'letters', 'Suyuqn)AZERTY)qwerty°àéè!M', [{ finding: 'other' }]],
  ['lost separators', 'separators', testTexts.separators.replace('\u001d', ''), [{ finding: 'separators' }]],
  ['lost zeros', 'zeros', '123450', [{ finding: 'zeros' }]],
  ['an invisible character', 'letters', `\u200b${testTexts.letters}`, [{ finding: 'invisible' }]],
  ['another symbol', 'letters', '6901234567892', [{ finding: 'other' }]],
])('finds %s', (_, symbol, text, findings) => {
  expect(findingsOf(symbol, { text, suffixes: 1 })).toEqual(findings);
});

test('names the keyboard that would have made the text', () => {
  // What a German keyboard makes of the keys of an American one.
  const german = testTexts.letters.replaceAll(
    /[yzYZ\-_/:]/g,
    (one) => ({ y: 'z', z: 'y', Y: 'Z', Z: 'Y', '-': 'ß', _: '?', '/': '-', ':': 'Ö' })[one] as string,
  );
  expect(findingsOf('letters', { text: german, suffixes: 1 })).toEqual([{ finding: 'keyboard', keyboard: 'QWERTZ' }]);
});

test('finds that a suffix is missing, or one too many', () => {
  expect(findingsOf('zeros', { text: testTexts.zeros, suffixes: 0 })).toEqual([{ finding: 'noSuffix' }]);
  expect(findingsOf('zeros', { text: testTexts.zeros, suffixes: 2 })).toEqual([{ finding: 'twoSuffixes' }]);
});

test('whatever is sent, it ends with an answer', () => {
  fc.assert(
    fc.property(fc.constantFrom(...testSymbols), fc.string(), fc.nat({ max: 3 }), (symbol, text, suffixes) => {
      const isRight = text === testTexts[symbol] && suffixes === 1;
      expect(findingsOf(symbol, { text, suffixes }).length === 0).toBe(isRight);
    }),
  );
});

test.each([
  ['letters', { bcid: 'qrcode', text: testTexts.letters }],
  ['separators', { bcid: 'gs1datamatrix', text: '(01)06901234567892(10)LOT-A(21)SER-B' }],
  ['zeros', { bcid: 'code128', text: testTexts.zeros, height: 12 }],
] as const)('the picture of %s is its symbol', async (symbol, options) => {
  const picture = toSVG({ ...options, scale: 3, padding: 4, backgroundcolor: 'FFFFFF' }).replace(
    /^<svg[^>]*>/,
    (begin) => `${begin}<title>${symbol}</title>`,
  );
  await expect(picture).toMatchFileSnapshot(`./${symbol}.svg`);
});
