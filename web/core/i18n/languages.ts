import { type Language, languageFacts, languages } from '@suyuan/contract/languages.ts';
import { readCookie } from '../cookies.ts';

export { type Language, languageFacts, languages };

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

/** The stored choice, else the first of the browser's languages that is supported, else English. */
export function chooseLanguage(setting: string | undefined, tags: readonly string[]): Language {
  if (isLanguage(setting)) return setting;
  for (const tag of tags) {
    const language = tag.toLowerCase().split('-')[0];
    if (isLanguage(language)) return language;
  }
  return 'en';
}

export const languageAtStart = (): Language => chooseLanguage(readCookie('language'), navigator.languages);
