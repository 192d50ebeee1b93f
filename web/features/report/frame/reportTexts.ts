import { type Figure, type Group, isShare, type Report, type ReportRow } from '@suyuan/contract/thing/report.ts';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { dayNamesIn } from '#core/formats/dayNames.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { type Language, languageFacts } from '#core/i18n/languages.ts';
import type { TextKey } from '#core/i18n/textKeys.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { stretchOf } from './reportState.ts';

/** The title of a figure and, in `meaningText`, its explanation. */
export const figureText = (t: TFunction, figure: string): string => t(`report.figure.${figure}` as TextKey);
export const meaningText = (t: TFunction, figure: string): string => t(`report.means.${figure}` as TextKey);

/** Formats rows and figures of a report in the current language. */
export interface ReportWords {
  readonly row: (group: Group, row: Pick<ReportRow, 'key' | 'name'>) => string;
  readonly shortRow: (group: Group, row: Pick<ReportRow, 'key' | 'name'>) => string;
  readonly figure: (name: string, value: number | null) => string;
  readonly day: (day: string) => string;
  readonly short: (value: number) => string;
}

export function useReportWords({ declares }: Report): ReportWords {
  const language = useTranslation().i18n.language as Language;
  const { count, share, short } = useNumbers();
  return useMemo(() => {
    const { shortDay, longDay } = dayNamesIn(language);
    const writer = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(languageFacts[language].tag, { ...options, timeZone: 'UTC' });
      return (day: string) => format.format(new Date(day));
    };
    const [wholeDay, month] = [writer({ dateStyle: 'medium' }), writer({ year: 'numeric', month: 'short' })];
    const stretch = (group: 'week' | 'month', key: string) => {
      if (group === 'month') return month(`${key}-01`);
      const { from, to } = stretchOf(group, key);
      return `${shortDay(from)} – ${shortDay(to)}`;
    };
    const written = (figure: Figure | undefined, value: number) => (isShare(figure) ? share(value) : count(value));
    return {
      row: (group, { key, name }) => {
        if (group === 'day') return longDay(key);
        return group === 'week' || group === 'month' ? stretch(group, key) : name;
      },
      shortRow: (group, { key, name }) => {
        if (group === 'day') return shortDay(key);
        if (group === 'week') return shortDay(key);
        return group === 'month' ? month(`${key}-01`) : name;
      },
      figure: (name, value) => (value === null ? '—' : written(declares[name], value)),
      day: wholeDay,
      short,
    };
  }, [language, declares, count, share, short]);
}
