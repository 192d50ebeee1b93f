import { changingNothing, eventTypes, eventTypesOfLots } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import { goodsIn } from '../state/code-record.ts';
import { maxDepth, readCodes } from '../state/code-records.ts';
import { type CodeSpan, spansWith } from './code-spans.ts';
import { eventsAbout, type SetStay, setStaysOf, successionsOf } from './events-about.ts';

interface Stay {
  readonly code: number;
  readonly from: Date | null;
  readonly until: Date | null;
}

export interface Journey {
  /** Ids of events. */
  readonly events: readonly number[];
  /** The code itself, and all packages that it was ever in. */
  readonly codes: readonly number[];
  /** Packages within it that something was taken out of. */
  readonly opened: readonly number[];
  /** Events about all that is at a place, where the code was. */
  readonly placed: readonly PlacedCode[];
  /** Of events about ranges of codes, the spans with any of `codes`. */
  readonly spans: readonly CodeSpan[];
}

/** An event about all that is at a place, and a code there. */
export interface PlacedCode {
  readonly event: number;
  readonly code: number;
}

/**
 * The history of a code: events about it, what it held, or its whole lot, events about each package that it was in, for as long as it was
 * in it, and holds of the places that it was at. A bottle that was taken off a pallet on Tuesday has not been where the pallet went on Wednesday.
 */
export async function journeyOf(sql: Connection, code: number): Promise<Journey> {
  // Queries that do not depend on one another run side by side.
  const goods = goodsOf(sql, code);
  const [ofLots, own, { events, codes, spans }] = await Promise.all([
    goods.then(({ lots }) => eventsOfLots(sql, lots)),
    eventsAbout(sql, code),
    stayedIn(sql, code, goods),
    goods,
  ]);
  const ofRanges = spans.map(({ event }) => event);
  const ofPlaces = await holdsOfPlaces(sql, [...new Set([...own.events, ...events])]);
  return {
    events: [...new Set([...ofLots, ...own.events, ...events, ...ofRanges, ...ofPlaces.events])],
    codes,
    opened: own.opened,
    placed: ofPlaces.whileThere.map((event) => ({ event, code })),
    spans,
  };
}

/** The events about the packages that a code was in, level by level outwards, and those about ranges with any of these. */
async function stayedIn(
  sql: Connection,
  code: number,
  goods: Promise<{ boundAt: Date | null }>,
): Promise<Omit<Journey, 'opened' | 'placed'>> {
  const events: number[] = [];
  const spans: CodeSpan[] = [];
  const codes = new Set<number>();
  let stays: Stay[] = [{ code, from: null, until: null }];
  for (let depth = 0; depth < maxDepth && stays.length > 0; depth++) {
    const since = async ({ from }: Stay) => (depth === 0 ? (await goods).boundAt : from);
    const ofStays = await Promise.all(
      stays.map(async (stay) => {
        const bySet = await setStaysOf(sql, stay.code);
        return Promise.all([
          staysWithin(sql, stay, bySet),
          depth === 0 ? [] : eventsDuring(sql, stay, bySet),
          since(stay).then((from) => eventsOfRanges(sql, stay, from)),
        ]);
      }),
    );
    for (const stay of stays) codes.add(stay.code);
    for (const [, during, ofRanges] of ofStays) {
      events.push(...during);
      spans.push(...ofRanges);
    }
    stays = ofStays.flatMap(([further]) => further);
  }
  return { events, codes: [...codes], spans };
}

/**
 * The lots of the goods that a code stands for, by events or else by the range that it was bound in, and since when it is on
 * them.
 */
async function goodsOf(sql: Connection, code: number): Promise<{ lots: readonly number[]; boundAt: Date | null }> {
  const record = (await readCodes(sql, [code])).get(code);
  if (!record) return { lots: [], boundAt: null };
  const boundAt = record.boundAt === null ? null : new Date(record.boundAt);
  const lots = goodsIn(record).flatMap(({ lotId }) => lotId ?? []);
  const { product, lot } = record.issue;
  if (lots.length > 0 || !product || !lot) return { lots, boundAt };
  const rows = await sql<{ id: number }[]>`
    select id from lot where product_id = ${product.product_id} and lot_no = ${lot}`;
  return { lots: rows.map(({ id }) => id), boundAt };
}

const ofLots = eventTypesOfLots.map((eventType) => eventTypes[eventType].no);

