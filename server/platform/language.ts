import { readdirSync, readFileSync } from 'node:fs';
import Negotiator from 'negotiator';
import { listTextKeys } from '../../contract/thing/text-keys.ts';

export const languages = ['zh', 'en', 'es', 'ja'] as const;
export type Language = (typeof languages)[number];

/** Somebody who is told something: in which language, and by whose clocks. */
export interface Hearer {
  readonly language: Language;
  /** That of the enterprise. */
  readonly timeZone: string;
}

const texts = Object.fromEntries(languages.map((language) => [language, readTexts(language)])) as Record<
  Language,
  Readonly<Record<string, string>>
>;

/** Those of all branches: a key stands in one of their files. */
function readTexts(language: Language): Readonly<Record<string, string>> {
  const folder = new URL(`../../locales/${language}/`, import.meta.url);
  const branches = readdirSync(folder).filter((file) => file.endsWith('.json'));
  // Without JavaScript's own: keys may be put together from what people entered.
  return Object.assign(
    Object.create(null),
    ...branches.map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
  );
}

/** What a text mentions. Several names are put into words as the language lists them. */
export type TextParams = Readonly<Record<string, string | number | readonly string[] | Word>>;

/** What a list calls it, e.g. a state: in the words of whoever is told. */
export interface Word {
  readonly list: string;
  readonly word: string;
}

/** The text of a key with its `{{name}}`s filled in; the key itself when there is none. */
export function text(language: Language, key: string, params: TextParams = {}): string {
  const template = texts[language][key] ?? texts.en[key] ?? key;
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => wordsOf(language, params[name] ?? ''));
}

function wordsOf(language: Language, value: TextParams[string]): string {
  if (typeof value !== 'object') return String(value);
  if ('word' in value) return listText(language, value.list, value.word) ?? value.word;
  return value.join(language === 'zh' || language === 'ja' ? '、' : ', ');
}

/** What a list calls a column, or a value of one; undefined when nobody has words for it. */
export function listText(language: Language, list: string, name: string): string | undefined {
  return firstText(language, listTextKeys(list, name));
}

/** Whether there are words for choices of a column of a list: asked once, it spares looking up each value that somebody wrote. */
export function hasWords(list: string, column: string): boolean {
  beginnings ??= beginningsOf(Object.keys(texts.en));
  return listTextKeys(list, `${column}.`).some((key) => beginnings?.has(key.slice(0, -1)));
}

/** The keys, the same in all languages, as far as each of their dots. */
let beginnings: ReadonlySet<string> | undefined;

function beginningsOf(keys: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const key of keys) {
    for (let dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1)) found.add(key.slice(0, dot));
  }
  return found;
}

/** The text of the first of some keys that there is one of. */
export function firstText(language: Language, keys: readonly string[]): string | undefined {
  const key = keys.find((one) => texts[language][one] !== undefined);
  return key && texts[language][key];
}

/**
 * The words for what a column of a list holds, in any language: each with its value. Its own words come first; a switch has
 * those for yes and no as well.
 */
export const wordsUnder = (list: string, column: string, isSwitch = false): ReadonlyMap<string, string> =>
  found.getOrInsertComputed(`${list}.${column}`, () => findWords(list, column, isSwitch));

/** All texts are gone through once for a column. */
const found = new Map<string, ReadonlyMap<string, string>>();

function findWords(list: string, column: string, isSwitch: boolean): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const start of [`${list}.${column}.`, `field.${column}.`, ...(isSwitch ? ['choice.'] : [])]) {
    for (const language of languages) {
      for (const [key, word] of Object.entries(texts[language])) {
        if (key.startsWith(start) && !words.has(word.toLowerCase())) {
          words.set(word.toLowerCase(), key.slice(start.length));
        }
      }
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
