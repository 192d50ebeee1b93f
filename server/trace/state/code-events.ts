import type { Connection } from '../../platform/database/database.ts';
import { setStaysOf } from './sets/set-stays.ts';

/** The ids of events about the code itself: those that name it, packed it, unpacked it, or made it a package. */
export async function eventIdsOf(sql: Connection, code: number): Promise<number[]> {
  const [stays, ...found] = await Promise.all([
    setStaysOf(sql, code),
    sql<{ id: number }[]>`select event_id as id from event_code where code = ${code}`,
    sql<{ id: number }[]>`select packed_by as id from packing where child = ${code}`,
    sql<{ id: number }[]>`
      select unnest(array[packed_by, undone_by]) as id from packing_past where child = ${code}`,
    sql<{ id: number }[]>`select packed_by as id from package where code = ${code}`,
  ]);
  return [...new Set([...found.flat().map(({ id }) => id), ...stays.flatMap(({ events }) => events)])];
}
