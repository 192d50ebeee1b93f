import type { LocalisedText, VerdictWords } from '../../../../../contract/querymanage/scan-design.ts';
import type { KeyIn } from '../../../../../contract/thing/in-languages.ts';
import { type Language, languages } from '../../../../platform/language.ts';

/** Words in a language, else in whatever language there are some. */
export function wordsIn(language: Language, words: LocalisedText): { text: string; lang: Language } | undefined {
  for (const lang of [language, 'en', 'zh', ...languages] as const) {
    const text = words[lang]?.trim();
    if (text) return { text, lang };
  }
  return undefined;
}

/** What a template says of a verdict that a code got for the `count`th time: the words for the most scans reached. */
export function verdictWords(
  all: readonly VerdictWords[],
  verdict: VerdictWords['verdict'],
  count: number,
): VerdictWords | undefined {
  return all.filter((words) => words.verdict === verdict && words.from <= count).toSorted((a, b) => b.from - a.from)[0];
}

/** In one language only: the page's own words in it are better than a template's in another. */
export const ownWords = (words: LocalisedText | undefined, language: Language, count: number): string | undefined =>
  words?.[language]?.trim().replaceAll('[[count]]', String(count)) || undefined;

/** What a row says in each language: in its columns of that name. */
export const saidIn = <K extends string>(key: K, row: Readonly<Record<KeyIn<K>, string | null>>): LocalisedText =>
  Object.fromEntries(languages.map((language) => [language, row[`${key}_${language}`] ?? '']));

/** In a language where there is a translation, else as it is kept. */
export const translated = <T extends string | null>(kept: T, words: LocalisedText | undefined, language: Language) =>
  words?.[language] || kept;
