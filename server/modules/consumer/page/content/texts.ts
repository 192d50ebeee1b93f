import { type Language, text } from '../../../../platform/language.ts';

/** What the page needs to say things in one language. */
export interface Texts {
  readonly language: Language;
  readonly t: (key: string, params?: Record<string, string | number>) => string;
  /** A text that is not this page's own. */
  readonly word: (key: string) => string;
  /** A moment in the enterprise's zone, as the language writes it. */
  readonly moment: (at: string | number) => string;
  readonly month: (at: string) => string;
}

export const languageNames: Record<Language, string> = { zh: '中文', en: 'English', es: 'Español', ja: '日本語' };
export const languageTags: Record<Language, string> = { zh: 'zh-CN', en: 'en', es: 'es', ja: 'ja' };

const made = new Map<string, Texts>();

/** Made once for a zone and a language: a date format takes longer to make than the whole page. */
export function textsOf(timeZone: string, language: Language): Texts {
  const key = `${timeZone} ${language}`;
  const texts = made.get(key) ?? makeTexts(language, timeZone);
  made.set(key, texts);
  return texts;
}

function makeTexts(language: Language, timeZone: string): Texts {
  const tag = languageTags[language];
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
