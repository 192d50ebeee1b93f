import type { Locale } from 'antd/es/locale';
import { use, useDeferredValue } from 'react';
import type { Language } from '../../core/i18n/languages.ts';

export interface Words {
  readonly antd: Locale;
  /** Makes dayjs speak the language, too. */
  readonly speak: () => void;
}

/** antd's and dayjs' words, one chunk a language. */
const loads: Readonly<Record<Language, () => Promise<Words>>> = {
  zh: () => import('./locale.zh.ts'),
  en: () => import('./locale.en.ts'),
  es: () => import('./locale.es.ts'),
  ja: () => import('./locale.ja.ts'),
};

const asked = new Map<Language, Promise<Words>>();
const here = new Map<Language, Words>();

export function antdWords(language: Language): Promise<Words> {
  const known = asked.get(language);
  if (known) return known;
  const words = loads[language]();
  asked.set(language, words);
  words.then(
    (found) => here.set(language, found),
    () => undefined,
  );
  return words;
}

/** antd's locale for a language. While another one is fetched, the one before it stays. */
export function useAntdLocale(language: Language): Locale {
  const wanted = useDeferredValue(language);
  // React waits for a promise even when it is kept already, and draws twice for it.
  const { antd, speak } = here.get(wanted) ?? use(antdWords(wanted));
  // Before anything below is rendered, and as often as one likes.
  speak();
  return antd;
}
