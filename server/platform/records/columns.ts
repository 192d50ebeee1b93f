import type { DeclaredList } from '@suyuan/contract/thing/thing.ts';
import type { InputProperties, ThingField, ThingFields } from '@suyuan/contract/thing/thing-fields.ts';
import type { Generated } from 'kysely';
import type Type from 'typebox';

type Stored<F extends ThingFields> = {
  [K in keyof F]: F[K]['taking'] extends 'read-only' ? never : F[K] extends { readonly part: true } ? never : K;
}[keyof F];

type Value<One extends ThingField> = One['taking'] extends 'optional'
  ? Type.Static<One['schema']> | null
  : Type.Static<One['schema']>;

/** The columns that a declared thing has in its table, as Kysely sees them. */
export type ColumnsOf<T extends Pick<DeclaredList, 'fields'>> = {
  [K in Stored<T['fields']>]: T['fields'][K]['taking'] extends 'defaulted'
    ? Generated<Value<T['fields'][K]>>
    : Value<T['fields'][K]>;
};

/** Their names. */
export const storedIn = <F extends ThingFields>({ fields }: { readonly fields: F }): (Stored<F> & string)[] =>
  Object.keys(fields).filter((key) => isStored(fields[key] as ThingField)) as (Stored<F> & string)[];

const isStored = ({ taking, part }: ThingField): boolean => taking !== 'read-only' && !part;

/** What is written into them. */
type Written<F extends ThingFields> = {
  [K in Stored<F> as F[K]['taking'] extends 'defaulted' ? never : K]: Value<F[K]>;
} & { [K in Stored<F> as F[K]['taking'] extends 'defaulted' ? K : never]?: Value<F[K]> };

/** A text without the blanks around it; null for none, and for nothing but blanks. */
export const orNull = (text: string | null | undefined): string | null => text?.trim() || null;

type Input<F extends ThingFields> = Type.Static<Type.TObject<InputProperties<F>>>;

/** What was given, as the columns of a row keep it. What has a usual value and was left out is left to the database. */
export function columnsOf<F extends ThingFields>({ fields }: { readonly fields: F }, input: Input<F>): Written<F> {
  const given = input as Readonly<Record<string, unknown>>;
  const columns: Record<string, unknown> = {};
  for (const key of storedIn({ fields })) {
    const [value, taking] = [given[key], fields[key]?.taking];
    if (taking === 'defaulted' && value === undefined) continue;
    if (typeof value === 'string') columns[key] = taking === 'optional' ? orNull(value) : value.trim();
    else columns[key] = value ?? null;
  }
  return columns as Written<F>;
}

/** The same for a change: what it leaves out stays as it is. */
export function changedColumnsOf<F extends ThingFields>(
  { fields }: { readonly fields: F },
  input: Partial<Input<F>>,
): Partial<Written<F>> {
  const given = Object.entries(fields).filter(([key]) => input[key as keyof typeof input] !== undefined);
  return columnsOf({ fields: Object.fromEntries(given) as F }, input as Input<F>);
}
