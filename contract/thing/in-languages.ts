import { Text } from './fields.ts';
import { optional } from './thing-fields.ts';

/** The languages that people are spoken to in. */
export const spokenLanguages = ['zh', 'en', 'es', 'ja'] as const;
export type SpokenLanguage = (typeof spokenLanguages)[number];

const text = (most: number) => optional(Text(most));

/**
 * A text in other languages than the one its own field has it in: a field for each, and those that are empty say what the
 * own field says.
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
