import type { Kysely } from 'kysely';
import { toGtin14 } from '../../../../codes/carrier/carrier.ts';
import { numbersIn } from '../../../../codes/sets/ranges.ts';
import { childIdsOf } from '../../../../codes/sets/sets.ts';
import { type ActName, actOf, acts } from '../../../../contract/trace/acts.ts';
import type { ErrorReason } from '../../../../contract/trace/error-declaration.ts';
import type { RuleBook } from '../../../identity/rule-book.ts';
import type { Connection } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { namedPlaces } from '../../../trace/asked/named-places.ts';
import type { Journey } from '../../../trace/state/code-journey.ts';
import { setCodeAmong, setsOfCodes } from '../../../trace/state/sets/ordered-sets.ts';
import { namingNo } from '../../../trace/state/sets/set-acts.ts';

interface EventRow {
  readonly id: number;
  readonly act: number;
  readonly event_time: Date;
  readonly utc_offset: number;
  readonly recorded_at: Date;
  readonly place_id: number | null;
  readonly read_point_id: number | null;
  readonly waybill_no: string | null;
  /** The number of its lot. */
  readonly lot: string | null;
  readonly product_code: string | null;
  readonly gtin: string | null;
  readonly corrected_at: Date | null;
  readonly error_reason: ErrorReason | null;
  /** It holds goods without calling them back. */
  readonly quiet: boolean;
  /** The acts that replace it, if it was declared wrong. */
  readonly corrective: readonly number[];
}

/** The position of an inspection, in degrees. */
interface PositionRow {
  readonly event_id: number;
  readonly latitude: string;
  readonly longitude: string;
}

interface NamedCode {
  readonly event_id: number;
  readonly code: number;
  readonly naming: number;
  /** The code's package within a confirmed set. */
  readonly parent?: number;
}

/** The most children that events name; a pallet has fewer. */
const mostChildren = 10_000;

interface Telling {
  readonly sql: Connection;
  readonly db: Kysely<Schema>;
  readonly rules: Pick<RuleBook, 'texts'>;
}

/** The acts of a code as an EPCIS 2.0 document in JSON-LD, in chronological order. */
export async function* epcisDocument(
  { sql, db, rules }: Telling,
  code: number,
  journey: Journey,
  publicUrl: string,
): AsyncGenerator<Uint8Array> {
  const events = await eventsOf(sql, journey.events);
  const named = await codesOf(sql, journey);
  const positions = new Map((await positionsOf(sql, journey.events)).map((one) => [one.event_id, one]));
  const [texts, places] = await Promise.all([
    rules.texts(sql, [...new Set([code, ...named.map((one) => one.code)])]),
    namedPlaces(sql, db, [
      ...new Set(events.flatMap(({ place_id, read_point_id }) => [place_id ?? [], read_point_id ?? []].flat())),
    ]),
  ]);
  const codes = Map.groupBy(named, ({ event_id }) => event_id);
  const identifiers: Identifiers = {
    url: publicUrl,
    uriOf: (code) => `${publicUrl}/c?${new URLSearchParams({ code: texts.get(code) ?? '' })}`,
    placeOf: (id) => {
      const place = id === null ? undefined : places.get(id);
      return place && `${publicUrl}/place/${place.kind}/${encodeURIComponent(place.code ?? place.id)}`;
    },
    positionOf: (event) => {
      const position = positions.get(event);
      return position && `geo:${Number(position.latitude)},${Number(position.longitude)}`;
    },
  };
  const eventList = events.flatMap((event) => epcisOf(event, codes.get(event.id) ?? [], identifiers));
  const document = {
    '@context': ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld'],
    type: 'EPCISDocument',
    schemaVersion: '2.0',
    creationDate: new Date().toISOString(),
    epcisBody: { eventList },
  };
  yield new TextEncoder().encode(`${JSON.stringify(document, null, 2)}\n`);
}

interface Identifiers {
  readonly url: string;
  readonly uriOf: (code: number) => string;
  readonly placeOf: (id: number | null) => string | undefined;
  readonly positionOf: (event: number) => string | undefined;
}

