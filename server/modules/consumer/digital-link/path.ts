import { gs1CheckDigit, isValidGtin } from '../../../../codes/format/check.ts';

/** What a GS1 Digital Link URI identifies: a product, optionally with lot or serial, or a logistic unit. */
export type DigitalLink =
  | { readonly key: '01'; readonly gtin: string; readonly qualifiers: readonly (readonly [string, string])[] }
  | { readonly key: '00'; readonly sscc: string };

/** AI encodable character set 82. */
const characters = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]+$/;
/** The key qualifiers of a GTIN in the order of the path, with their maximum lengths. */
const qualifiers: readonly (readonly [string, number])[] = [
  ['22', 20],
  ['10', 20],
  ['21', 20],
];
/** Third-party controlled serial number: the only qualifier after its GTIN. */
const thirdPartySerial = ['235', 28] as const;

/**
 * Parses a path by the URI syntax standard; undefined if it is invalid: wrong length or check digit, invalid characters, or
 * unknown, repeated or unordered qualifiers.
 */
export function readDigitalLink(path: string): DigitalLink | undefined {
  const steps = path.replace(/\/$/, '').split('/').slice(1).map(decoded);
  const [key, value = '', ...rest] = steps;
  if (key === '00') {
    const right = /^\d{18}$/.test(value) && gs1CheckDigit(value.slice(0, -1)) === value.at(-1);
    return right && rest.length === 0 ? { key, sscc: value } : undefined;
  }
  if (key !== '01' || !isValidGtin(value)) return undefined;
  const read = readQualifiers(rest);
  return read && { key, gtin: value.padStart(14, '0'), qualifiers: read };
}

function readQualifiers(steps: readonly string[]): (readonly [string, string])[] | undefined {
  const pairs = steps.flatMap((ai, at) => (at % 2 === 0 ? [[ai, steps[at + 1] ?? ''] as const] : []));
  const allowed = pairs[0]?.[0] === thirdPartySerial[0] ? [thirdPartySerial] : qualifiers;
  let place = -1;
  for (const [ai, value] of pairs) {
    const at = allowed.findIndex(([name]) => name === ai);
    const longest = allowed[at]?.[1] ?? 0;
    if (at <= place || value.length > longest || !characters.test(value)) return undefined;
    place = at;
  }
  return pairs;
}

/** The GS1 element string with AIs in brackets, as printed beside symbols. */
export function elementString(link: DigitalLink): string {
  if (link.key === '00') return `(00)${link.sscc}`;
  return `(01)${link.gtin}${link.qualifiers.map(([ai, value]) => `(${ai})${value}`).join('')}`;
}

export const serialOf = (link: DigitalLink & { key: '01' }): string | undefined =>
  link.qualifiers.find(([ai]) => ai === '21')?.[1];

/** The canonical path: values are percent-encoded, and the GTIN has 14 digits. */
export function pathOf(link: DigitalLink): string {
  if (link.key === '00') return `/00/${link.sscc}`;
  const rest = link.qualifiers.map(([ai, value]) => `/${ai}/${encodeURIComponent(value)}`).join('');
  return `/01/${link.gtin}${rest}`;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return '';
  }
}
