import { useCallback } from 'react';
import { type Language, languageFacts } from '../i18n/languages.ts';
import { useTranslation } from '../i18n/useTranslation.ts';

const formatters = new Map<string, Intl.NumberFormat>();

/** Returns a function that formats an amount, a decimal as text, in its currency: `1200.50` and `CNY` as ¥1,200.50. */
export function useMoney(): (amount: string, currency: string) => string {
  const language = useTranslation().i18n.language as Language;
  return useCallback(
    (amount, currency) => {
      const key = `${language} ${currency}`;
      const formatter =
        formatters.get(key) ?? new Intl.NumberFormat(languageFacts[language].tag, { style: 'currency', currency });
      formatters.set(key, formatter);
      // As text, it is formatted exactly, also where a number would be rounded.
      return formatter.format(amount as `${number}`);
    },
    [language],
  );
}
