import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Language, languageTags } from '../i18n/languages.ts';

/** Ways to write a number in the language shown. */
export interface Numbers {
  /** 1,234,567 */
  readonly count: (value: number) => string;
  /** 1.2M */
  readonly short: (value: number) => string;
  /** 0.126 as 12.6% */
  readonly share: (value: number) => string;
}

export function numbersIn(language: Language): Numbers {
  const writer = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(languageTags[language], options);
    return (value: number) => format.format(value);
  };
  return {
    count: writer({}),
    short: writer({ notation: 'compact', maximumFractionDigits: 1 }),
    share: writer({ style: 'percent', maximumFractionDigits: 1 }),
  };
}

export function useNumbers(): Numbers {
  const language = useTranslation().i18n.language as Language;
  return useMemo(() => numbersIn(language), [language]);
}
