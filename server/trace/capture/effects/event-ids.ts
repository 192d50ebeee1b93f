import type { Connection } from '#platform/database/database.ts';
import type { EventRef } from '../../state/code-record.ts';

/** Draws ids for events that are about to be written, ascending. */
export async function eventIds(sql: Connection, count: number): Promise<number[]> {
  if (count <= 0) return [];
  const rows = await sql<{ id: number }[]>`
    select nextval('trace_event_id_seq') as id from generate_series(1, ${count})`;
  return rows.map(({ id }) => id);
}

/**
 * The last id drawn for any event, written or not. Ids are drawn under the capture lock, so this tells whether others had it
 * since.
 */
export async function lastEventId(sql: Connection): Promise<number> {
  const [row] = await sql<[{ id: number }]>`select last_value as id from trace_event_id_seq`;
  return row.id;
}

/** The id of an event; throws if it has none yet. */
export function idOf({ id }: EventRef): number {
  if (id === undefined) throw new Error('a referenced event was not inserted');
  return id;
}