/** The events of an act: two if codes are replaced, one per package if a set is confirmed, else one. */
function epcisOf(event: EventRow, named: readonly NamedCode[], identifiers: Identifiers): object[] {
  const name = actOf(event.act);
  const { type, action, bizStep } = acts[name];
  if (named.some((one) => one.naming === namingNo.set)) return confirmedOf(event, named, identifiers);
  const urisOf = (naming: number) =>
    named.filter((one) => one.naming === naming).map(({ code }) => identifiers.uriOf(code));
  const [items, [parent], successors] = [urisOf(namingNo.item), urisOf(namingNo.parent), urisOf(namingNo.successor)];
  const facts = factsOf(event, identifiers);
  const own =
    type === 'AggregationEvent'
      ? { type, ...facts, ...(parent ? { parentID: parent } : {}), childEPCs: items, action }
      : {
          type,
          ...facts,
          ...(items.length > 0 ? { epcList: items } : { quantityList: lotOf(event, identifiers) }),
          action,
        };
  const first = { ...own, bizStep, ...(event.quiet ? { disposition: 'non_sellable_other' } : dispositionOf(name)) };
  if (successors.length === 0) return [first];
  const commissioned = { action: 'ADD', bizStep: 'commissioning', disposition: 'active' };
  return [first, { type, ...facts, eventID: `${facts.eventID}-successor`, epcList: successors, ...commissioned }];
}

/** An aggregation event for each package of a confirmed set. */
function confirmedOf(event: EventRow, named: readonly NamedCode[], identifiers: Identifiers): object[] {
  const { type, action, bizStep } = acts.pack;
  const facts = factsOf(event, identifiers);
  const packed = Map.groupBy(
    named.filter(({ parent }) => parent !== undefined),
    ({ parent }) => parent as number,
  );
  return [...packed].map(([parent, children], index) => ({
    type,
    ...facts,
    // Event ids must be unique, also within one act.
    eventID: index === 0 ? facts.eventID : `${facts.eventID}-${index + 1}`,
    parentID: identifiers.uriOf(parent),
    childEPCs: children.map(({ code }) => identifiers.uriOf(code)),
    action,
    bizStep,
  }));
}

function factsOf(event: EventRow, { url, placeOf, positionOf }: Identifiers) {
  const { id, event_time, utc_offset, recorded_at, place_id, read_point_id, waybill_no } = event;
  const [place, readPoint] = [placeOf(place_id), positionOf(id) ?? placeOf(read_point_id)];
  return {
    eventID: `${url}/event/${id}`,
    eventTime: event_time.toISOString(),
    eventTimeZoneOffset: offsetOf(utc_offset),
    recordTime: recorded_at.toISOString(),
    ...(readPoint ? { readPoint: { id: readPoint } } : {}),
    ...(place ? { bizLocation: { id: place } } : {}),
    ...(waybill_no
      ? { bizTransactionList: [{ type: 'desadv', bizTransaction: `${url}/waybill/${encodeURIComponent(waybill_no)}` }] }
      : {}),
    ...declaredWrong(event, url),
  };
}

/** The class of a whole lot, without serial numbers: a GS1 Digital Link if the product has a GTIN. */
function lotOf({ lot, product_code, gtin }: EventRow, { url }: Identifiers): { epcClass: string }[] {
  if (lot === null) return [];
  const [product, no] = [encodeURIComponent(product_code ?? ''), encodeURIComponent(lot)];
  return [{ epcClass: gtin ? `${url}/01/${toGtin14(gtin)}/10/${no}` : `${url}/lot/${product}/${no}` }];
}

function declaredWrong({ corrected_at, error_reason, corrective }: EventRow, url: string) {
  if (!corrected_at || !error_reason) return {};
  const correctiveEventIDs = corrective.map((id) => `${url}/event/${id}`);
  return {
    errorDeclaration: {
      declarationTime: corrected_at.toISOString(),
      reason: error_reason,
      ...(correctiveEventIDs.length > 0 ? { correctiveEventIDs } : {}),
    },
  };
}

