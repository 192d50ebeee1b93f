import type { LocalisedText, VerdictWords } from '@suyuan/contract/querymanage/scan-design.ts';
import type { KeyIn } from '@suyuan/contract/thing/in-languages.ts';
import { type Language, languages } from '#platform/language.ts';

/** A text in a language, by default in any other language that has one. */
export function wordsIn(language: Language, words: LocalisedText): { text: string; lang: Language } | undefined {
  for (const lang of [language, 'en', 'zh', ...languages] as const) {
    const text = words[lang]?.trim();
    if (text) return { text, lang };
  }
  return undefined;
}

/** A template's texts for a verdict at the `count`th scan: those for the highest number reached. */
export function verdictWords(
  all: readonly VerdictWords[],
  verdict: VerdictWords['verdict'],
  count: number,
): VerdictWords | undefined {
  return all.filter((words) => words.verdict === verdict && words.from <= count).toSorted((a, b) => b.from - a.from)[0];
}

/** Only in the given language, since the page's default text is better than a template's text in another language. */
export const ownWords = (words: LocalisedText | undefined, language: Language, count: number): string | undefined =>
  words?.[language]?.trim().replaceAll('[[count]]', String(count)) || undefined;

/** A localised text from the columns of a row, one for each language. */
export const saidIn = <K extends string>(key: K, row: Readonly<Record<KeyIn<K>, string | null>>): LocalisedText =>
  Object.fromEntries(languages.map((language) => [language, row[`${key}_${language}`] ?? '']));

/** The translation into a language, by default the stored text. */
export const translated = <T extends string | null>(kept: T, words: LocalisedText | undefined, language: Language) =>
  words?.[language] || kept;
