import { toGtin14 } from '../../../codes/carrier/carrier.ts';
import { gs1CheckDigit } from '../../../codes/format/check.ts';
import type { Carrier } from '../../../codes/format/format.ts';

/** A code as GS1 writes it below a symbol: its application identifiers in brackets. */

export interface Named {
  readonly code: string;
  readonly level: number;
  readonly gtin: string | null;
}

const isSscc = (code: string): boolean => /^\d{18}$/.test(code) && gs1CheckDigit(code.slice(0, -1)) === code.at(-1);

/** `(01)…(21)…` for units of a product with a GTIN, `(00)…` for an SSCC; undefined for what GS1 has no words for. */
export function elementString({ code, level, gtin }: Named): string | undefined {
  if (level >= 3) return isSscc(code) ? `(00)${code}` : undefined;
  return gtin !== null && code.length <= 20 ? `(01)${toGtin14(gtin)}(21)${code}` : undefined;
}

/** A code in groups of four, which people read and type with fewer mistakes. */
export const inGroups = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ');

/** An element string with its values in groups of four: `(00) 3690 1234 5600 0000 18`. */
export const elementsInGroups = (elements: string): string =>
  elements.replace(/(\(\d+\))([^(]*)/g, (_, ai: string, value: string) => `${ai} ${inGroups(value)} `).trimEnd();

/** How people read a code on a label: in groups, with its application identifiers where it is GS1's. */
export function humanText(code: string, { carrier, level, gtin }: Omit<Named, 'code'> & { carrier: Carrier }): string {
  const elements = carrier === 'digital-link' || level >= 3 ? elementString({ code, level, gtin }) : undefined;
  return elements ? elementsInGroups(elements) : inGroups(code);
}

/** The same for all codes that are as long as `sample`, each of whose characters is a `#`. */
export function humanPattern(sample: string, of: Parameters<typeof humanText>[1]): string {
  const text = humanText(sample, of);
  const grouped = inGroups(sample);
  return text.slice(0, text.length - grouped.length) + inGroups('#'.repeat(sample.length));
}
