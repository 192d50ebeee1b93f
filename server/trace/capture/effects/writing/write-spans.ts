import type { Range } from '@suyuan/codes/sets/ranges.ts';
import type { Connection } from '#platform/database/database.ts';

/** A range of codes that an event names. */
interface Span {
  readonly event: number;
  readonly range: Range;
}

/** Inserts ranges that events name. Printed labels have a table of their own, which is searched for nothing else. */
export async function writeSpans(
  sql: Connection,
  table: 'printed_codes' | 'event_range',
  spans: readonly Span[],
): Promise<void> {
  if (spans.length === 0) return;
  await sql`
    insert into ${sql(table)} (event_id, first_id, last_id)
    select * from unnest(
      ${spans.map(({ event }) => event)}::bigint[], ${spans.map(({ range }) => range.first)}::bigint[],
      ${spans.map(({ range }) => range.last)}::bigint[])`;
}
