import { type Language, languages } from '@suyuan/contract/languages.ts';
import { readCookie } from '../cookies.ts';

export { type Language, languages };

/** Each language by its own name, so that its speakers find it. */
export const languageNames: Readonly<Record<Language, string>> = {
  zh: '中文',
  en: 'English',
  es: 'Español',
  ja: '日本語',
};

/** For the `lang` attribute of the page and Intl. */
export const languageTags: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en', es: 'es', ja: 'ja' };

const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

/** The stored choice, else the first of the browser's languages that is supported, else English. */
export function chooseLanguage(stored: string | undefined, wished: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  for (const tag of wished) {
    const language = tag.toLowerCase().split('-')[0];
    if (isLanguage(language)) return language;
  }
  return 'en';
}

export const languageAtStart = (): Language => chooseLanguage(readCookie('language'), navigator.languages);
