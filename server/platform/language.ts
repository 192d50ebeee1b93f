import { readFileSync } from 'node:fs';
import Negotiator from 'negotiator';

export const languages = ['zh', 'en', 'es', 'ja'] as const;
export type Language = (typeof languages)[number];

const texts = Object.fromEntries(
  languages.map((language) => [
    language,
    // Without JavaScript's own: keys may be put together from what people entered.
    Object.assign(
      Object.create(null),
      read(`../../contract/locales/${language}.json`),
      read(`../locales/${language}.json`),
    ),
  ]),
) as Record<Language, Record<string, string>>;

function read(path: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}

/** What a text mentions. Several names are put into words as the language lists them. */
export type TextParams = Readonly<Record<string, string | number | readonly string[]>>;

/** The text of a key with its `{{name}}`s filled in; the key itself when there is none. */
export function text(language: Language, key: string, params: TextParams = {}): string {
  const template = texts[language][key] ?? texts.en[key] ?? key;
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => wordsOf(language, params[name] ?? ''));
}

const wordsOf = (language: Language, value: TextParams[string]): string =>
  typeof value === 'object' ? value.join(language === 'zh' || language === 'ja' ? '、' : ', ') : String(value);

/** The words for what a column holds, `<column>.<value>`, in any language: each with its value. */
export function wordsUnder(column: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const language of languages) {
    for (const [key, word] of Object.entries(texts[language])) {
      const value = key.startsWith(`${column}.`) ? key.slice(column.length + 1) : '';
      if (value !== '' && !words.has(word.toLowerCase())) words.set(word.toLowerCase(), value);
    }
  }
  return words;
}

/**
 * The first of our languages that an Accept-Language header asks for, in its order of quality: `zh-Hant-TW` asks for
 * Chinese. English for a header that asks for any language, or for none of ours.
 */
export function preferredLanguage(header: string | undefined): Language {
  const asked = new Negotiator({ headers: { 'accept-language': header?.slice(0, longestHeader) } }).languages();
  for (const tag of asked) {
    const primary = tag.split('-')[0]?.toLowerCase();
    const found = primary === '*' ? 'en' : languages.find((language) => language === primary);
    if (found) return found;
  }
  return 'en';
}

const longestHeader = 256;
