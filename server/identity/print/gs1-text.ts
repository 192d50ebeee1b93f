import { toGtin14 } from '../../../codes/carrier/carrier.ts';
import { gs1CheckDigit } from '../../../codes/format/check.ts';

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
