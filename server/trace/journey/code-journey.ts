import { eventTypes, eventTypesOfLots } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { goodsIn } from '../state/code-record.ts';
import { maxDepth, readCodes } from '../state/code-records.ts';
import { eventsAbout } from './events-about.ts';
import { holdsOfPlaces } from './holds-of-places.ts';
import { type SetStay, setStaysOf } from './set-stays.ts';
import { successionsOf } from './successions.ts';

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
  /** Which of `codes` events are about that name none of them: events about ranges of codes, and about all that is at a place. */
  readonly ranged: readonly RangedEvent[];
}

/** An event about a range of codes, or about all that is at a place, and a code in it. */
export interface RangedEvent {
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
  const [ofLots, own, { events, codes, ranged }] = await Promise.all([
    goods.then(({ lots }) => eventsOfLots(sql, lots)),
    eventsAbout(sql, code),
    stayedIn(sql, code, goods),
    goods,
  ]);
  const ofRanges = ranged.map(({ event }) => event);
  const ofPlaces = await holdsOfPlaces(sql, [...new Set([...own.events, ...events])]);
  return {
    events: [...new Set([...ofLots, ...own.events, ...events, ...ofRanges, ...ofPlaces.events])],
    codes,
    opened: own.opened,
    ranged: [...ranged, ...ofPlaces.whileThere.map((event) => ({ event, code }))],
  };
}

/** The events about the packages that a code was in, level by level outwards, and those about ranges with any of these. */
async function stayedIn(
  sql: Connection,
  code: number,
  goods: Promise<{ boundAt: Date | null }>,
): Promise<Omit<Journey, 'opened'>> {
  const events: number[] = [];
  const ranged: RangedEvent[] = [];
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
      ranged.push(...ofRanges);
    }
    stays = ofStays.flatMap(([further]) => further);
  }
  return { events, codes: [...codes], ranged };
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

/** Events that name ranges with the code in them (closures), since it was put on a product. */
async function eventsOfRanges(sql: Connection, { code, until }: Stay, since: Date | null): Promise<RangedEvent[]> {
  if (since === null) return [];
  const rows = await sql<{ event: number }[]>`
    select e.id as event from event_range r join trace_event e on e.id = r.event_id
    where int8range(r.first_id, r.last_id, '[]') @> ${code}::bigint and e.event_time >= ${at(since)}::timestamptz
      and (${at(until)}::timestamptz is null or e.event_time < ${at(until)}::timestamptz)`;
  return rows.map(({ event }) => ({ event, code }));
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
  const written = rows.map((row) => {
    const since = successions.get(row.code)?.at;
    return since && since > row.from ? { ...row, from: since } : row;
  });
  return [...written, ...bySet.map((stay) => ({ ...stay, code: stay.parent }))]
    .map((row) => ({
      code: row.code,
      from: from && from > row.from ? from : row.from,
      until: until && (!row.until || until < row.until) ? until : row.until,
    }))
    .filter((stay) => stay.until === null || stay.from < stay.until);
}

const at = (moment: Date | null): string | null => moment?.toISOString() ?? null;
