import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';

/** The sources of events, in the order in which events of the same time come. */
export const sources = { kept: 0, own: 1, declared: 2 } as const;
type Source = (typeof sources)[keyof typeof sources];

/**
 * Where an event stands in the order of a query: what it is sorted by, its source, the number of its row there, and its ID, which
 * tells it from others of that row.
 */
export type Position = readonly [by: string | null, source: number, number: number, eventId: string];

/** What stands in a position for the ID that comes before, or after, all IDs. */
export const extremes = { first: '', last: '\uffff' } as const;

/** What a query is sorted by: a time, or an extension of the event itself by its names. */
export interface Order {
  readonly by: 'eventTime' | 'recordTime' | { readonly names: readonly string[] } | undefined;
  readonly descends: boolean;
}

/** The column that rows of a source are sorted by, if they have any, as a type of the database. */
export interface SortColumn {
  readonly value: Fragment;
  readonly type: 'timestamptz' | 'text';
}

/** What stands in a position where an event has nothing that the query sorts by. */
export const unsorted = '';

/** The sign of the order of two positions. */
export function compared(one: Position, other: Position, { descends }: Order): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  if (at < 0) return 0;
  const [part, otherPart] = [one[at] as string | number, other[at] as string | number];
  const isBefore =
    typeof part === 'string' && typeof otherPart === 'string' ? isLess(part, otherPart) : part < otherPart;
  return isBefore === descends ? 1 : -1;
}

/** By code points, as the database sorts texts; JavaScript compares halves of characters beyond the first 65 536. */
const isLess = (one: string, other: string): boolean =>
  /[\ud800-\uffff]/.test(one + other) ? Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0 : one < other;

/** What an event was sorted by, as a position has it. */
export const sortedText = (sql: Connection, { value, type }: SortColumn): Fragment =>
  type === 'text' ? value : momentText(sql, value);

/** A moment as a text of fixed length in UTC, whose order is that of moments. */
export const momentText = (sql: Connection, column: Fragment): Fragment =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Which rows of a source have an event at or after a position; of the row of that position itself, some may be before it. */
export function notBefore(
  sql: Connection,
  columns: { readonly by: SortColumn | undefined; readonly number: Fragment },
  source: Source,
  { position: [by, ofSource, number], descends }: { readonly position: Position; readonly descends: boolean },
): Fragment {
  const isWithin = source === ofSource;
  const comesAfter = descends ? source < ofSource : source > ofSource;
  if (columns.by === undefined || by === null) {
    // What has nothing to be sorted by comes before everything that has, or after it.
    if (by) return descends ? sql`true` : sql`false`;
    if (!isWithin) return comesAfter ? sql`true` : sql`false`;
    return descends ? sql`${columns.number} <= ${number}` : sql`${columns.number} >= ${number}`;
  }
  const { value, type } = columns.by;
  const place = type === 'text' ? sql`${by}::text` : sql`${by}::timestamptz`;
  if (isWithin) {
    return descends
      ? sql`(${value}, ${columns.number}) <= (${place}, ${number}::bigint)`
      : sql`(${value}, ${columns.number}) >= (${place}, ${number}::bigint)`;
  }
  if (descends) return comesAfter ? sql`${value} <= ${place}` : sql`${value} < ${place}`;
  return comesAfter ? sql`${value} >= ${place}` : sql`${value} > ${place}`;
}

export const sortedBy = (
  sql: Connection,
  columns: { readonly by: SortColumn | undefined; readonly number: Fragment },
  descends: boolean,
): Fragment => {
  const direction = descends ? sql`desc` : sql`asc`;
  return columns.by === undefined
    ? sql`${columns.number} ${direction}`
    : sql`${columns.by.value} ${direction}, ${columns.number} ${direction}`;
};
