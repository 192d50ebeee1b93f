import Type from 'typebox';

/** The field types of requests. Every text has a maximum length, every number a range, and every object is closed. */

export const Text = (maxLength: number, options: Type.TStringOptions = {}) => Type.String({ maxLength, ...options });
export const RequiredText = (maxLength: number, options: Type.TStringOptions = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', ...options });
/**
 * A code as it is printed, typed or scanned: bare, as a URL or as a GS1 element string. Asking for unknown codes counts against
 * a limit (server/identity/guess-limit.ts).
 */
export const Code = () => Text(2048, { title: codeTitle });
export const RequiredCode = () => RequiredText(2048, { title: codeTitle });
/**
 * The code by which a list is narrowed, in the same notations. Rows are compared with what it is read as, which tells nothing of codes
 * that are in no row.
 */
export const CodeOfRows = () => Text(512, { title: 'code of rows' });
const codeTitle = 'code';
export const isCode = ({ title }: Type.TSchema & { title?: string }): boolean => title === codeTitle;
export const Id = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** The id of a code rule, whose column is an `integer`. */
export const RuleId = () => Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
/**
 * The years that dates and times may have. Others make no sense here, and arithmetic near the limits of PostgreSQL and
 * JavaScript would leave their ranges.
 */
export const calendarYears = { first: 1900, last: 2200 } as const;
/** An RFC 3339 time. */
export const Moment = () => Type.String({ format: 'date-time', maxLength: 35 });
/** An amount of money as a decimal with at most two places, such as `1200.50`: a number would not be exact. */
export const Money = () => Text(15, { pattern: '^(0|[1-9]\\d{0,11})(\\.\\d{1,2})?$' });
/** A calendar day, `2026-01-31`. */
export const Day = () => Type.String({ format: 'date', maxLength: 10 });
export const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** One of a few numbers. The type is explicit, since only then a text in a query string is converted to a number. */
export const OneOfNumbers = <const V extends readonly number[]>(values: V) =>
  Type.Enum<V[number][]>([...values], { type: 'integer' });
/** Some of these words in any order, comma-separated. */
export const SomeOf = (words: readonly string[]) => {
  const word = `(${words.join('|')})`;
  const longest = Math.max(...words.map(({ length }) => length));
  return Text(words.length * (longest + 1) - 1, { pattern: `^${word}(,${word}){0,${words.length - 1}}$` });
};
export const Input = <P extends Type.TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
export const NoInput = () => Input({});

/** `sort` of a page: a column for ascending, `-column` for descending. */
const Sort = <const C extends readonly string[]>(columns: C) =>
  Type.Enum([...columns, ...columns.map((column) => `-${column}`)] as SortKey<C>[]);
export type SortKey<C extends readonly string[]> = C[number] | `-${C[number]}`;

/** The default page of a list. */
export const firstPage = { page: 1, size: 20 } as const;

/** The query of a page: page from 1, at most 500 rows, a sort among `columns`, and the list's own filters. */
export const PageQuery = <const C extends readonly string[], P extends Type.TProperties>(columns: C, filters: P) =>
  Input({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: firstPage.page })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: firstPage.size })),
    sort: Type.Optional(Sort(columns)),
    ...filters,
  });

export const PageOf = <T extends Type.TSchema>(row: T) => Type.Object({ rows: Type.Array(row), total: Type.Integer() });

/** A page of a list that is too long to be counted or searched completely. */
export const LongPageOf = <T extends Type.TSchema>(row: T) =>
  Type.Object({
    rows: Type.Array(row),
    /** How many there are, at most 10 000. */
    total: Type.Integer(),
    /** There are more than `total`. */
    more: Type.Boolean(),
    /** How many records, first in the requested order, were searched; null if all were. */
    searched: Nullable(Type.Integer()),
  });

export const IdInput = () => Input({ id: Id() });
export const IdOutput = () => Type.Object({ id: Id() });

/** A short list to choose from, in the caller's language. */
export const Choices = Type.Array(Type.Object({ value: Type.String(), label: Type.String() }));

/** A thing with the same kind of things below it. The specification's word for what is below is kept. */
export type Tree<Thing> = Thing & { readonly listSubWareHouses: readonly Tree<Thing>[] };

/** A tree of at most `levels` levels: deeper ones are refused when they are made. */
export const TreeOf = <P extends Type.TProperties>(
  properties: P,
  levels: number,
): Type.TUnsafe<Tree<Type.Static<Type.TObject<P>>>> =>
  Type.Unsafe(
    Type.Object({
      ...properties,
      listSubWareHouses: Type.Array(levels > 1 ? TreeOf(properties, levels - 1) : Type.Unknown()),
    }),
  );

/** The maximum number of codes in a call. */
export const maxScanned = 2000;
export const Codes = () => Type.Array(RequiredCode(), { minItems: 1, maxItems: maxScanned });
export const Reason = () => RequiredText(512);
