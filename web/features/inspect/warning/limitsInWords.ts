import type { TFunction } from 'i18next';

type Name = 'visits' | 'days' | 'km' | 'km_per_hour' | 'provinces' | 'hours' | 'codes' | 'minutes';

/** Limits with their names: `到访 8 · 天数 30`. */
export const limitsInWords = (t: TFunction, limits: Readonly<Record<string, number>>): string =>
  Object.entries(limits)
    .map(([name, value]) => `${t(`warningparam.limit.${name as Name}`)} ${value}`)
    .join(' · ');
