import Type from 'typebox';
import { type Access, type Call, defineCall } from '../call/call.ts';
import type { MenuKey, Permission } from '../menu.ts';
import { type BatchCall, batchOf } from './batch.ts';
import {
  Id,
  type IdInput,
  IdOutput,
  Input,
  LongPageOf,
  Moment,
  PageOf,
  PageQuery,
  type SortKey,
  Text,
} from './fields.ts';
import { exportOf, type ImportCall, importOf } from './list.ts';
import { isReport } from './report.ts';
import {
  changesOf,
  filtersOf,
  inputOf,
  type RowProperties,
  rowOf,
  type Sorting,
  sortsOf,
  type ThingFields,
} from './thing-fields.ts';
import { type UpsertCall, upsertOf } from './upsert.ts';

/** A thing is declared once for both sides: its fields, from which its calls and the types of both ends follow. */

/** How a call differs from the default. */
interface CallFacts {
  readonly method?: 'GET' | 'POST';
  readonly path?: `/api/${string}`;
  readonly access?: Access;
  readonly restoresAccess?: true;
}

type Verb = 'page' | 'add' | 'update' | 'delete' | 'batch' | 'export' | 'import';

/** Where a list is shown, from which the access to its calls follows. */
interface Place {
  /** The menu key of its screen: the prefix of its permissions and, unless `list` is given, of its text keys. */
  readonly key: MenuKey;
  readonly path: `/api/${string}`;
  /** Permissions of other screens that choose among its rows, and so may read pages. */
  readonly chosenOn?: readonly Permission[];
  readonly calls?: Partial<Record<Verb, CallFacts>>;
  /**
   * What people of factories and dealers may do at most: `read` what is everybody's, or `nothing` with what is the enterprise's. By
   * default they keep rows of their own.
   */
  readonly parties?: 'read' | 'nothing';
}

const ofEnterprise = { parties: 'enterprise' } as const;
/** Who may read a list, and who may change it, as calls declare it. */
const readers = ({ parties }: Place) => (parties === 'nothing' ? ofEnterprise : {});
const writers = ({ parties }: Place) => (parties === undefined ? {} : ofEnterprise);

const accessOf = ({ key, calls, chosenOn = [] }: Place, verb: Verb): Access =>
  calls?.[verb]?.access ?? (verb === 'page' ? [key, ...chosenOn] : [`${key}:${verb}` as Permission]);
/** Access for an account that may make one of several calls. */
const accessToAny = (place: Place, ...verbs: readonly Verb[]): Access => {
  const [first, ...others] = verbs.map((verb) => accessOf(place, verb)).filter((access) => typeof access === 'object');
  return first ? [...first, ...others.flat()] : 'signed-in';
};
const pathOf = ({ path, calls }: Place, verb: Verb): `/api/${string}` =>
  calls?.[verb]?.path ?? `${path}/${verb === 'page' ? 'pagelist' : verb}`;

interface ListFacts<F extends ThingFields, X extends Type.TProperties, Long extends boolean, Without> extends Place {
  /** The prefix of its text keys, if a screen shows several lists. */
  readonly list?: string;
  readonly table: string;
  readonly fields: F;
  /** Filters of pages besides fields with `filter`. */
  readonly filters?: X;
  /** It grows with what consumers do, and is never counted or searched completely. */
  readonly long?: Long;
  /** Default calls that it does not have. */
  readonly without?: readonly Without[];
  /** The summaries in docs/api.md. */
  readonly summaries: { readonly page: string };
}

/** The filter by words in any of a row's names. */
export const keyword = { keyword: Type.Optional(Text(64)) };

/** The id of a row: a number, with the range that its field declares. */
const idOf = ({ id }: ThingFields): ReturnType<typeof Id> =>
  id && isNumber(id.schema) ? (id.schema as ReturnType<typeof Id>) : Id();

const isNumber = (schema: Type.TSchema): boolean => (schema as { type?: string }).type === 'integer';

/** The filter by the id of one row, which is then found whatever page it would be on. */
const ownId = <F extends ThingFields>(fields: F) =>
  ({ ...(fields.id && !isNumber(fields.id.schema) ? {} : { id: Type.Optional(idOf(fields)) }) }) as OwnId<F>;

