import Type from 'typebox';
import { Moment, Nullable } from './fields.ts';
import type { NamedRecord } from './referred.ts';

/** The fields of a list, each said once, and what both sides make of them. */

/**
 * How a field comes in and goes out.
 * `required`: add asks for it. `optional`: it may be empty, and is null then. `defaulted`: it may be left out, and is
 * then what it usually is. `told`: rows tell it, nobody gives it.
 */
export type Taking = 'required' | 'optional' | 'defaulted' | 'told';

export interface FieldOptions {
  /** Pages can be sorted by it. */
  readonly sort?: true;
  /** Pages can be narrowed to rows with one value of it; or by what else is said here. */
  readonly filter?: true | Type.TSchema;
  /** Files with the whole result leave it out. */
  readonly exported?: false;
  /** Add decides it; update does not take it. */
  readonly fixed?: true;
  /** It belongs to the row and is no column of its table. */
  readonly part?: true;
  /** What rows tell, where that is not what is given; null where they tell nothing. */
  readonly row?: Type.TSchema | null;
  /** It is the name or number of another record, and leads to it. */
  readonly names?: NamedRecord;
  /** No value of its own: pages can be narrowed to a period of the field that it names, by `from` and `to`. */
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
export const told = taking('told');

export type ThingFields = Readonly<Record<string, ThingField>>;

type Taken<F extends ThingFields> = { [K in keyof F]: F[K]['taking'] extends 'told' ? never : K }[keyof F];
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

/** What `add` takes. */
export type InputProperties<F extends ThingFields> = {
  [K in Taken<F>]: F[K]['taking'] extends 'required' ? F[K]['schema'] : Type.TOptional<Given<F[K]>>;
};

/** What `update` takes. */
export type ChangeProperties<F extends ThingFields> = {
  [K in Changed<F>]: F[K] extends { readonly part: true } ? InputProperties<F>[K] : Type.TOptional<Given<F[K]>>;
};

/** What a row tells. */
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

/** What pages are narrowed by that fields are declared for. */
export type FilterProperties<F extends ThingFields> = {
  [K in Narrowing<F>]: Type.TOptional<FilterOf<F[K]>>;
  // biome-ignore lint/complexity/noBannedTypes: no period
} & ([HasPeriod<F>] extends [never] ? {} : Period);

/** The properties of what `add` and `update` take, for calls that take some of them. */
export const inputOf = <F extends ThingFields>(fields: F): InputProperties<F> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { taking }]) => taking !== 'told')
      .map(([key, { schema, taking }]) => {
        if (taking === 'required') return [key, schema];
        return [key, Type.Optional(taking === 'optional' ? Nullable(schema) : schema)];
      }),
  ) as InputProperties<F>;

/** What `update` takes: nothing that is fixed, and what is left out stays. A part that is required is given whole. */
export const changesOf = <F extends ThingFields>(fields: F): ChangeProperties<F> =>
  Object.fromEntries(
    Object.entries<Type.TSchema>(inputOf(fields))
      .filter(([key]) => !fields[key]?.fixed)
      .map(([key, schema]) => [key, fields[key]?.part ? schema : Type.Optional(schema)]),
  ) as ChangeProperties<F>;

/** The properties of a row, for answers that tell more than it. */
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

/** The field that pages can be narrowed to a period of. */
export const periodOf = (fields: ThingFields): string | undefined =>
  Object.values(fields).find(({ period }) => period)?.period;

/** The columns of a file with the whole result, in their order. */
export const exportedOf = (fields: ThingFields): string[] =>
  Object.keys(fields).filter((key) => fields[key]?.exported !== false && fields[key]?.row !== null);

/** Where the search asks for a period of a moment: from the first moment on, until before the last. */
export const periodIn = <const K extends string>(moment: K) => told(Moment(), { row: null, period: moment });

/** When a row was made and last changed. */
export const moments = { created_at: told(Moment(), { sort: true }), updated_at: told(Moment(), { sort: true }) };
