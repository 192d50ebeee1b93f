import type { Notation } from './carrier-reading.ts';
import type { Fault } from './gs1/elements.ts';
import { readCarrier } from './read-carrier.ts';

/** The contents of a supplier's label on a material lot. Days are as `2026-01-31`. */
export interface MaterialLabel {
  readonly notation: Notation;
  readonly gtin: string | null;
  readonly lot: string | null;
  readonly produced: string | null;
  readonly expires: string | null;
  readonly amount: number | null;
  /** `kg` and the like for a measure; null for a count of pieces, and without an amount. */
  readonly unit: string | null;
  /** What was not understood. */
  readonly faults: readonly Fault[];
}

/** The longest lot number of GS1 (AI 10). */
const longestLot = 20;

/**
 * Reads a label: GTIN (01, 02), lot (10), days (11, 13; 17, 7003, 15, 16), count (30, 37), net amounts (31nn, 32nn, 35nn, 36nn). Only
 * a short text that is in no notation is taken for a lot number; anything else is told to be not understood.
 */
export function materialLabel(label: string): MaterialLabel {
  const reading = readCarrier(label);
  const { notation, faults } = reading;
  const amounts = reading.amounts.filter(({ isGross }) => !isGross);
  const amount = amounts.find(({ unit }) => unit !== null) ?? amounts[0];
  const text = label.trim();
  const isText = reading.elements.length === 0 && faults.length === 0;
  const isLot = notation === 'code' && text.length <= longestLot;
  return {
    notation,
    gtin: reading.gtin ?? reading.contentGtin,
    lot: reading.lot ?? (isText && isLot ? text || null : null),
    produced: reading.day('11', '13'),
    expires: reading.day('17', '7003', '15', '16'),
    amount: amount?.amount ?? null,
    unit: amount?.unit ?? null,
    faults: isText && !isLot ? [{ kind: 'value', ai: '', value: text.slice(0, 64) }] : faults,
  };
}