/** Ids that are texts are a filter where the list declares one, with their pattern. */
type OwnId<F> = F extends { readonly id: { readonly schema: Type.TString } }
  ? unknown
  : { id: Type.TOptional<ReturnType<typeof Id>> };

// The id is a number unless the fields say otherwise.
type Told<F extends ThingFields> = ('id' extends keyof F ? unknown : { id: ReturnType<typeof Id> }) & RowProperties<F>;
type PageAnswer<Row extends Type.TSchema, Long> = Long extends true
  ? ReturnType<typeof LongPageOf<Row>>
  : ReturnType<typeof PageOf<Row>>;

/** Declares a read-only list: the call for its pages, and its export. */
export function defineList<
  const F extends ThingFields,
  // biome-ignore lint/complexity/noBannedTypes: no filters of its own
  X extends Type.TProperties = {},
  Long extends boolean = false,
  Without extends 'export' = never,
>(facts: ListFacts<F, X, Long, Without>) {
  const { key, table, fields, summaries } = facts;
  const filters = (facts.filters ?? {}) as X;
  const Row = Type.Object({ id: Id(), ...rowOf(fields) } as Told<F>);
  const page = defineCall({
    ...(facts.calls?.page?.method === 'POST' ? { method: 'POST', effect: 'none' } : { method: 'GET' }),
    path: pathOf(facts, 'page'),
    access: accessOf(facts, 'page'),
    ...readers(facts),
    ...(facts.list === undefined && facts.calls?.page?.method !== 'POST' ? { withPage: key } : {}),
    summary: summaries.page,
    input: PageQuery(sortsOf(fields), { ...filters, ...filtersOf(fields), ...ownId(fields) }),
    output: (facts.long ? LongPageOf(Row) : PageOf(Row)) as PageAnswer<typeof Row, Long>,
  });
  const whole = {
    key,
    list: facts.list ?? key,
    table,
    fields,
    filters,
    long: facts.long === true,
    Row,
    page,
    export: {
      ...exportOf(page, accessOf(facts, 'export')),
      ...readers(facts),
      path: pathOf(facts, 'export'),
      list: facts.list ?? key,
    },
  } as const;
  return without(whole, facts.without);
}

interface ThingFacts<
  F extends ThingFields,
  X extends Type.TProperties,
  A extends Type.TProperties,
  N extends Type.TProperties,
  Code,
  Without,
> extends ListFacts<F, X, false, Without> {
  /** The field whose value is unique, ignoring case. */
  readonly code?: Code;
  /** Other systems send rows by their code. */
  readonly upsert?: true;
  /** What `add` and `update` answer besides the id. */
  readonly answer?: A;
  /** What only `add` answers in addition. */
  readonly added?: N;
  readonly summaries: { readonly page: string; readonly add: string; readonly update: string; readonly delete: string };
}

/** The records that refer to a row, by kind. */
const UsersOfRow = Type.Object({
  kinds: Type.Array(
    Type.Object({
      /** What they are called, in the caller's language. */
      kind: Type.String(),
      count: Type.Integer(),
      names: Type.Array(Type.String()),
    }),
  ),
});
export type UsersOfRow = Type.Static<typeof UsersOfRow>;

/**
 * Declares a record that people keep: its list with a keyword filter, and the calls to add, change, delete and import rows, one
 * by one and in batches, and to see what uses a row. See docs/architecture.md, "A thing is declared once".
 */
export function defineThing<
  const F extends ThingFields,
  // biome-ignore lint/complexity/noBannedTypes: no filters of its own
  X extends Type.TProperties = {},
  // biome-ignore lint/complexity/noBannedTypes: only the id
  A extends Type.TProperties = {},
  // biome-ignore lint/complexity/noBannedTypes: no more than `update`
  N extends Type.TProperties = {},
  Code extends (keyof F & string) | undefined = undefined,
  Without extends 'export' | 'import' | 'batch' = never,
