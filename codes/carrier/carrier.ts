import type { Carrier, Level } from '../format/format.ts';

/** What the text of a symbol depends on. */

export interface CarrierOptions {
  readonly carrier: Carrier;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Needed for the Digital Link of a unit or inner pack. */
  readonly gtin?: string;
  readonly level: Level;
}

/**
 * The text of a code's symbol: the code itself, the consumer page's URL, or a GS1 Digital Link URI — AI (01) and (21) for
 * units and inner packs, AI (00) for cases and pallets. Throws when a Digital Link lacks its GTIN.
 */
export function carrierText(code: string, { carrier, publicUrl, gtin, level }: CarrierOptions): string {
  if (carrier === 'plain') return code;
  if (carrier === 'url') return `${publicUrl}/c?code=${encodeURIComponent(code)}`;
  if (level >= 3) return `${publicUrl}/00/${code}`;
  if (gtin === undefined) throw new Error('a Digital Link of a product needs its GTIN');
  return `${publicUrl}/01/${toGtin14(gtin)}/21/${code}`;
}

/** A GTIN-8, -12 or -13 in the 14 digits of AI (01). */
export const toGtin14 = (gtin: string): string => gtin.padStart(14, '0');

/** The forms in which a GTIN may have been entered: without the zeros that pad it to 14 digits. */
export const writtenForms = (gtin: string): string[] => {
  const whole = toGtin14(gtin);
  return [14, 13, 12, 8].map((length) => whole.slice(-length)).filter((form) => Number(form) === Number(whole));
};