const dispositionOf = (name: ActName): { disposition?: string } => {
  const act = acts[name];
  return 'disposition' in act ? { disposition: act.disposition } : {};
};

/** Formats a UTC offset in minutes, such as `+08:00`. */
function offsetOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const eventsOf = (sql: Connection, ids: readonly number[]) => sql<EventRow[]>`
  select e.id, e.act, e.event_time, e.utc_offset, e.recorded_at, e.place_id, e.read_point_id, w.waybill_no,
    l.lot_no as lot, p.product_code, p.gtin, c.recorded_at as corrected_at, c.error_reason,
    array(
      select n.id from trace_event n
      where c.error_reason = 'incorrect_data' and n.id = any(${ids as number[]}::bigint[])
        and n.id > c.id and n.act = e.act and n.corrects is null
      order by n.id limit 1
    ) as corrective,
    exists (select from hold h where h.event_id = e.id and h.quality_hold_id is not null) and e.act = ${acts.hold.no} as quiet
  from trace_event e
  left join waybill w on w.id = e.waybill_id
  left join lot l on l.id = e.lot_id
  left join product p on p.id = l.product_id
  left join lateral (
    select * from trace_event c where c.corrects = e.id and c.id = any(${ids as number[]}::bigint[]) order by c.id limit 1
  ) c on true
  where e.id = any(${ids as number[]}::bigint[]) and e.corrects is null
  order by e.event_time, e.id`;

/** The positions given in inspections and cases of evidence. */
const positionsOf = (sql: Connection, events: readonly number[]) => sql<PositionRow[]>`
  select event_id, latitude, longitude from inspect_record
  where event_id = any(${events as number[]}::bigint[]) and latitude is not null
  union all
  select event_id, latitude, longitude from forensic_case
  where event_id = any(${events as number[]}::bigint[]) and latitude is not null`;

/**
 * The codes of acts: those that they name; for ranges, the code and its packages; for confirmed sets, the contents of the
 * packages around the code.
 */
async function codesOf(sql: Connection, journey: Journey): Promise<NamedCode[]> {
  const named = await writtenCodes(sql, journey);
  const confirming = named.filter(({ naming }) => naming === namingNo.set);
  if (confirming.length === 0) return named;
  const sets = await setsOfCodes(sql, journey.codes);
  const packages = journey.codes.flatMap((id) => setCodeAmong(sets, id) ?? []).toSorted((a, b) => a.depth - b.depth);
  const packed = packages.flatMap(({ id, sets: own, outermost }): NamedCode[] => {
    const range = childIdsOf(own, id);
    const children = range ? numbersIn(range).slice(0, mostChildren) : [];
    return confirming
      .filter(({ code }) => code === outermost)
      .flatMap(({ event_id }) => children.map((code) => ({ event_id, code, naming: namingNo.item, parent: id })));
  });
  return [...named, ...packed];
}

const writtenCodes = (sql: Connection, { events, codes }: Journey) => sql<NamedCode[]>`
  with packed as (
    (select packed_by as event_id, child, parent from packing
      where parent = any(${codes as number[]}::bigint[]) and packed_by = any(${events as number[]}::bigint[])
      limit ${mostChildren})
    union all
    (select unnest(array[packed_by, undone_by]), child, parent from packing_past
      where parent = any(${codes as number[]}::bigint[]) limit ${mostChildren})
  )
  select event_id, code, naming from event_code where event_id = any(${events as number[]}::bigint[])
  union
  select r.event_id, c.code, ${namingNo.item}::smallint
  from event_range r join unnest(${codes as number[]}::bigint[]) as c (code) on c.code between r.first_id and r.last_id
  where r.event_id = any(${events as number[]}::bigint[])
  union
  select event_id, child, ${namingNo.item}::smallint from packed where event_id = any(${events as number[]}::bigint[])
  union
  select event_id, parent, ${namingNo.parent}::smallint from packed where event_id = any(${events as number[]}::bigint[])`;
