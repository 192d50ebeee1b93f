import type { Connection } from '../../../platform/database/database.ts';
import type { EventRef } from '../../state/record/code-record.ts';

/** Ids for acts that are about to be written, in their order. */
export async function eventIds(sql: Connection, count: number): Promise<number[]> {
  if (count <= 0) return [];
  const rows = await sql<{ id: number }[]>`
    select nextval('trace_event_id_seq') as id from generate_series(1, ${count})`;
  return rows.map(({ id }) => id);
}

/** The id of an act that was given one. */
export function idOf({ id }: EventRef): number {
  if (id === undefined) throw new Error('an act is referred to that was not written');
  return id;
}
