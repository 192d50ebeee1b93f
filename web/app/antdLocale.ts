import dayjs from 'dayjs';
import type { Locale } from 'antd/es/locale';
import { useEffect, useState } from 'react';
import type { Language } from '../i18n/languages.ts';

type Load = () => Promise<{ readonly antd: Locale; readonly dayjs: string }>;

/** antd's and dayjs' words, one chunk a language. */
const loads: Readonly<Record<Language, Load>> = {
  zh: () => import('./locale.zh.ts'),
  en: () => import('./locale.en.ts'),
  es: () => import('./locale.es.ts'),
  ja: () => import('./locale.ja.ts'),
};

/** antd's locale for a language. While another one is fetched, the one before it stays. */
export function useAntdLocale(language: Language): Locale | undefined {
  const [locale, setLocale] = useState<Locale>();
  useEffect(() => {
    let current = true;
    void loads[language]().then((words) => {
      if (!current) return;
      dayjs.locale(words.dayjs);
      setLocale(words.antd);
    });
    return () => {
      current = false;
    };
  }, [language]);
  return locale;
}