/** Events about whole lots, such as holds. */
async function eventsOfLots(sql: Connection, lots: readonly number[]): Promise<number[]> {
  if (lots.length === 0) return [];
  const rows = await sql<{ id: number }[]>`
    select id from trace_event where lot_id = any(${lots as number[]}::bigint[]) and act = any(${ofLots}::smallint[])`;
  return rows.map(({ id }) => id);
}

/** The spans with a code of events about ranges (closures), since it was put on a product. */
async function eventsOfRanges(sql: Connection, { code, until }: Stay, since: Date | null): Promise<CodeSpan[]> {
  if (since === null) return [];
  const spans = await spansWith(sql, [code]);
  if (spans.length === 0) return [];
  const rows = await sql<{ id: number }[]>`
    select id from trace_event
    where id ${among(
      sql,
      spans.map(({ event }) => event),
    )} and event_time >= ${at(since)}::timestamptz
      and (${at(until)}::timestamptz is null or event_time < ${at(until)}::timestamptz)`;
  const during = new Set(rows.map(({ id }) => id));
  return spans.filter(({ event }) => during.has(event));
}

/** Events during a stay in a package that name the package, packed it or unpacked it. */
async function eventsDuring(
  sql: Connection,
  { code, from, until }: Stay,
  bySet: readonly SetStay[],
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    with about as (
      select event_id as id from event_code where code = ${code}
      union select packed_by from packing where child = ${code}
      union select unnest(array[packed_by, undone_by]) from packing_past where child = ${code}
      union select unnest(${bySet.flatMap(({ events }) => events)}::bigint[])
    )
    select e.id from trace_event e join about using (id)
    where (${at(from)}::timestamptz is null or e.event_time >= ${at(from)}::timestamptz)
      and (${at(until)}::timestamptz is null or e.event_time < ${at(until)}::timestamptz)`;
  return rows.map(({ id }) => id);
}

/** The packages that a code was in during a stay, each with the part of that time. */
async function staysWithin(sql: Connection, { code, from, until }: Stay, bySet: readonly SetStay[]): Promise<Stay[]> {
  const rows = await sql<{ code: number; from: Date; until: Date | null }[]>`
    select p.parent as code, e.event_time as from, null::timestamptz as until
    from packing p join trace_event e on e.id = p.packed_by where p.child = ${code}
    union all
    select p.parent, e.event_time, u.event_time
    from packing_past p join trace_event e on e.id = p.packed_by join trace_event u on u.id = p.undone_by
    where p.child = ${code}`;
  const successions = await successionsOf(
    sql,
    rows.map((row) => row.code),
  );
  const packingStays = rows.map((row) => {
    const since = successions.get(row.code)?.at;
    return since && since > row.from ? { ...row, from: since } : row;
  });
  return [...packingStays, ...bySet.map((stay) => ({ ...stay, code: stay.parent }))]
    .map((row) => ({
      code: row.code,
      from: from && from > row.from ? from : row.from,
      until: until && (!row.until || until < row.until) ? until : row.until,
    }))
    .filter((stay) => stay.until === null || stay.from < stay.until);
}

const at = (moment: Date | null): string | null => moment?.toISOString() ?? null;

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
interface PlaceStay {
  readonly placeId: number;
  readonly from: number;
  readonly until: number;
}

/** The holds of the places that goods were at, by the events about them (`events`). Such holds are few, and usually there is none. */
async function holdsOfPlaces(sql: Connection, events: readonly number[]): Promise<HoldsOfPlaces> {
  const holds = await sql<HoldRow[]>`
    select place_id, event_id, held_at, release_event_id, released_at from hold where place_id is not null order by id`;
  if (holds.length === 0 || events.length === 0) return { events: [], whileThere: [] };
  const stays = await staysOf(sql, events);
  const moments = holds.flatMap(({ place_id, event_id, held_at, release_event_id, released_at }) => {
    const [start, end] = [held_at.getTime(), released_at?.getTime() ?? Number.POSITIVE_INFINITY];
    const there = stays.filter(({ placeId, from, until }) => placeId === place_id && from < end && until > start);
    if (there.length === 0) return [];
    const isThere = (at: number) => there.some(({ from, until }) => from <= at && at < until);
    const ends = release_event_id !== null && isThere(end) ? [{ event: release_event_id, there: true }] : [];
    return [{ event: event_id, there: isThere(start) }, ...ends];
  });
  return {
    events: moments.map(({ event }) => event),
    whileThere: moments.flatMap(({ event, there }) => (there ? event : [])),
  };
}

/** Where the events have left the goods, one after the other; what was declared wrong left them nowhere. */
async function staysOf(sql: Connection, events: readonly number[]): Promise<PlaceStay[]> {
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
