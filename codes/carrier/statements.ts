import { definitionOf } from './gs1/application-identifiers.ts';
import type { Element } from './gs1/elements.ts';

/** A day that a text states, as `2026-01-31`, and what it is of by its AI: 11 production, 15 best before, 17 expiry and so on. */
export interface StatedDay {
  readonly ai: string;
  readonly day: string;
}

/** An amount that a text states: pieces (30, 37) or a measure with its unit (31nn to 36nn). */
export interface StatedAmount {
  readonly ai: string;
  readonly amount: number;
  /** Null for a count of pieces. */
  readonly unit: string | null;
  /** Of the whole logistic unit with its package, not of the goods alone. */
  readonly isGross: boolean;
}

/** AIs that begin with a day of six digits. */
const ofDays = /^(1[1-3]|1[5-7]|432[4-6]|700[367]|7011|8008)$/;

export const daysIn = (elements: readonly Element[]): StatedDay[] =>
  elements.flatMap(({ ai, value }) => {
    const day = ofDays.test(ai) ? dayOf(value.slice(0, 6)) : undefined;
    return day === undefined ? [] : [{ ai, day }];
  });

export const amountsIn = (elements: readonly Element[]): StatedAmount[] =>
  elements.flatMap(({ ai, value }): StatedAmount[] => {
    if (ai === '30' || ai === '37') return [{ ai, amount: Number(value), unit: null, isGross: false }];
    if (!/^3[1-6]\d\d$/.test(ai)) return [];
    const title = definitionOf(ai)?.title ?? '';
    const unit = /\((.+)\)/.exec(title)?.[1] ?? 'kg/m²';
    return [{ ai, amount: decimal(value, Number(ai[3])), unit, isGross: /log|GROSS/.test(title) }];
  });

/** Digits of which the last ones are decimals. Written out, since dividing by a power of ten is not exact. */
const decimal = (digits: string, decimals: number): number => Number(`${digits}e-${decimals}`);

/** YYMMDD; day 00 means the last of the month (General Specifications 3.4). The century is the one closest to today (7.12). */
function dayOf(text: string): string | undefined {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (!year || !month || !day) return undefined;
  const now = new Date().getUTCFullYear();
  const near = now - (now % 100) + Number(year);
  const full = near - now >= 51 ? near - 100 : near - now <= -50 ? near + 100 : near;
  const last = new Date(Date.UTC(full, Number(month), 0)).getUTCDate();
  const dayOfMonth = day === '00' ? last : Number(day);
  if (Number(month) < 1 || Number(month) > 12 || dayOfMonth > last) return undefined;
  return `${full}-${month}-${String(dayOfMonth).padStart(2, '0')}`;
}
