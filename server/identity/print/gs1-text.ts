import { toGtin14 } from '@suyuan/codes/carrier/carrier.ts';
import { gs1CheckDigit } from '@suyuan/codes/format/check.ts';
import type { Carrier } from '@suyuan/codes/format/format.ts';

/** What the human-readable text of a code depends on. */

export interface Named {
  readonly code: string;
  readonly level: number;
  readonly gtin: string | null;
}

const isSscc = (code: string): boolean => /^\d{18}$/.test(code) && gs1CheckDigit(code.slice(0, -1)) === code.at(-1);

/** The GS1 element string: `(01)…(21)…` for units of a product with a GTIN, `(00)…` for an SSCC; undefined for other codes. */
export function elementString({ code, level, gtin }: Named): string | undefined {
  if (level >= 3) return isSscc(code) ? `(00)${code}` : undefined;
  return gtin !== null && code.length <= 20 ? `(01)${toGtin14(gtin)}(21)${code}` : undefined;
}

/** A code in groups of four, for fewer mistakes when people read or type it. */
export const inGroups = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ');

/** An element string with its values in groups of four: `(00) 3690 1234 5600 0000 18`. */
export const elementsInGroups = (elements: string): string =>
  elements.replace(/(\(\d+\))([^(]*)/g, (_, ai: string, value: string) => `${ai} ${inGroups(value)} `).trimEnd();

/** The human-readable text of a code on a label: in groups, with application identifiers if it is a GS1 code. */
export function humanText(code: string, { carrier, level, gtin }: Omit<Named, 'code'> & { carrier: Carrier }): string {
  const elements = carrier === 'digital-link' || level >= 3 ? elementString({ code, level, gtin }) : undefined;
  return elements ? elementsInGroups(elements) : inGroups(code);
}

/** The same for any code of the length of `sample`, with `#` for each of its characters. */
export function humanPattern(sample: string, of: Parameters<typeof humanText>[1]): string {
  const text = humanText(sample, of);
  const sampleText = inGroups(sample);
  return text.slice(0, text.length - sampleText.length) + inGroups('#'.repeat(sample.length));
}
