import { parentIdOf } from '@suyuan/codes/sets/sets.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import { setCodeAmong, setsOfCodes } from '../state/ordered-sets.ts';
import { setsNamedBy } from '../state/set-events.ts';

/** A period in which a code was, or is, in a package because its set implies it, without a row of `packing`. */
export interface SetStay {
  readonly parent: number;
  readonly from: Date;
  readonly until: Date | null;
  /** The event that confirmed the set, and the one that declared that wrong. */
  readonly events: readonly number[];
}

interface EventRow {
  readonly id: number;
  readonly event_time: Date;
  readonly corrects: number | null;
}

/** The implied stays of a code; one query if it belongs to no set. */
export async function setStaysOf(sql: Connection, id: number): Promise<SetStay[]> {
  const code = setCodeAmong(await setsOfCodes(sql, [id]), id);
  const parent = code && parentIdOf(code.sets, id);
  if (!code || parent === undefined) return [];
  const [named, written] = await Promise.all([
    setsNamedBy(sql, [code.outermost]),
    sql<{ since: number }[]>`
      select packed_by as since from packing where child = ${id}
      union all select undone_by from packing_past where child = ${id}`,
  ]);
  if (named.length === 0) return [];
  const events = await sql<EventRow[]>`
    select id, event_time, corrects from trace_event where id ${among(
      sql,
      named.map(({ event_id }) => event_id),
    )}`;
  const confirming = new Set(named.flatMap(({ event_id, confirms }) => (confirms ? [event_id] : [])));
  return events
    .filter((event) => confirming.has(event.id))
    .flatMap((event): SetStay[] => {
      const wrong = events.find(({ corrects }) => corrects === event.id);
      // Packings written since then say where it was, and from when on.
      if (!wrong && written.some(({ since }) => since >= event.id)) return [];
      const [from, until] = [event.event_time, wrong?.event_time ?? null];
      return [{ parent, from, until, events: [event.id, ...(wrong ? [wrong.id] : [])] }];
    });
}
