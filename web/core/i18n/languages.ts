import { type Language, languageFacts, languages } from '@suyuan/contract/languages.ts';
import { readCookie } from '../cookies.ts';

export { type Language, languageFacts, languages };

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

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
