import type { Locale } from 'antd/es/locale';
import { use, useDeferredValue } from 'react';
import type { Language } from '../../core/i18n/languages.ts';

export interface AntdLocale {
  readonly antd: Locale;
  /** Makes dayjs speak the language, too. */
  readonly speak: () => void;
}

/** antd's and dayjs' locales, one chunk a language. */
const loads: Readonly<Record<Language, () => Promise<AntdLocale>>> = {
  zh: () => import('./locale.zh.ts'),
  en: () => import('./locale.en.ts'),
  es: () => import('./locale.es.ts'),
  ja: () => import('./locale.ja.ts'),
};

const asked = new Map<Language, Promise<AntdLocale>>();
const here = new Map<Language, AntdLocale>();

export function antdLocale(language: Language): Promise<AntdLocale> {
  const known = asked.get(language);
  if (known) return known;
  const locale = loads[language]();
  asked.set(language, locale);
  locale.then(
    (found) => here.set(language, found),
    () => undefined,
  );
  return locale;
}

/** antd's locale for a language. While another one is fetched, the one before it stays. */
export function useAntdLocale(language: Language): Locale {
  const wanted = useDeferredValue(language);
  // React waits for a promise even when it is kept already, and draws twice for it.
  const { antd, speak } = here.get(wanted) ?? use(antdLocale(wanted));
  // Before anything below is rendered, and as often as one likes.
  speak();
  return antd;
}
