import Type from 'typebox';
import type { Language } from '../languages.ts';
import { Id, Moment, Nullable } from './fields.ts';
import { type NamedRecord, names } from './referred.ts';

/** The fields of a list, declared once, and the schemas and types that both sides derive from them. */

/**
 * How a field is taken as input. `required`: `add` needs it. `optional`: it may be left out or empty, and is null then.
 * `defaulted`: it may be left out, and gets its default then. `read-only`: part of rows but of no input.
 */
export type Taking = 'required' | 'optional' | 'defaulted' | 'read-only';

export interface FieldOptions {
  /** Pages can be sorted by it. */
  readonly sort?: true;
  /** Pages can be filtered by its value, or by a filter with this schema. */
  readonly filter?: true | Type.TSchema;
  /** Exports leave it out. */
  readonly exported?: false;
  /** Set by `add`; `update` does not take it. */
  readonly fixed?: true;
  /** It belongs to the row but is no column of its table. */
  readonly withoutColumn?: true;
  /** It is one language of a column with a value for each (`in-languages.ts`). */
  readonly translation?: { readonly column: string; readonly language: Language };
  /** Its schema in rows, if that differs from the input; null if rows do not have it. */
  readonly row?: Type.TSchema | null;
  /** It is the name or number of another record, and is shown as a link to it. */
  readonly names?: NamedRecord;
  /** It has no value: it lets pages be filtered by a period (`from`, `to`) of the field that it names. */
  readonly period?: string;
}

export type ThingField<
  S extends Type.TSchema = Type.TSchema,
  T extends Taking = Taking,
  O extends FieldOptions = FieldOptions,
> = {
  readonly schema: S;
  readonly taking: T;
} & O;

const taking =
  <const T extends Taking>(how: T) =>
  // biome-ignore lint/complexity/noBannedTypes: no options
  <S extends Type.TSchema, const O extends FieldOptions = {}>(schema: S, options?: O): ThingField<S, T, O> =>
    ({ schema, taking: how, ...options }) as ThingField<S, T, O>;

export const required = taking('required');
export const optional = taking('optional');
export const defaulted = taking('defaulted');
export const readOnly = taking('read-only');

export type ThingFields = Readonly<Record<string, ThingField>>;

type Taken<F extends ThingFields> = { [K in keyof F]: F[K]['taking'] extends 'read-only' ? never : K }[keyof F];
type Changed<F extends ThingFields> = {
  [K in Taken<F>]: F[K] extends { readonly fixed: true } ? never : K;
}[Taken<F>];
type Shown<F extends ThingFields> = { [K in keyof F]: F[K] extends { readonly row: null } ? never : K }[keyof F];
type Narrowing<F extends ThingFields> = {
  [K in keyof F]: F[K] extends { readonly filter: true | Type.TSchema } ? K : never;
}[keyof F];
export type Sorting<F extends ThingFields> = {
  [K in keyof F]: F[K] extends { readonly sort: true } ? K & string : never;
}[keyof F];

type OrNull<S extends Type.TSchema> = Type.TUnion<[S, Type.TNull]>;

type Given<One extends ThingField> = One['taking'] extends 'optional' ? OrNull<One['schema']> : One['schema'];

/** The input of `add`. */
export type InputProperties<F extends ThingFields> = {
  [K in Taken<F>]: F[K]['taking'] extends 'required' ? F[K]['schema'] : Type.TOptional<Given<F[K]>>;
};

/** The input of `update`. */
export type ChangeProperties<F extends ThingFields> = {
  [K in Changed<F>]: F[K] extends { readonly withoutColumn: true }
    ? InputProperties<F>[K]
    : Type.TOptional<Given<F[K]>>;
};

/** The properties of a row. */
export type RowProperties<F extends ThingFields> = {
  [K in Shown<F>]: F[K] extends { readonly row: infer R extends Type.TSchema }
    ? R
    : F[K]['taking'] extends 'optional'
      ? OrNull<F[K]['schema']>
      : F[K]['schema'];
};

type Period = Record<'from' | 'to', Type.TOptional<ReturnType<typeof Moment>>>;
type HasPeriod<F extends ThingFields> = {
  [K in keyof F]: F[K] extends { readonly period: string } ? K : never;
}[keyof F];

type FilterOf<One extends ThingField> = One extends { readonly filter: true }
  ? One['schema']
  : One extends { readonly filter: infer S extends Type.TSchema }
    ? S
    : never;

