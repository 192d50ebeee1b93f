import { carrierText } from '@suyuan/codes/carrier/carrier.ts';
import type { Carrier, Level } from '@suyuan/codes/format/format.ts';
import { badInput } from '#platform/refusal.ts';
import { elementString } from './gs1-text.ts';
import type { Symbology } from './symbol.ts';

/** How codes of an order are carried. */
export interface Carried {
  readonly carrier: Carrier;
  readonly level: Level;
  readonly gtin: string | null;
}

/** What a symbol contains for a code. Throws if a linear barcode of GS1 cannot have it. */
export function symbolText(
  { carrier, level, gtin }: Carried,
  symbol: Symbology,
  code: string,
  publicUrl: string,
): string {
  if (symbol !== 'gs1-128') return carrierText(code, { carrier, level, publicUrl, ...(gtin === null ? {} : { gtin }) });
  const elements = elementString({ code, level, gtin });
  if (!elements) throw badInput({ path: 'symbol', reason: 'symbol_needs_gs1' });
  return elements;
}
