import { changingNothing } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import { maxDepth } from '#trace/state/code-records.ts';

/** Where the goods of some codes had been left by the events before one: by their own, or by those of the packages around them. */
export async function placesOfCodes(
  sql: Connection,
  codes: readonly number[],
  before: number,
): Promise<(number | null)[]> {
  const places: (number | null)[] = [];
  let level = [...new Set(codes)];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const [rows, parents] = await Promise.all([
      sql<{ code: number; place_id: number | null }[]>`
        select distinct on (code) code, place_id from event_code
        where code ${among(sql, level)} and event_id < ${before} and act <> all(${changingNothing as number[]}::smallint[])
        order by code, event_id desc`,
      sql<{ child: number; parent: number }[]>`
        select child, parent from packing where child ${among(sql, level)} and packed_by < ${before}
        union all
        select child, parent from packing_past
        where child ${among(sql, level)} and packed_by < ${before} and undone_by >= ${before}`,
    ]);
    const packed = new Set(parents.map(({ child }) => child));
    // What lies in a package is where that is.
    places.push(...rows.filter(({ code }) => !packed.has(code)).map(({ place_id }) => place_id));
    level = [...new Set(parents.map(({ parent }) => parent))];
  }
  return places;
}
