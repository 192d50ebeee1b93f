import type { Connection } from '../../platform/database/database.ts';
import { type SetStay, setStaysOf } from './set-stays.ts';

/** Packages within packages: more is a circle. */
const deepest = 8;

interface Stay {
  readonly code: number;
  readonly from: Date | null;
  readonly until: Date | null;
}

export interface Journey {
  /** Ids of acts. */
  readonly events: readonly number[];
  /** The code itself, and all that it ever lay in. */
  readonly codes: readonly number[];
}

/**
 * The acts of a code: those that are about it, and those of what it lay in, for as long as it did. A bottle that was taken out
 * of a pallet on Tuesday has not been where the pallet went on Wednesday.
 */
export async function journeyOf(sql: Connection, code: number): Promise<Journey> {
  const events = new Set<number>();
  const codes = new Set<number>();
  let stays: Stay[] = [{ code, from: null, until: null }];
  for (let depth = 0; depth < deepest && stays.length > 0; depth++) {
    const further = await Promise.all(
      stays.map(async (stay) => {
        codes.add(stay.code);
        const bySet = await setStaysOf(sql, stay.code);
        for (const id of await eventsDuring(sql, stay, bySet, depth === 0)) events.add(id);
        return staysWithin(sql, stay, bySet);
      }),
    );
    stays = further.flat();
  }
  return { events: [...events], codes: [...codes] };
}

/** Acts that name a code, and those that packed it or took it out. */
async function eventsDuring(
  sql: Connection,
  { code, from, until }: Stay,
  bySet: readonly SetStay[],
  isItself: boolean,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    with about as (
      select event_id as id from event_code where code = ${code}
      union select packed_by from packing where child = ${code}
      union select unnest(array[packed_by, undone_by]) from packing_past where child = ${code}
      union select unnest(${bySet.flatMap(({ events }) => events)}::bigint[])
      ${isItself ? sql`union select packed_by from package where code = ${code}` : sql``}
    )
    select e.id from trace_event e join about using (id)
    where (${at(from)}::timestamptz is null or e.event_time >= ${at(from)}::timestamptz)
      and (${at(until)}::timestamptz is null or e.event_time < ${at(until)}::timestamptz)`;
  return rows.map(({ id }) => id);
}

/** What a code lay in during a stay, each for as long as it did. */
async function staysWithin(sql: Connection, { code, from, until }: Stay, bySet: readonly SetStay[]): Promise<Stay[]> {
  const rows = await sql<{ code: number; from: Date; until: Date | null }[]>`
    select p.parent as code, e.event_time as from, null::timestamptz as until
    from packing p join trace_event e on e.id = p.packed_by where p.child = ${code}
    union all
    select p.parent, e.event_time, u.event_time
    from packing_past p join trace_event e on e.id = p.packed_by join trace_event u on u.id = p.undone_by
    where p.child = ${code}`;
  return [...rows, ...bySet.map((stay) => ({ ...stay, code: stay.parent }))]
    .map((row) => ({
      code: row.code,
      from: from && from > row.from ? from : row.from,
      until: until && (!row.until || until < row.until) ? until : row.until,
    }))
    .filter((stay) => stay.until === null || stay.from < stay.until);
}

const at = (moment: Date | null): string | null => moment?.toISOString() ?? null;
