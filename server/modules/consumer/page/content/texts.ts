import { languageFacts } from '@suyuan/contract/languages.ts';
import { type Language, text } from '#platform/language.ts';

/** Texts and formats of the page in one language. */
export interface Texts {
  readonly language: Language;
  readonly t: (key: string, params?: Record<string, string | number>) => string;
  /** A text from outside of the page's own texts. */
  readonly word: (key: string) => string;
  /** A time in the enterprise's time zone, in the format of the language. */
  readonly moment: (at: string | number) => string;
  readonly month: (at: string) => string;
}

const made = new Map<string, Texts>();

/** Cached by time zone and language, because creating a date format takes longer than rendering the page. */
export function textsOf(timeZone: string, language: Language): Texts {
  const key = `${timeZone} ${language}`;
  const texts = made.get(key) ?? makeTexts(language, timeZone);
  made.set(key, texts);
  return texts;
}

function makeTexts(language: Language, timeZone: string): Texts {
  const tag = languageFacts[language].tag;
  const moment = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone });
  const month = new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'long', timeZone });
  return {
    language,
    t: (key, params) => text(language, `consumer.${key}`, params),
    word: (key) => text(language, key),
    moment: (at) => moment.format(new Date(at)),
    month: (at) => month.format(new Date(at)),
  };
}
