import type { TFunction } from 'i18next';
import { listText } from '#core/i18n/listText.ts';

/** Limits with their names, e.g. `到访 8 · 天数 30`. */
export const limitsInWords = (t: TFunction, limits: Readonly<Record<string, number>>): string =>
  Object.entries(limits)
    .map(([name, value]) => `${listText(t, 'warningparam', `limit.${name}`)} ${value}`)
    .join(' · ');
