import Type from 'typebox';
import { type Access, type Call, defineCall } from './call.ts';
import { Id, IdInput, IdOutput, Input, Moment, Nullable, PageOf, PageQuery, type SortKey, Text } from './fields.ts';
import { exportOf, importOf } from './list.ts';
import type { MenuKey, Permission } from './menu.ts';

/** What is true of a thing on both sides, said once: its fields, and from them its calls and the types of both ends. */

/**
 * How a field comes in and goes out.
 * `required`: add asks for it. `optional`: it may be empty, and is null then. `defaulted`: it may be left out, and is
 * then what it usually is. `told`: rows tell it, nobody gives it.
 */
export type Taking = 'required' | 'optional' | 'defaulted' | 'told';

export interface FieldOptions {
  /** Pages can be sorted by it. */
  readonly sort?: true;
  /** Pages can be narrowed to rows with one value of it. */
  readonly filter?: true;
  /** Files with the whole result leave it out. */
  readonly exported?: false;
  /** Add decides it; update does not take it. */
  readonly fixed?: true;
  /** It belongs to the row and is no column of its table. */
  readonly part?: true;
  /** What rows tell, where that is not what is given; null where they tell nothing. */
  readonly row?: Type.TSchema | null;
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
  [K in keyof F]: F[K] extends { readonly filter: true } ? K : never;
}[keyof F];
type Sorting<F extends ThingFields> = {
  [K in keyof F]: F[K] extends { readonly sort: true } ? K & string : never;
}[keyof F];

type OrNull<S extends Type.TSchema> = Type.TUnion<[S, Type.TNull]>;

/** What `add` takes, and but for what is fixed `update`. */
export type InputProperties<F extends ThingFields, K extends keyof F = Taken<F>> = {
  [P in K]: F[P]['taking'] extends 'required'
    ? F[P]['schema']
    : F[P]['taking'] extends 'optional'
      ? Type.TOptional<OrNull<F[P]['schema']>>
      : Type.TOptional<F[P]['schema']>;
};

/** What a row tells. */
export type RowProperties<F extends ThingFields> = {
  [K in Shown<F>]: F[K] extends { readonly row: infer R extends Type.TSchema }
    ? R
    : F[K]['taking'] extends 'optional'
      ? OrNull<F[K]['schema']>
      : F[K]['schema'];
};

type FilterProperties<F extends ThingFields> = { [K in Narrowing<F>]: Type.TOptional<F[K]['schema']> };

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

/** The same for `update`, which takes nothing that is fixed. */
export const changesOf = <F extends ThingFields>(fields: F): InputProperties<F, Changed<F>> =>
  inputOf(Object.fromEntries(Object.entries(fields).filter(([, { fixed }]) => !fixed))) as InputProperties<
    F,
    Changed<F>
  >;

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
  Object.fromEntries(
    keysWith(fields, 'filter').map((key) => [key, Type.Optional((fields[key] as ThingField).schema)]),
  ) as FilterProperties<F>;

/** The columns of a file with the whole result, in their order. */
export const exportedOf = (fields: ThingFields): string[] =>
  Object.keys(fields).filter((key) => fields[key]?.exported !== false && fields[key]?.row !== null);

/** When a row was made and last changed. */
export const moments = { created_at: told(Moment(), { sort: true }), updated_at: told(Moment(), { sort: true }) };

/** How a call differs from the usual one. */
interface CallFacts {
  readonly method?: 'GET' | 'POST';
  readonly path?: `/api/${string}`;
  readonly access?: Access;
}

type Verb = 'add' | 'update' | 'delete' | 'export' | 'import';

