import Type from 'typebox';
import {
  inEachLanguage,
  type Language,
  type LocalisedText,
  languages,
  type OtherLanguage,
  otherLanguages,
} from '../languages.ts';
import { Input, Text } from './fields.ts';
import { optional, type ThingField } from './thing-fields.ts';

/** The schema of a text by language (`LocalisedText`). */
export const Localised = (maxLength: number) => Input(inEachLanguage(() => Type.Optional(Text(maxLength))));

/** The names of the fields for a text in each language: `spec_en`. */
export type KeyIn<K extends string, L extends Language = Language> = `${K}_${L}`;
export const keysIn = <K extends string>(key: K): KeyIn<K>[] =>
  languages.map((language) => `${key}_${language}` as const);

/** A value for each of some languages, under the names of these fields. */
export const valuesIn = <K extends string, L extends Language, Value>(
  among: readonly L[],
  key: K,
  choose: (language: L) => Value,
) =>
  Object.fromEntries(among.map((language) => [`${key}_${language}`, choose(language)])) as Record<KeyIn<K, L>, Value>;

/** The option of a field that is kept in a column with a value for each language. */
export const ofColumn = <const C extends string, const L extends Language>(column: C, language: L) =>
  ({ translation: { column, language } }) as const;

/** One field for each of some languages, all of them kept in one column. */
export const fieldsIn = <K extends string, const C extends string, L extends Language, Field extends ThingField>(
  among: readonly L[],
  { key, column }: { readonly key: K; readonly column: C },
  field: (language: L) => Field,
) =>
  Object.fromEntries(
    among.map((language) => [`${key}_${language}`, { ...field(language), ...ofColumn(column, language) }]),
  ) as {
    [One in L as KeyIn<K, One>]: Field & { readonly translation: { readonly column: C; readonly language: One } };
  };

const text = (maxLength: number) => () => optional(Text(maxLength));

/**
 * Fields for the translations of a text, one for each language, which are kept in the column `<key>_translations`. An empty one falls
 * back to the text itself.
 */
export const translationsOf = <K extends string>(key: K, maxLength: number) =>
  fieldsIn(languages, { key, column: `${key}_translations` as `${K}_translations` }, text(maxLength));

/** Fields for a text in all languages but the main one, in which it is a field of its own. The column has the name of the text. */
export const inOtherLanguages = <K extends string>(key: K, maxLength: number) =>
  fieldsIn<K, K, OtherLanguage, ReturnType<ReturnType<typeof text>>>(
    otherLanguages,
    { key, column: key },
    text(maxLength),
  );

/** The fields for the languages of a text, with null for those that it is not in. */
export const fieldsOf = <K extends string, Texts extends LocalisedText>(key: K, texts: Texts) =>
  Object.fromEntries(languages.map((language) => [`${key}_${language}`, texts[language] ?? null])) as {
    [L in Language as KeyIn<K, L>]: Texts extends { readonly [One in L]: string } ? string : string | null;
  };
