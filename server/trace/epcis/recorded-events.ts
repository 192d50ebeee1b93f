import { numbersIn } from '@suyuan/codes/sets/ranges.ts';
import { changesNothing, eventTypes as declared, type EventType, eventTypeOf } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import type { PlacedCode } from '../flow/code-journey.ts';
import type { CodeSpan } from '../flow/code-spans.ts';
import type { PlaceRef } from '../places.ts';
import { readCodes } from '../state/code-records.ts';
import {
  allInside,
  isInnermost,
  type OrderedSets,
  roleNumbers,
  setCodeAmong,
  setsOfCodes,
} from '../state/ordered-sets.ts';
import { type ErrorOf, errorsOf } from './errors-of-events.ts';
import { type Handover, handoversOfReturns, handoversOfWaybills } from './handovers.ts';
import { type Packing, packingsOfEvents } from './packings-of-events.ts';

/** A lot of a product. */
export interface RecordedLot {
  readonly no: string;
  readonly productId: number;
  readonly expiry: string | null;
}

/** An event with all that its document holds. It is the same, whichever of its codes is requested. */
export interface RecordedEvent {
  readonly id: number;
  readonly act: EventType;
  readonly at: Date;
  readonly recordedAt: Date;
  /** Minutes. */
  readonly utcOffset: number;
  /** Where the goods are afterwards. */
  readonly place: PlaceRef | null;
  readonly readPoint: PlaceRef | null;
  /** Where somebody stood who inspected goods, in degrees. */
  readonly position: { readonly latitude: number; readonly longitude: number } | null;
  readonly waybill: Handover | null;
  readonly refund: Handover | null;
  readonly orderNo: string | null;
  readonly productId: number | null;
  readonly lot: RecordedLot | null;
  /** Whether it holds goods without calling them back. */
  readonly isQualityHold: boolean;
  /** The codes that it is about, by their roles. */
  readonly items: readonly number[];
  readonly successors: readonly number[];
  /** Codes at the place that it is about, as far as they are wanted. */
  readonly placed: readonly number[];
  /** Spans of the ranges that it is about, as far as they are wanted, with their codes that were on products then. */
  readonly spans: readonly RecordedSpan[];
  readonly added: readonly Packing[];
  readonly removed: readonly Packing[];
  readonly inferred: readonly Packing[];
  /** Whether it was declared wrong, of a package or altogether. */
  readonly error: ErrorOf;
}

export interface RecordedSpan {
  readonly index: number;
  readonly codes: readonly number[];
}

interface EventRow {
  readonly id: number;
  readonly act: number;
  readonly event_time: Date;
  readonly recorded_at: Date;
  readonly utc_offset: number;
  readonly place_kind: PlaceRef['kind'] | null;
  readonly place_ref: number;
  readonly read_kind: PlaceRef['kind'] | null;
  readonly read_ref: number;
  readonly waybill_id: number | null;
  readonly refund_id: number | null;
  readonly order_no: string | null;
  readonly product_id: number | null;
  readonly lot_no: string | null;
  readonly lot_product_id: number;
  readonly expiry: string | null;
  readonly is_quality_hold: boolean;
  readonly codes: readonly number[];
  readonly code_count: number;
}

/** Which events are wanted, and how much of them. */
export interface Wanted {
  readonly events: readonly number[];
  /** The packages that are wanted of events that may have packed very many; all if undefined. */
  readonly packages?: readonly number[] | undefined;
  /** Codes that events are about without naming them: at a place, or in ranges. */
  readonly placed: readonly PlacedCode[];
  readonly spans: readonly CodeSpan[];
}

