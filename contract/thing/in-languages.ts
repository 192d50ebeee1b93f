import { Text } from './fields.ts';
import { optional } from './thing-fields.ts';

/** The languages of texts. */
export const spokenLanguages = ['zh', 'en', 'es', 'ja'] as const;
export type SpokenLanguage = (typeof spokenLanguages)[number];

const text = (most: number) => optional(Text(most));

/**
 * Fields for the translations of a text, one for each language. An empty one falls back to the text itself.
 */
export const inLanguages = <K extends string>(key: K, most: number) =>
  Object.fromEntries(spokenLanguages.map((language) => [`${key}_${language}`, text(most)])) as Record<
    KeyIn<K>,
    ReturnType<typeof text>
  >;

/** The names of those fields. */
export type KeyIn<K extends string> = `${K}_${SpokenLanguage}`;
export const keysIn = <K extends string>(key: K): KeyIn<K>[] =>
  spokenLanguages.map((language) => `${key}_${language}` as const);
