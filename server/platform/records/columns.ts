import type { Generated } from 'kysely';
import type Type from 'typebox';
import type { InputOf } from '../../../contract/call.ts';
import type { Thing } from '../../../contract/thing.ts';
import type { ThingFields } from '../../../contract/thing-fields.ts';

type Stored<F extends ThingFields> = {
  [K in keyof F]: F[K]['taking'] extends 'told' ? never : F[K] extends { readonly part: true } ? never : K;
}[keyof F];

/** The columns that a declared thing has in its table, as Kysely sees them. */
export type ColumnsOf<T extends Pick<Thing, 'fields'>> = {
  [K in Stored<T['fields']>]: T['fields'][K]['taking'] extends 'required'
    ? Type.Static<T['fields'][K]['schema']>
    : T['fields'][K]['taking'] extends 'optional'
      ? Type.Static<T['fields'][K]['schema']> | null
      : Generated<Type.Static<T['fields'][K]['schema']>>;
};

/** A text without the blanks around it; null for none, and for nothing but blanks. */
export const orNull = (text: string | null | undefined): string | null => text?.trim() || null;

/** What was given, as the columns of a row keep it. What has a usual value and was left out is left to the database. */
export function columnsOf<T extends Thing>({ fields }: T, input: InputOf<T['add']>): Record<string, unknown> {
  const given = input as Readonly<Record<string, unknown>>;
  const columns: Record<string, unknown> = {};
  for (const [key, { taking, part }] of Object.entries(fields)) {
    const value = given[key];
    if (taking === 'told' || part || (taking === 'defaulted' && value === undefined)) continue;
    if (typeof value === 'string') columns[key] = taking === 'optional' ? orNull(value) : value.trim();
    else columns[key] = value ?? null;
  }
  return columns;
}
