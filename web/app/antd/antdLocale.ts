import type { Locale } from 'antd/es/locale';
import { use, useDeferredValue } from 'react';
import type { Language } from '#core/i18n/languages.ts';

export interface AntdLocale {
  readonly antd: Locale;
  /** Sets the locale of dayjs. */
  readonly speak: () => void;
}

/** The locales of antd and dayjs, one chunk per language. */
const loads: Readonly<Record<Language, () => Promise<AntdLocale>>> = {
  zh: () => import('./locale.zh.ts'),
  en: () => import('./locale.en.ts'),
  es: () => import('./locale.es.ts'),
  ja: () => import('./locale.ja.ts'),
};

const loading = new Map<Language, Promise<AntdLocale>>();
const here = new Map<Language, AntdLocale>();

export function antdLocale(language: Language): Promise<AntdLocale> {
  const promise = loading.get(language);
  if (promise) return promise;
  const locale = loads[language]();
  loading.set(language, locale);
  locale.then(
    (value) => here.set(language, value),
    () => undefined,
  );
  return locale;
}

/** Returns antd's locale for a language. While it loads, the previous one stays in use. */
export function useAntdLocale(language: Language): Locale {
  const deferredLanguage = useDeferredValue(language);
  // `use` suspends even for a resolved promise, which costs a second render.
  const { antd, speak } = here.get(deferredLanguage) ?? use(antdLocale(deferredLanguage));
  // During rendering, because components below need the dayjs locale; calling it repeatedly is harmless.
  speak();
  return antd;
}
