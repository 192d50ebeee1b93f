import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';

/** Consecutive codes of an event about ranges of codes, which may be millions: as many of them as one event of EPCIS names. */
export interface CodeSpan {
  readonly event: number;
  /** Its number among those of the event. */
  readonly index: number;
  readonly first: number;
  readonly last: number;
}

/** The most codes of a span. Changing it changes the events that others have seen. */
const size = 100;

/** The ranges of some events, each with the number of its first span. */
const ranges = (sql: Connection, ofEvents: Fragment): Fragment => sql`(
  select event_id, first_id, last_id, spans, (sum(spans) over (partition by event_id order by first_id) - spans)::bigint as base
  from (
    select event_id, first_id, last_id, (last_id - first_id) / ${size}::int + 1 as spans
    from event_range where ${ofEvents}
  ) r)`;

const columns = (sql: Connection, number: Fragment): Fragment => sql`
  r.event_id as event, r.base + ${number} as index, r.first_id + ${number} * ${size}::int as first,
  least(r.last_id, r.first_id + ${number} * ${size}::int + ${size - 1}::int) as last`;

/** All spans of some events, as a table. */
export const spansOf = (sql: Connection, ofEvents: Fragment): Fragment => sql`(
  select ${columns(sql, sql`n`)} from ${ranges(sql, ofEvents)} r, generate_series(0, r.spans - 1) n)`;

/** The spans that some codes are in, each with one of these codes. */
export async function spansWith(sql: Connection, codes: readonly number[]): Promise<(CodeSpan & { code: number })[]> {
  if (codes.length === 0) return [];
  const own = sql`unnest(${[...codes]}::bigint[]) c (code)`;
  const ofEvents = sql`event_id in (
    select o.event_id from event_range o join ${own} on int8range(o.first_id, o.last_id, '[]') @> c.code)`;
  return sql<(CodeSpan & { code: number })[]>`
    select ${columns(sql, sql`((c.code - r.first_id) / ${size}::int)`)}, c.code
    from ${ranges(sql, ofEvents)} r join ${own} on c.code between r.first_id and r.last_id`;
}
