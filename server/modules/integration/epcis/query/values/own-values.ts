import type { PlaceKind } from '@suyuan/contract/trace/states.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import { epcsOf, Identifiers, positionUri, readGlns } from '#trace/epcis/identifiers.ts';
import { ownEvents } from '#trace/epcis/own-events.ts';
import { eventsNaming } from '#trace/flow/events-about.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { allOf } from '../../view/all-of.ts';
import { mayBeSeen, type SeenColumns, seenAmong } from '../../view/seen-rows.ts';
import type { Viewer } from '../../view/viewer.ts';
import type { OwnReading } from '../own/own-events.ts';

/** How many codes are looked at for one page by somebody who does not see all of them. */
const mostLookedAt = 200;

/** The URIs of codes that own events are about, in the order of their numbers, and the last number that was looked at. */
export async function ownObjects(
  reading: OwnReading,
  { after, most, viewer }: { readonly after: number; readonly most: number; readonly viewer: Viewer },
): Promise<{ readonly values: readonly string[]; readonly end: number | undefined }> {
  const { sql } = reading;
  if (most === 0) return { values: [], end: after };
  const wanted = viewer === 'enterprise' ? most : Math.min(most, mostLookedAt);
  const codes = await codesAfter(sql, after, wanted);
  const seen = viewer === 'enterprise' ? await toldOf(sql, codes) : await seenCodes(reading, codes, viewer);
  const epcs = await epcsOf(reading, seen, []);
  return { values: [...new Set(seen.map(epcs.uriOf))], end: codes.length < wanted ? undefined : codes.at(-1) };
}

const tables = [
  ['event_code', 'code'],
  ['packing', 'child'],
  ['packing_past', 'child'],
  ['package', 'code'],
] as const;

/** Codes that events name, have in their ranges, packed or took out of packages. Each table has them in the order of its primary key. */
async function codesAfter(sql: Connection, after: number, most: number): Promise<number[]> {
  const found = await Promise.all(
    tables.map(
      ([table, column]) => sql<{ code: number }[]>`
        select distinct ${sql(column)} as code from ${sql(table)} where ${sql(column)} > ${after} order by code limit ${most}`,
    ),
  );
  const ofRanges = await sql<{ code: number }[]>`
    select code from unnest((
      select range_agg(int8range(greatest(first_id, ${after}::bigint + 1), last_id, '[]')) from event_range where last_id > ${after}
    )) r, generate_series(lower(r), least(upper(r), lower(r) + ${most}::int) - 1) code
    order by code limit ${most}`;
  const codes = [...new Set([...found.flat(), ...ofRanges].map(({ code }) => code))].sort((a, b) => a - b);
  return codes.slice(0, most);
}

/** Those codes that an event names: of codes in ranges, only those that are on products. */
async function toldOf(sql: Connection, codes: readonly number[]): Promise<number[]> {
  if (codes.length === 0) return [];
  const [records, ...named] = await Promise.all([
    readCodes(sql, codes),
    ...tables.map(
      ([table, column]) => sql<{ code: number }[]>`
        select distinct ${sql(column)} as code from ${sql(table)} where ${sql(column)} ${among(sql, codes)}`,
    ),
  ]);
  const told = new Set(named.flat().map(({ code }) => code));
  return codes.filter((code) => told.has(code) || (records.get(code)?.boundAt ?? null) !== null);
}

/** Those codes that are in an event which somebody sees. */
async function seenCodes(reading: OwnReading, codes: readonly number[], viewer: Viewer): Promise<number[]> {
  const { sql } = reading;
  if (codes.length === 0) return [];
  const ofRanges = sql<{ code: number; event: number }[]>`
    select c as code, r.event_id as event
    from unnest(${[...codes]}::bigint[]) c join event_range r on int8range(r.first_id, r.last_id, '[]') @> c`;
  const abouts = (await Promise.all([eventsNaming(sql, codes), ofRanges])).flat();
  const rows = await sql<SeenColumns[]>`
    select e.id, e.act, e.place_id, e.read_point_id, coalesce(e.all_codes, e.codes) as codes, e.code_count from trace_event e
    where ${allOf(sql, [sql`e.id ${among(sql, [...new Set(abouts.map(({ event }) => event))])}`, ...mayBeSeen(sql, viewer)])}`;
  const seen = await seenAmong(sql, viewer, rows);
  const told = new Set(abouts.filter(({ event }) => seen.has(event)).map(({ code }) => code));
  return toldOf(
    sql,
    codes.filter((code) => told.has(code)),
  );
}

/** The URIs of places where own events were seen, or left the goods. */
export async function ownPlaces(
  reading: OwnReading,
  resource: 'readPoints' | 'bizLocations',
  viewer: Viewer,
): Promise<readonly string[]> {
  if (viewer === 'enterprise') return allPlaces(reading, resource);
  const rows = await representatives(reading.sql, viewer);
  const seen = await seenAmong(reading.sql, viewer, rows);
  if (seen.size === 0) return [];
  // A packing is told of by its packages, of which the first say where all are.
  const packed = await reading.sql<{ codes: number[] }[]>`
    select codes from trace_event where id ${among(reading.sql, [...seen])}`;
  const packages = packed.flatMap(({ codes }) => codes);
  const events = await ownEvents(reading, { events: [...seen], packages, placed: [], spans: [] });
  const field = resource === 'readPoints' ? 'readPoint' : 'bizLocation';
  return [...new Set(events.flatMap((one) => one.events.flatMap(({ event }) => event[field]?.id ?? [])))];
}

/** Places are kept once an event or a document refers to them. */
async function allPlaces({ sql, own }: OwnReading, resource: 'readPoints' | 'bizLocations'): Promise<string[]> {
  const [places, positions] = await Promise.all([
    sql<{ kind: PlaceKind; ref: number }[]>`select kind, ref_id as ref from place`,
    resource === 'bizLocations'
      ? []
      : sql<{ latitude: string; longitude: string }[]>`
          select latitude, longitude from inspect_record where latitude is not null
          union select latitude, longitude from forensic_case where latitude is not null`,
  ]);
  const none = { uriOf: () => '', gtinOf: () => null };
  const identifiers = new Identifiers(own, none, await readGlns(sql, places, []));
  return [
    ...places.flatMap((place) => identifiers.place(place) ?? []),
    ...positions.map(({ latitude, longitude }) =>
      positionUri({ latitude: Number(latitude), longitude: Number(longitude) }),
    ),
  ];
}

/** One row for all that are at the same places by the same documents and people: who sees one of them sees the others. */
const representatives = (sql: Connection, viewer: Viewer) => sql<SeenColumns[]>`
  select min(e.id) as id, e.act, e.place_id, e.read_point_id, '{}'::bigint[] as codes, 0 as code_count
  from trace_event e where ${allOf(sql, [sql`e.corrects is null`, ...mayBeSeen(sql, viewer)])}
  group by e.act, e.place_id, e.read_point_id, e.waybill_id, e.refund_id, e.account_id, e.device_key_id, e.work_order_id`;
