import type { Connection } from '../../../platform/database/database.ts';
import type { EventRef } from '../../state/record/code-record.ts';

/** Ids for acts that are about to be written, in their order. */
export async function eventIds(sql: Connection, count: number): Promise<number[]> {
  if (count <= 0) return [];
  const rows = await sql<{ id: number }[]>`
    select nextval('trace_event_id_seq') as id from generate_series(1, ${count})`;
  return rows.map(({ id }) => id);
}

/** The last id that any act was given, written or not: acts get theirs in their turn, one source after the other. */
export async function lastEventId(sql: Connection): Promise<number> {
  const [row] = await sql<[{ id: number }]>`select last_value as id from trace_event_id_seq`;
  return row.id;
}

/** The id of an act that was given one. */
export function idOf({ id }: EventRef): number {
  if (id === undefined) throw new Error('an act is referred to that was not written');
  return id;
}
