import type { TFunction } from 'i18next';
import { listText } from '#core/i18n/listText.ts';

/** Limits with their units, e.g. `查询 8 次 · 30 天`. */
export const limitsInWords = (t: TFunction, limits: Readonly<Record<string, number>>): string =>
  Object.entries(limits)
    .map(([name, count]) => listText(t, 'warningparam', `amount.${name}`, { count }))
    .join(' · ');
