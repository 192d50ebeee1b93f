import { type Language, type LocalisedText, languages, mainLanguage, textIn } from '@suyuan/contract/languages.ts';
import type { VerdictWords } from '@suyuan/contract/querymanage/scan-design.ts';

/** A text in a language, by default in any other language that has one. */
export function wordsIn(language: Language, words: LocalisedText): { text: string; lang: Language } | undefined {
  for (const lang of [language, 'en', mainLanguage, ...languages] as const) {
    const text = textIn(words, lang, null);
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
  textIn(words, language, null)?.replaceAll('[[count]]', String(count));