interface ThingFacts<F extends ThingFields, X extends Type.TProperties, A extends Type.TProperties> {
  /** Of the screen it is shown on: begins its permissions, and the keys of its texts unless `list` does. */
  readonly key: MenuKey;
  /** Begins the keys of its texts, where a screen shows several lists. */
  readonly list?: string;
  readonly table: string;
  /** The field whose value only one row has, whatever its case. */
  readonly code: keyof F & string;
  readonly path: `/api/${string}`;
  readonly fields: F;
  /** What pages can be narrowed by beside fields with `filter` and the keyword. */
  readonly filters?: X;
  /** Other screens that choose among its rows. */
  readonly chosenOn?: readonly Permission[];
  /** What `add` and `update` answer beside the id. */
  readonly answer?: A;
  /** For readers of the calls' documents. */
  readonly says: { readonly page: string; readonly add: string; readonly update: string; readonly delete: string };
  readonly calls?: Partial<Record<'page' | Verb, CallFacts>>;
}

/**
 * A record that people keep: its list, and the calls by which rows are added, changed, deleted, and go out into and come
 * in from files.
 */
export function defineThing<
  const F extends ThingFields,
  // biome-ignore lint/complexity/noBannedTypes: no filters of its own
  X extends Type.TProperties = {},
  // biome-ignore lint/complexity/noBannedTypes: only the id
  A extends Type.TProperties = {},
>(facts: ThingFacts<F, X, A>) {
  const { key, table, code, path, fields, says, chosenOn = [] } = facts;
  const may = (verb: Verb): Access => facts.calls?.[verb]?.access ?? [`${key}:${verb}` as Permission];
  const at = (verb: 'page' | Verb, last: string): `/api/${string}` =>
    facts.calls?.[verb]?.path ?? (`${path}/${last}` as const);
  const post = (verb: 'add' | 'update' | 'delete') => ({
    method: facts.calls?.[verb]?.method ?? ('POST' as const),
    path: at(verb, verb),
    access: may(verb),
    summary: says[verb],
    ...(facts.calls?.[verb]?.method === 'GET' ? { effect: 'change' as const } : {}),
  });
  const Row = Type.Object({ id: Id(), ...rowOf(fields) });
  const filters = { keyword: Type.Optional(Text(64)), ...filtersOf(fields), ...(facts.filters as X) };
  const Saved = Type.Object({ ...IdOutput().properties, ...(facts.answer as A) });
  const page = defineCall({
    method: 'GET',
    path: at('page', 'pagelist'),
    access: facts.calls?.page?.access ?? [key, ...chosenOn],
    summary: says.page,
    input: PageQuery(sortsOf(fields), filters),
    output: PageOf(Row),
  });
  const add = defineCall({ ...post('add'), input: Input(inputOf(fields)), output: Saved });
  const update = defineCall({
    ...post('update'),
    input: Input({ id: Id(), ...changesOf(fields), updated_at: Type.Optional(Moment()) }),
    output: Saved,
  });
  const remove = defineCall({ ...post('delete'), input: IdInput(), output: Type.Null() });
  return {
    key,
    list: facts.list ?? key,
    table,
    code,
    fields,
    filters: (facts.filters ?? {}) as X,
    Row,
    page,
    add,
    update,
    remove,
    export: { ...exportOf(page, may('export')), path: at('export', 'export') },
    import: { ...importOf(add, may('import')), path: at('import', 'import') },
  } as const;
}

/** A declared thing, whichever. */
export interface Thing {
  readonly key: MenuKey;
  readonly list: string;
  readonly table: string;
  readonly code: string;
  readonly fields: ThingFields;
  readonly filters: Type.TProperties;
  readonly page: Call<Type.TObject>;
  readonly add: Call<Type.TObject>;
  readonly update: Call<Type.TObject>;
  readonly remove: Call;
  readonly export: Call & { readonly answers: 'file' };
  readonly import: Call;
}

/** A row as the calls tell it. */
export type RowOf<T extends { readonly Row: Type.TSchema }> = Type.Static<T['Row']>;
export type SortOf<T extends Pick<Thing, 'fields'>> = SortKey<readonly Sorting<T['fields']>[]>;

/** The calls among what a file of the contract exports, those of its things included. */
export const callsIn = (exported: object): Call[] =>
  Object.values(exported).flatMap((value: unknown) => {
    if (isCall(value)) return [value];
    return isThing(value) ? Object.values(value).filter(isCall) : [];
  });

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'input' in value;
export const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && 'fields' in value && 'page' in value && 'table' in value;
