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

/** What a query is sorted by. */
export interface Order {
  readonly by: 'eventTime' | 'recordTime' | undefined;
  readonly descends: boolean;
}

/** The sign of the order of two positions. */
export function compared(one: Position, other: Position, { descends }: Order): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  if (at < 0) return 0;
  const isBefore = (one[at] as string | number) < (other[at] as string | number);
  return isBefore === descends ? 1 : -1;
}

/** A moment as a text of fixed length in UTC, whose order is that of moments. */
export const momentText = (sql: Connection, column: Fragment): Fragment =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Which rows of a source have an event at or after a position; of the row of that position itself, some may be before it. */
export function notBefore(
  sql: Connection,
  columns: { readonly by: Fragment | undefined; readonly number: Fragment },
  source: Source,
  { position: [by, ofSource, number], descends }: { readonly position: Position; readonly descends: boolean },
): Fragment {
  if (columns.by === undefined || by === null) {
    if (source === ofSource) return sql`${columns.number} >= ${number}`;
    return source > ofSource ? sql`true` : sql`false`;
  }
  const isWithin = source === ofSource;
  const comesAfter = descends ? source < ofSource : source > ofSource;
  const moment = sql`${by}::timestamptz`;
  if (isWithin) {
    return descends
      ? sql`(${columns.by}, ${columns.number}) <= (${moment}, ${number}::bigint)`
      : sql`(${columns.by}, ${columns.number}) >= (${moment}, ${number}::bigint)`;
  }
  if (descends) return comesAfter ? sql`${columns.by} <= ${moment}` : sql`${columns.by} < ${moment}`;
  return comesAfter ? sql`${columns.by} >= ${moment}` : sql`${columns.by} > ${moment}`;
}

export const sortedBy = (
  sql: Connection,
  columns: { readonly by: Fragment | undefined; readonly number: Fragment },
  descends: boolean,
): Fragment => {
  const direction = descends ? sql`desc` : sql`asc`;
  return columns.by === undefined
    ? sql`${columns.number} ${direction}`
    : sql`${columns.by} ${direction}, ${columns.number} ${direction}`;
};