>(facts: ThingFacts<F, X, A, N, Code, Without>) {
  const { fields, summaries } = facts;
  const { without: _, ...listFacts } = facts;
  const post = (verb: 'add' | 'update' | 'delete') => ({
    method: facts.calls?.[verb]?.method ?? ('POST' as const),
    path: pathOf(facts, verb),
    access: accessOf(facts, verb),
    ...writers(facts),
    summary: summaries[verb],
    ...(facts.calls?.[verb]?.method === 'GET' ? { effect: 'change' as const } : {}),
    ...(facts.calls?.[verb]?.restoresAccess ? { restoresAccess: true as const } : {}),
  });
  const answer = { ...IdOutput().properties, ...(facts.answer as A) };
  const add = defineCall({
    ...post('add'),
    input: Input(inputOf(fields)),
    output: Type.Object({ ...answer, ...(facts.added as N) }),
  });
  const update = defineCall({
    ...post('update'),
    input: Input({ id: idOf(fields), ...changesOf(fields), updated_at: Type.Optional(Moment()) }),
    output: Type.Object(answer),
  });
  const remove = defineCall({ ...post('delete'), input: Input({ id: idOf(fields) }), output: Type.Null() });
  const whole = {
    ...defineList({ ...listFacts, filters: { ...keyword, ...(facts.filters as X) } }),
    code: facts.code as Code,
    add,
    update,
    remove,
    batch: { ...batchOf({ path: pathOf(facts, 'batch'), fields, update, remove }), ...writers(facts) },
    users: defineCall({
      method: 'GET',
      path: `${facts.path}/users`,
      access: accessToAny(facts, 'update', 'delete'),
      ...writers(facts),
      summary: 'List what uses a row: for each kind the number and the first names. A row in use cannot be deleted.',
      input: Input({ id: idOf(fields) }),
      output: UsersOfRow,
    }),
    import: { ...importOf(add, accessOf(facts, 'import')), ...writers(facts), path: pathOf(facts, 'import') },
    ...upsertIn(facts),
  } as const;
  return without(whole, facts.without);
}

/** The call for rows by their code, of a thing that has it. */
function upsertIn(facts: Place & { readonly code?: unknown; readonly upsert?: true }): {
  readonly upsert?: UpsertCall;
} {
  if (!facts.upsert) return {};
  const call = upsertOf(`${facts.path}/upsert`, `${facts.code}`, accessToAny(facts, 'add', 'update'));
  return { upsert: { ...call, ...writers(facts) } };
}

const without = <T extends object, K extends string>(whole: T, omit: readonly K[] = []): Omit<T, K> =>
  Object.fromEntries(Object.entries(whole).filter(([key]) => !omit.includes(key as K))) as Omit<T, K>;

/** Any declared list. */
export interface DeclaredList {
  readonly key: MenuKey;
  readonly list: string;
  readonly table: string;
  readonly fields: ThingFields;
  readonly filters: Type.TProperties;
  readonly long: boolean;
  readonly Row: Type.TObject;
  readonly page: Call<Type.TObject>;
  readonly export?: Call & { readonly answers: 'file' };
}

/** Any declared thing. */
export interface Thing extends DeclaredList {
  readonly code: string | undefined;
  readonly add: Call<Type.TObject>;
  readonly update: Call<Type.TObject>;
  readonly remove: Call;
  readonly batch?: BatchCall;
  readonly users: Call<ReturnType<typeof IdInput>, typeof UsersOfRow>;
  readonly import?: ImportCall;
  readonly upsert?: UpsertCall;
}

/** A row as the calls return it. */
export type RowOf<T extends { readonly Row: Type.TSchema }> = Type.Static<T['Row']>;
export type SortOf<T extends Pick<DeclaredList, 'fields'>> = SortKey<readonly Sorting<T['fields']>[]>;

/** The calls among the exports of a file of the contract, including those of its lists, things and reports. */
export const callsIn = (exports: object): Call[] =>
  Object.values(exports).flatMap((value: unknown) => {
    if (isCall(value)) return [value];
    return isDeclared(value) || isReport(value) ? Object.values(value).filter(isCall) : [];
  });

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'input' in value;
export const isDeclared = (value: unknown): value is DeclaredList | Thing =>
  typeof value === 'object' && value !== null && 'fields' in value && 'page' in value && 'table' in value;