/** The events in the order in which they happened, without those that declare others wrong. */
export async function recordedEvents(sql: Connection, wantedOf: Wanted): Promise<RecordedEvent[]> {
  const { events, packages, placed } = wantedOf;
  if (events.length === 0) return [];
  const [rows, positions] = await Promise.all([rowsOf(sql, events), positionsOf(sql, events)]);
  const spans = await spansOfRows(sql, rows, wantedOf.spans);
  const codeRows = await namedBy(sql, rows);
  const ids = new Set(rows.map(({ id }) => id));
  const roleOf = (role: keyof typeof roleNumbers, id: number) =>
    (codeRows.get(id) ?? []).filter((one) => one.naming === roleNumbers[role]).map(({ code }) => code);
  const replaced = rows
    .filter(({ act: eventType }) => eventTypeOf(eventType) === 'replace')
    .flatMap(({ id }) => [...roleOf('item', id), ...roleOf('successor', id)]);
  const confirmed = rows.flatMap(({ id }) => roleOf('set', id).map((outermost) => ({ event: id, outermost })));
  const wanted = packages ?? (await packagesOf(sql, rows, codeRows));
  const parents = [...new Set([...wanted, ...replaced])];
  const [packings, waybills, refunds] = await Promise.all([
    packingsOfEvents(sql, ids, parents, confirmed),
    handoversOfWaybills(sql, distinct(rows.map(({ waybill_id }) => waybill_id))),
    handoversOfReturns(sql, distinct(rows.map(({ refund_id }) => refund_id))),
  ]);
  const of = (group: readonly Packing[], id: number) => group.filter(({ event }) => event === id);
  const history = rows.map(
    (row): Omit<RecordedEvent, 'error'> => ({
      id: row.id,
      act: eventTypeOf(row.act),
      at: row.event_time,
      recordedAt: row.recorded_at,
      utcOffset: row.utc_offset,
      place: row.place_kind && { kind: row.place_kind, ref: row.place_ref },
      readPoint: row.read_kind && { kind: row.read_kind, ref: row.read_ref },
      position: positions.get(row.id) ?? null,
      waybill: waybills.get(row.waybill_id ?? 0) ?? null,
      refund: refunds.get(row.refund_id ?? 0) ?? null,
      orderNo: row.order_no,
      productId: row.product_id,
      lot: row.lot_no === null ? null : { no: row.lot_no, productId: row.lot_product_id, expiry: row.expiry },
      isQualityHold: row.is_quality_hold,
      items: roleOf('item', row.id),
      successors: roleOf('successor', row.id),
      placed: placed.filter(({ event }) => event === row.id).map(({ code }) => code),
      spans: spans.get(row.id) ?? [],
      added: of(packings.added, row.id),
      removed: of(packings.removed, row.id),
      inferred: of(packings.inferred, row.id),
    }),
  );
  const errors = await errorsOf(sql, history, confirmed);
  return history.map((event) => ({ ...event, error: errors(event.id) }));
}

/** The spans of rows with their codes. Such an event is about those codes only that were on products at its time. */
async function spansOfRows(
  sql: Connection,
  rows: readonly EventRow[],
  spans: readonly CodeSpan[],
): Promise<ReadonlyMap<number, RecordedSpan[]>> {
  if (spans.length === 0) return new Map();
  const records = await readCodes(sql, [...new Set(spans.flatMap(numbersIn))]);
  const times = new Map(rows.map(({ id, event_time }) => [id, event_time.getTime()]));
  const wasOnProduct = (code: number, at: number) => {
    const boundAt = records.get(code)?.boundAt ?? null;
    return boundAt !== null && new Date(boundAt).getTime() <= at;
  };
  const unique = new Map(spans.map((span) => [`${span.event} ${span.index}`, span]));
  const recorded = [...unique.values()]
    .toSorted((one, other) => one.index - other.index)
    .map((span) => {
      const at = times.get(span.event) ?? 0;
      return { ...span, codes: numbersIn(span).filter((code) => wasOnProduct(code, at)) };
    });
  return Map.groupBy(
    recorded.filter(({ codes }) => codes.length > 0),
    ({ event }) => event,
  );
}

const distinct = (ids: readonly (number | null)[]): number[] => [...new Set(ids.flatMap((id) => id ?? []))];

