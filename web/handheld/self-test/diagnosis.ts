import { otherTexts } from '@suyuan/codes/carrier/other-keyboards.ts';

const separator = '\u001d';

/** The symbols of the test, and what a scanner that is set right sends for them. */
export const testTexts = {
  /** Letters and marks that lie elsewhere on other keyboards, in both cases. */
  letters: 'Suyuan-QWERTY-azerty_0123/:',
  /** A GS1 element string, whose lot ends with a separator. */
  separators: `010690123456789210LOT-A${separator}21SER-B`,
  /** Read as a number, it would lose its zeros. */
  zeros: '000123450',
} as const;
export type TestSymbol = keyof typeof testTexts;
export const testSymbols = Object.keys(testTexts) as TestSymbol[];

/** What a scanner sent for one symbol. */
export interface Received {
  /** The characters, with Ctrl+] as a separator. */
  readonly text: string;
  /** How often Enter or Tab came after them. */
  readonly suffixes: number;
}

/** What is wrong with the settings of a scanner; `keyboard` is the setting that would have made this text. */
export type Finding =
  | { readonly finding: 'keyboard'; readonly keyboard: string }
  | { readonly finding: 'capsLock' | 'separators' | 'invisible' | 'zeros' | 'noSuffix' | 'twoSuffixes' | 'other' };

const invisible = /[\p{Cc}\p{Cf}]/gu;
/** The AIM identifier that a scanner may send first. */
const identifier = /^\][A-Za-z]\d/;

/** What is wrong with what was sent for a symbol: nothing if the scanner is set right. */
export function findingsOf(symbol: TestSymbol, { text, suffixes }: Received): Finding[] {
  const expected = testTexts[symbol];
  const visible = text.replaceAll(invisible, (one) => (one === separator ? one : ''));
  return [
    ...(visible === text ? [] : [{ finding: 'invisible' } as const]),
    ...(suffixes === 0 ? [{ finding: 'noSuffix' } as const] : []),
    ...(suffixes > 1 ? [{ finding: 'twoSuffixes' } as const] : []),
    ...wrongIn(visible.replace(identifier, ''), expected),
  ];
}

function wrongIn(text: string, expected: string): Finding[] {
  // A separator before the first element says that it is an element string.
  const sent = text.startsWith(separator) ? text.slice(1) : text;
  if (sent === expected) return [];
  if (sent === expected.replaceAll(separator, '')) return [{ finding: 'separators' }];
  if (/^0/.test(expected) && sent === expected.replace(/^0+/, '')) return [{ finding: 'zeros' }];
  const other = otherTexts(sent).find((one) => [expected, expected.replaceAll(separator, '')].includes(one.text));
  if (!other) return [{ finding: 'other' }];
  return other.keyboard === 'Caps Lock'
    ? [{ finding: 'capsLock' }]
    : [{ finding: 'keyboard', keyboard: other.keyboard }];
}
