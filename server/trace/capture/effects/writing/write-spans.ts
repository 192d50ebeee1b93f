import type { Range } from '../../../../../codes/sets/ranges.ts';
import type { Connection } from '../../../../platform/database/database.ts';

/** Codes next to each other that an act names. */
interface Span {
  readonly event: number;
  readonly range: Range;
}

/** Writes ranges that acts name. Labels that were printed are in a table of their own: nothing else is looked for among them. */
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
