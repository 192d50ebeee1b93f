import { type Language, languages } from '../languages.ts';
import { Text } from './fields.ts';
import { optional } from './thing-fields.ts';

const text = (most: number) => optional(Text(most));

/**
 * Fields for the translations of a text, one for each language. An empty one falls back to the text itself.
 */
export const inLanguages = <K extends string>(key: K, most: number) =>
  Object.fromEntries(languages.map((language) => [`${key}_${language}`, text(most)])) as Record<
    KeyIn<K>,
    ReturnType<typeof text>
  >;

/** The names of those fields. */
export type KeyIn<K extends string> = `${K}_${Language}`;
export const keysIn = <K extends string>(key: K): KeyIn<K>[] =>
  languages.map((language) => `${key}_${language}` as const);