const rowsOf = (sql: Connection, events: readonly number[]) => sql<EventRow[]>`
  select e.id, e.act, e.event_time, e.recorded_at, e.utc_offset, p.kind as place_kind, p.ref_id as place_ref,
    r.kind as read_kind, r.ref_id as read_ref, e.waybill_id,
    coalesce(e.refund_id, case when p.kind = 'refund' then p.ref_id end) as refund_id, o.order_no, e.product_id,
    l.lot_no, l.product_id as lot_product_id, to_char(l.expiry_date, 'YYYY-MM-DD') as expiry,
    coalesce(e.all_codes, e.codes) as codes, e.code_count,
    e.act = ${declared.hold.no} and exists (select from hold h where h.event_id = e.id and h.quality_hold_id is not null) as is_quality_hold
  from trace_event e
  left join place p on p.id = e.place_id
  left join place r on r.id = e.read_point_id
  left join work_order o on o.id = e.work_order_id
  left join lot l on l.id = e.lot_id
  where e.id ${among(sql, events)} and e.corrects is null
  order by e.event_time, e.id`;

interface NamedRow {
  readonly event_id: number;
  readonly code: number;
  readonly naming: number;
}

/**
 * The codes that events name, sorted. Most events tell them themselves, so only their shards are asked; one of very many is looked for on
 * all.
 */
async function namedBy(sql: Connection, events: readonly EventRow[]): Promise<Map<number, NamedRow[]>> {
  const [few, many] = [events.filter(tellsCodes), events.filter((one) => !tellsCodes(one))];
  const codes = [...new Set(few.flatMap((one) => one.codes))];
  const [ofFew, ofMany] = await Promise.all([
    codes.length === 0
      ? []
      : sql<NamedRow[]>`
          select event_id, code, naming from event_code
          where code ${among(sql, codes)} and event_id ${among(sql, idsOf(few))}`,
    many.length === 0
      ? []
      : sql<NamedRow[]>`select event_id, code, naming from event_code where event_id ${among(sql, idsOf(many))}`,
  ]);
  const rows = [...ofFew, ...ofMany].toSorted((a, b) => a.code - b.code);
  return Map.groupBy(rows, ({ event_id }) => event_id);
}

const tellsCodes = ({ codes, code_count }: EventRow): boolean => code_count === codes.length;
const idsOf = (events: readonly EventRow[]): number[] => events.map(({ id }) => id);

/** All packages that events packed something into, or took something out of. */
async function packagesOf(
  sql: Connection,
  events: readonly EventRow[],
  named: ReadonlyMap<number, readonly NamedRow[]>,
): Promise<number[]> {
  const namings = [...named.values()].flat();
  const outermost = namings.filter(({ naming }) => naming === roleNumbers.set).map(({ code }) => code);
  // Packages that a file packed have no row that names them; their event tells the first of them.
  const briefly = events.filter((one) => eventTypeOf(one.act) === 'pack' && !tellsCodes(one));
  const [sets, packed, opened] = await Promise.all([
    setsOfCodes(sql, outermost),
    briefly.length === 0
      ? []
      : sql<{ code: number }[]>`select code from package where packed_by ${among(sql, idsOf(briefly))}`,
    sql<{ code: number }[]>`
      select distinct parent as code from packing_past
      where undone_by ${among(sql, idsOf(events.filter(({ act }) => !changesNothing(eventTypeOf(act)))))}`,
  ]);
  return [
    ...namings.filter(({ naming }) => naming === roleNumbers.parent).map(({ code }) => code),
    ...events.filter(({ act }) => eventTypeOf(act) === 'pack').flatMap(({ codes }) => codes),
    ...outermost.flatMap((code) => packagesInSet(sets, code)),
    ...[...packed, ...opened].map(({ code }) => code),
  ];
}

/** A package of a set and those within it. */
function packagesInSet(sets: readonly OrderedSets[], id: number): number[] {
  const code = setCodeAmong(sets, id);
  if (!code || isInnermost(code)) return [];
  // The innermost depth has units.
  return [id, ...allInside(code).slice(0, -1).flatMap(numbersIn)];
}

/** The positions given in inspections and cases of evidence. */
async function positionsOf(sql: Connection, events: readonly number[]) {
  const rows = await sql<{ event_id: number; latitude: string; longitude: string }[]>`
    select event_id, latitude, longitude from inspect_record
    where event_id ${among(sql, events)} and latitude is not null
    union all
    select event_id, latitude, longitude from forensic_case
    where event_id ${among(sql, events)} and latitude is not null`;
  return new Map(
    rows.map((row) => [row.event_id, { latitude: Number(row.latitude), longitude: Number(row.longitude) }]),
  );
}
