import { elementsOf } from './carrier.ts';
import type { Elements } from './element-string.ts';

/** What a supplier's label says of a lot of material. Days are as `2026-01-31`. */
export interface MaterialLabel {
  readonly gtin: string | null;
  readonly lot: string | null;
  readonly produced: string | null;
  readonly expires: string | null;
  readonly amount: number | null;
  /** Of the amount, where the label says it: kilograms. A count has none. */
  readonly unit: 'kg' | null;
}

const longestLot = 64;

/** Reads a label: GTIN (01), lot (10), days (11, 15, 17), count (30, 37) and net weight (310n); what is no element string is a lot. */
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

/** Six digits and, in the AI, how many of them are decimals. A scanner's elements are named by their first two digits. */
function weightIn(elements: Elements): number | null {
  const [, decimals, digits] = /^0([0-5])(\d{6})$/.exec(elements.get('31') ?? '') ?? inBrackets(elements) ?? [];
  return digits === undefined ? null : Number(digits) / 10 ** Number(decimals);
}

const inBrackets = (elements: Elements): readonly [string, string, string] | undefined => {
  const [ai, digits] = [...elements].find(([name]) => /^310[0-5]$/.test(name)) ?? [];
  return ai && digits && /^\d{6}$/.test(digits) ? [ai, ai.slice(3), digits] : undefined;
};

/** YYMMDD; the day 00 is the last of the month (General Specifications 3.4). Years are those next to ours (7.12). */
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
