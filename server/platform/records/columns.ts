import type { Language } from '@suyuan/contract/languages.ts';
import type { DeclaredList } from '@suyuan/contract/thing/thing.ts';
import type { InputProperties, ThingField, ThingFields } from '@suyuan/contract/thing/thing-fields.ts';
import type { Generated } from 'kysely';
import type Type from 'typebox';
import type { LocalisedColumn } from '../database/localised.ts';

type Stored<F extends ThingFields> = {
  [K in keyof F]: F[K]['taking'] extends 'read-only'
    ? never
    : F[K] extends { readonly withoutColumn: true }
      ? never
      : K;
}[keyof F];

/** Fields with a column of their own. */
type Plain<F extends ThingFields> = {
  [K in Stored<F>]: F[K] extends { readonly translation: object } ? never : K;
}[Stored<F>];

type LocalisedIn<F extends ThingFields> = {
  [K in keyof F]: F[K] extends { readonly translation: { readonly column: infer C extends string } } ? C : never;
}[keyof F];

type ValueIn<F extends ThingFields, C, Taking> = {
  [K in keyof F as F[K] extends {
    readonly taking: Taking;
    readonly translation: { readonly column: C; readonly language: infer L extends Language };
  }
    ? L
    : never]: Type.Static<F[K]['schema']>;
};

/** Columns with a value for each language: for all in which it is required, and for some of the others. */
type Localised<F extends ThingFields> = {
  [C in LocalisedIn<F>]: Readonly<ValueIn<F, C, 'required'> & Partial<ValueIn<F, C, 'optional' | 'defaulted'>>>;
};

type Value<One extends ThingField> = One['taking'] extends 'optional'
  ? Type.Static<One['schema']> | null
  : Type.Static<One['schema']>;

/** The columns that a declared thing has in its table, as Kysely sees them. */
export type ColumnsOf<T extends Pick<DeclaredList, 'fields'>> = {
  [K in Plain<T['fields']>]: T['fields'][K]['taking'] extends 'defaulted'
    ? Generated<Value<T['fields'][K]>>
    : Value<T['fields'][K]>;
} & { [C in LocalisedIn<T['fields']>]: OrEmpty<Localised<T['fields']>[C]> };

/** Where no value is required, there is none by default. */
type OrEmpty<V> = Partial<V> extends V ? Generated<V> : V;

/** The names of those with one value. */
export const storedIn = <F extends ThingFields>({ fields }: { readonly fields: F }): (Plain<F> & string)[] =>
  Object.keys(fields).filter((key) => isStored(fields[key] as ThingField)) as (Plain<F> & string)[];

const isStored = ({ taking, withoutColumn, translation }: ThingField): boolean =>
  taking !== 'read-only' && !withoutColumn && !translation;

/** Those with a value for each language. */
export function localisedIn<F extends ThingFields>({
  fields,
}: {
  readonly fields: F;
}): LocalisedColumn<LocalisedIn<F>>[] {
  const translations = Object.entries(fields).flatMap(([field, { translation, taking }]) =>
    translation ? [{ field, ...translation, none: taking === 'defaulted' ? ([] as []) : null }] : [],
  );
  return [...Map.groupBy(translations, ({ column }) => column)].map(([column, fields]) => ({
    column: column as LocalisedIn<F>,
    fields,
  }));
}

/** What is written into them. */
type Written<F extends ThingFields> = {
  [K in Plain<F> as F[K]['taking'] extends 'defaulted' ? never : K]: Value<F[K]>;
} & { [K in Plain<F> as F[K]['taking'] extends 'defaulted' ? K : never]?: Value<F[K]> } & Localised<F>;

/** A text without the blanks around it; null for none, and for nothing but blanks. */
export const orNull = (text: string | null | undefined): string | null => text?.trim() || null;

/** What is given in a language; nothing for a text of blanks, and for an empty list. */
function translationIn(language: Language, value: unknown): [Language, unknown][] {
  const [text, size] = typeof value === 'string' ? [value.trim(), value.trim().length] : [value, (value as [])?.length];
  return size ? [[language, text]] : [];
}

type Input<F extends ThingFields> = Type.Static<Type.TObject<InputProperties<F>>>;

/** What was given, as the columns of a row keep it. What has a usual value and was left out is left to the database. */
export function columnsOf<F extends ThingFields>({ fields }: { readonly fields: F }, input: Input<F>): Written<F> {
  const values = input as Readonly<Record<string, unknown>>;
  const columns: Record<string, unknown> = {};
  for (const key of storedIn({ fields })) {
    const [value, taking] = [values[key], fields[key]?.taking];
    if (taking === 'defaulted' && value === undefined) continue;
    if (typeof value === 'string') columns[key] = taking === 'optional' ? orNull(value) : value.trim();
    else columns[key] = value ?? null;
  }
  for (const { column, fields: translations } of localisedIn({ fields })) {
    columns[column] = Object.fromEntries(
      translations.flatMap(({ field, language }) => translationIn(language, values[field])),
    );
  }
  return columns as Written<F>;
}

/** The same for a change, of things without texts in several languages: what it leaves out stays as it is. */
export function changedColumnsOf<F extends ThingFields>(
  { fields }: { readonly fields: F } & ([LocalisedIn<F>] extends [never] ? unknown : never),
  input: Partial<Input<F>>,
): Partial<Written<F>> {
  const entries = Object.entries(fields).filter(([key]) => input[key as keyof typeof input] !== undefined);
  return columnsOf({ fields: Object.fromEntries(entries) as F }, input as Input<F>);
}
