import { readdirSync, readFileSync } from 'node:fs';
import { type Language, languageFacts, languages } from '@suyuan/contract/languages.ts';
import { listTextKeys } from '@suyuan/contract/thing/text-keys.ts';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

export { type Language, languages };

/** The language and time zone in which something is put into words. */
export interface Locale {
  readonly language: Language;
  /** The enterprise's time zone. */
  readonly timeZone: string;
}

const texts = Object.fromEntries(languages.map((language) => [language, readTexts(language)])) as Record<
  Language,
  Readonly<Record<string, string>>
>;

/** The texts of all branches, merged: each key is in one file only. */
function readTexts(language: Language): Readonly<Record<string, string>> {
  const folder = new URL(`../../locales/${language}/`, import.meta.url);
  const branches = readdirSync(folder).filter((file) => file.endsWith('.json'));
  // Without a prototype, since keys may be composed from what people entered.
  return Object.assign(
    Object.create(null),
    ...branches.map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
  );
}

/** The values for the placeholders of a text. A list of names is joined as the language does it. */
export type TextParams = Readonly<Record<string, string | number | readonly string[] | Word>>;

/** A word of a list, such as a state, that is translated when the text is. */
export interface Word {
  readonly list: string;
  readonly word: string;
}

/** The text of a key with its `{{name}}` placeholders filled in; English, or else the key itself, if there is no text. */
export function text(language: Language, key: string, params: TextParams = {}): string {
  const template = texts[language][key] ?? texts.en[key] ?? key;
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => wordsOf(language, params[name] ?? ''));
}

function wordsOf(language: Language, value: TextParams[string]): string {
  if (typeof value !== 'object') return String(value);
  if ('word' in value) return listText(language, value.list, value.word) ?? value.word;
  return value.join(languageFacts[language].separator);
}

/** A problem with a field, whose text is `problem.<reason>`. */
interface FieldProblem {
  readonly path: string;
  readonly reason: string;
  readonly params?: TextParams;
}

/**
 * The text of a problem. What a field may be is told in the words of its list, as screens and files write it; `raw` adds what
 * programs send for it.
 */
export function problemText(
  language: Language,
  { path, reason, params }: FieldProblem,
  { list, raw = false }: { readonly list: string | undefined; readonly raw?: boolean },
): string {
  const choices = params?.choices;
  if (!Array.isArray(choices) || list === undefined) return text(language, `problem.${reason}`, params);
  const column = path
    .replace(/(?:\.\d+)+$/, '')
    .split('.')
    .at(-1) as string;
  const words = choices.map((choice: string) => {
    const word = listText(language, list, `${column}.${choice}`);
    return word === undefined || word === choice ? choice : raw ? `${word} (${choice})` : word;
  });
  return text(language, `problem.${reason}`, { ...params, choices: words });
}

/** The text of a list for a column, or for a value of one; undefined if there is none. */
export function listText(language: Language, list: string, name: string): string | undefined {
  return firstText(language, listTextKeys(list, name));
}

/** Whether a column of a list has texts for its values. Asked once for a column, it saves looking up every value of a file. */
export function hasWords(list: string, column: string): boolean {
  beginnings ??= beginningsOf(Object.keys(texts.en));
  return listTextKeys(list, `${column}.`).some((key) => beginnings?.has(key.slice(0, -1)));
}

/** The prefixes of all keys up to each dot; keys are the same in all languages. */
let beginnings: ReadonlySet<string> | undefined;

function beginningsOf(keys: readonly string[]): ReadonlySet<string> {
  const starts = new Set<string>();
  for (const key of keys) {
    for (let dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1)) starts.add(key.slice(0, dot));
  }
  return starts;
}

/** The text of the first key that has one. */
export function firstText(language: Language, keys: readonly string[]): string | undefined {
  const key = keys.find((one) => texts[language][one] !== undefined);
  return key && texts[language][key];
}

/**
 * The texts for the values of a column in all languages, each with its value: for reading files that people wrote. The list's own
 * texts take precedence; a switch also has the texts for yes and no.
 */
export const wordsUnder = (list: string, column: string, isSwitch = false): ReadonlyMap<string, string> =>
  wordsByColumn.getOrInsertComputed(`${list}.${column}`, () => findWords(list, column, isSwitch));

/** Cached, since all texts are searched for one column. */
const wordsByColumn = new Map<string, ReadonlyMap<string, string>>();

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
  const tags = new Negotiator({ headers: { 'accept-language': header?.slice(0, longestHeader) } }).languages();
  for (const tag of tags) {
    const primary = tag.split('-')[0]?.toLowerCase();
    const match = primary === '*' ? 'en' : languages.find((language) => language === primary);
    if (match) return match;
  }
  return 'en';
}

const longestHeader = 256;

/** The value of a cookie of letters, digits, hyphens and underscores, as all cookies of the console and of pages are. */
export const cookieOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1];

export const languageNamed = (name: unknown): Language | undefined => languages.find((language) => language === name);

/** The language of a page: the one chosen before (cookie), else the one that the browser prefers. */
export const pageLanguage = (request: Pick<FastifyRequest, 'headers'>): Language =>
  languageNamed(cookieOf(request, 'language')) ?? preferredLanguage(request.headers['accept-language']);
