/**
 * The elements of a GS1 element string: values by application identifier (AI). Written in brackets as below a barcode, or as a
 * scanner sends them (General Specifications 7.8). If an AI occurs twice, the first value counts.
 */
export type Elements = ReadonlyMap<string, string>;

/** The character that scanners send for FNC1 between two elements. */
export const groupSeparator = '\x1d';

const withoutSeparators = (value: string): string => value.replace(separators, '');

/** Finds `(01) 06291041500213 (21) ABC` within any text. Blanks and hyphens in values are dropped, unless `read` keeps them. */
export function bracketedElements(text: string, read: (value: string) => string = withoutSeparators): Elements {
  const elements = new Map<string, string>();
  for (const [, ai, value] of text.matchAll(/\(\s*(\d{2,4})\s*\)([^(]*)/g)) {
    if (ai && value !== undefined && !elements.has(ai)) elements.set(ai, read(value));
  }
  return elements;
}

/** Separators that people and programs put between groups of characters, after NFKC normalisation. */
export const separators = /[\s\p{Pd}\u2212\u30fc]/gu;

/** Predefined lengths of values by the first two digits of the AI; all other values end at a separator (figure 7.8.5-2). */
const fixedLengths: Readonly<Record<string, number>> = {
  ...{
    '00': 18,
    '01': 14,
    '02': 14,
    '03': 14,
    '04': 16,
    11: 6,
    12: 6,
    13: 6,
    14: 6,
    15: 6,
    16: 6,
    17: 6,
    18: 6,
    19: 6,
  },
  ...{ 20: 2, 31: 8, 32: 8, 33: 8, 34: 8, 35: 8, 36: 8, 41: 14 },
};

/**
 * The elements of a text as a scanner sends it, up to the first malformed one. AIs are identified by their first two digits
 * only, which suffices for those that contain a code.
 */
export function scannedElements(text: string): Elements {
  const elements = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    if (text[at] === groupSeparator) {
      at += 1;
      continue;
    }
    const ai = text.slice(at, at + 2);
    if (!/^\d\d$/.test(ai)) break;
    const end = endOfValue(text, at + 2, fixedLengths[ai]);
    if (end === undefined) break;
    if (!elements.has(ai)) elements.set(ai, text.slice(at + 2, end));
    at = end;
  }
  return elements;
}

function endOfValue(text: string, from: number, length: number | undefined): number | undefined {
  if (length === undefined) {
    const separator = text.indexOf(groupSeparator, from);
    return separator < 0 ? text.length : separator;
  }
  const value = text.slice(from, from + length);
  return value.length === length && /^\d+$/.test(value) ? from + length : undefined;
}
