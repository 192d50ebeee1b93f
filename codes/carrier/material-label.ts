import { elementsOf } from './carrier.ts';
import type { Elements } from './element-string.ts';

/** The contents of a supplier's label on a material lot. Days are as `2026-01-31`. */
export interface MaterialLabel {
  readonly gtin: string | null;
  readonly lot: string | null;
  readonly produced: string | null;
  readonly expires: string | null;
  readonly amount: number | null;
  /** Kilograms for a net weight; null for a count. */
  readonly unit: 'kg' | null;
}

const longestLot = 64;

/**
 * Reads a label: GTIN (01), lot (10), days (11, 15, 17), count (30, 37), net weight (310n). Any other text is taken for a lot
 * number.
 */
export function materialLabel(scanned: string): MaterialLabel {
  const elements = elementsOf(scanned);
  if (elements.size === 0) {
    const lot = scanned.trim().slice(0, longestLot) || null;
    return { gtin: null, lot, produced: null, expires: null, amount: null, unit: null };
  }
  const weight = weightIn(elements);
  const count = elements.get('37') ?? elements.get('30');
  return {
    gtin: elements.get('01') ?? elements.get('02') ?? null,
    lot: elements.get('10') ?? null,
    produced: dayOf(elements.get('11')),
    expires: dayOf(elements.get('17') ?? elements.get('15')),
    amount: weight ?? (count && /^\d{1,8}$/.test(count) ? Number(count) : null),
    unit: weight === null ? null : 'kg',
  };
}

/**
 * Six digits, of which the last digit of the AI gives the decimals. As a scanner sends it, the AI is cut to `31` (see
 * `scannedElements`).
 */
function weightIn(elements: Elements): number | null {
  const [, decimals, digits] = /^0([0-5])(\d{6})$/.exec(elements.get('31') ?? '') ?? inBrackets(elements) ?? [];
  return digits === undefined ? null : Number(digits) / 10 ** Number(decimals);
}

const inBrackets = (elements: Elements): readonly [string, string, string] | undefined => {
  const [ai, digits] = [...elements].find(([name]) => /^310[0-5]$/.test(name)) ?? [];
  return ai && digits && /^\d{6}$/.test(digits) ? [ai, ai.slice(3), digits] : undefined;
};

/** YYMMDD; day 00 means the last of the month (General Specifications 3.4). The century is the one closest to today (7.12). */
function dayOf(text: string | undefined): string | null {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text ?? '') ?? [];
  if (!year || !month || !day) return null;
  const now = new Date().getUTCFullYear();
  const near = now - (now % 100) + Number(year);
  const full = near - now >= 51 ? near - 100 : near - now <= -50 ? near + 100 : near;
  const last = new Date(Date.UTC(full, Number(month), 0)).getUTCDate();
  const wished = day === '00' ? last : Number(day);
  if (Number(month) < 1 || Number(month) > 12 || wished > last) return null;
  return `${full}-${month}-${String(wished).padStart(2, '0')}`;
}