/** The filters of pages that follow from fields. */
export type FilterProperties<F extends ThingFields> = {
  [K in Narrowing<F>]: Type.TOptional<FilterOf<F[K]>>;
  // biome-ignore lint/complexity/noBannedTypes: no period
} & ([HasPeriod<F>] extends [never] ? {} : Period);

/** The schemas of input fields, also for calls that take some of them. */
export const inputOf = <F extends ThingFields>(fields: F): InputProperties<F> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { taking }]) => taking !== 'read-only')
      .map(([key, { schema, taking }]) => {
        if (taking === 'required') return [key, schema];
        return [key, Type.Optional(taking === 'optional' ? Nullable(schema) : schema)];
      }),
  ) as InputProperties<F>;

/** The input of `update`: without fixed fields; fields that are left out stay unchanged. Only parts keep being required. */
export const changesOf = <F extends ThingFields>(fields: F): ChangeProperties<F> =>
  Object.fromEntries(
    Object.entries<Type.TSchema>(inputOf(fields))
      .filter(([key]) => !fields[key]?.fixed)
      .map(([key, schema]) => [key, fields[key]?.withoutColumn ? schema : Type.Optional(schema)]),
  ) as ChangeProperties<F>;

/** The schemas of a row, also for answers with more than the row. */
export const rowOf = <F extends ThingFields>(fields: F): RowProperties<F> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { row }]) => row !== null)
      .map(([key, { schema, taking, row }]) => [key, row ?? (taking === 'optional' ? Nullable(schema) : schema)]),
  ) as RowProperties<F>;

const keysWith = (fields: ThingFields, option: 'sort' | 'filter'): string[] =>
  Object.keys(fields).filter((key) => fields[key]?.[option]);

export const sortsOf = <F extends ThingFields>(fields: F) => keysWith(fields, 'sort') as Sorting<F>[];

export const filtersOf = <F extends ThingFields>(fields: F): FilterProperties<F> =>
  ({
    ...Object.fromEntries(
      keysWith(fields, 'filter').map((key) => {
        const { schema, filter } = fields[key] as ThingField;
        return [key, Type.Optional(typeof filter === 'object' ? filter : schema)];
      }),
    ),
    ...(periodOf(fields) ? { from: Type.Optional(Moment()), to: Type.Optional(Moment()) } : {}),
  }) as FilterProperties<F>;

/** The field that pages can be filtered by a period of. */
export const periodOf = (fields: ThingFields): string | undefined =>
  Object.values(fields).find(({ period }) => period)?.period;

/** The columns of an export, in order. */
export const exportedOf = (fields: ThingFields): string[] =>
  Object.keys(fields).filter((key) => fields[key]?.exported !== false && fields[key]?.row !== null);

/** A filter by a period of a time: from the first time, until before the last. */
export const periodIn = <const K extends string>(moment: K) => readOnly(Moment(), { row: null, period: moment });

/** When a row was inserted and last changed. */
export const moments = {
  created_at: readOnly(Moment(), { sort: true }),
  updated_at: readOnly(Moment(), { sort: true }),
};

/** Fields with the name of a step before theirs: `closed_by`, `closed_at`. */
const ofStep = <const V extends string, F extends ThingFields>(verb: V, fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [`${verb}_${key}`, field])) as {
    readonly [K in keyof F & string as `${V}_${K}`]: F[K];
  };

/** Who took a step, as `closed_by` and `closed_by_id`; null until then, and for people whom the caller may not see. */
export const personOf = <const V extends string>(verb: V) =>
  ofStep(verb, {
    by: readOnly(Nullable(Type.String()), names('account', `${verb}_by_id`)),
    by_id: readOnly(Nullable(Id()), { exported: false }),
  });

/** The same with the time, as `closed_at`, by which pages can be sorted if `sort` says so. */
export const takenBy = <const V extends string, const O extends Pick<FieldOptions, 'sort'> = object>(
  verb: V,
  options?: O,
) => ({ ...personOf(verb), ...ofStep(verb, { at: readOnly(Nullable(Moment()), options) }) });

/** Who took the step that every row begins with, as `created_by` and `created_by_id`. */
export const namedBy = <const V extends string>(verb: V) =>
  ofStep(verb, {
    by: readOnly(Type.String(), names('account', `${verb}_by_id`)),
    by_id: readOnly(Id(), { exported: false }),
  });

/** The same with the time, as `created_at`, by which pages can be sorted. */
export const beganBy = <const V extends string>(verb: V) => ({
  ...namedBy(verb),
  ...ofStep(verb, { at: readOnly(Moment(), { sort: true }) }),
});
