import { changingNothing } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';

/** Events that held a warehouse, or released it. */
interface HoldsOfPlaces {
  readonly events: readonly number[];
  /** Those at whose time the goods lay there: they are about the code itself. The others held it when it came. */
  readonly whileThere: readonly number[];
}

interface HoldRow {
  readonly place_id: number;
  readonly event_id: number;
  readonly held_at: Date;
  readonly release_event_id: number | null;
  readonly released_at: Date | null;
}

/** How long goods lay at a place. */
interface Stay {
  readonly placeId: number;
  readonly from: number;
  readonly until: number;
}

/** The holds of the places that goods were at, by the events about them (`events`). Such holds are few, and usually there is none. */
export async function holdsOfPlaces(sql: Connection, events: readonly number[]): Promise<HoldsOfPlaces> {
  const holds = await sql<HoldRow[]>`
    select place_id, event_id, held_at, release_event_id, released_at from hold where place_id is not null order by id`;
  if (holds.length === 0 || events.length === 0) return { events: [], whileThere: [] };
  const stays = await staysOf(sql, events);
  const happened = holds.flatMap(({ place_id, event_id, held_at, release_event_id, released_at }) => {
    const [held, released] = [held_at.getTime(), released_at?.getTime() ?? Number.POSITIVE_INFINITY];
    const there = stays.filter(({ placeId, from, until }) => placeId === place_id && from < released && until > held);
    if (there.length === 0) return [];
    const isThere = (at: number) => there.some(({ from, until }) => from <= at && at < until);
    const ends = release_event_id !== null && isThere(released) ? [{ event: release_event_id, there: true }] : [];
    return [{ event: event_id, there: isThere(held) }, ...ends];
  });
  return {
    events: happened.map(({ event }) => event),
    whileThere: happened.flatMap(({ event, there }) => (there ? event : [])),
  };
}

/** Where the events have left the goods, one after the other; what was declared wrong left them nowhere. */
async function staysOf(sql: Connection, events: readonly number[]): Promise<Stay[]> {
  const rows = await sql<{ event_time: Date; place_id: number | null }[]>`
    select e.event_time, e.place_id from trace_event e
    where e.id ${among(sql, events)} and e.corrects is null and e.act <> all(${changingNothing as number[]}::smallint[])
      and not exists (select from trace_event c where c.corrects = e.id)
    order by e.event_time, e.id`;
  return rows.flatMap(({ event_time, place_id }, at) => {
    const until = rows[at + 1]?.event_time.getTime() ?? Number.POSITIVE_INFINITY;
    return place_id === null ? [] : [{ placeId: place_id, from: event_time.getTime(), until }];
  });
}
