import type { Range } from '@suyuan/codes/sets/ranges.ts';
import type { ErrorReason } from '@suyuan/contract/trace/error-declaration.ts';
import type { Amendment } from '@suyuan/contract/trace/event-list.ts';
import { codesTold } from '@suyuan/contract/trace/event-row.ts';
import { type CodeRole, type EventType, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { insertRows } from '#platform/database/statements/insert-rows.ts';
import type { EventRef } from '../../state/code-record.ts';
import type { HeldGoods, HoldDocument } from '../../state/holds.ts';
import { roleNumbers } from '../../state/ordered-sets.ts';

/** The person or device who did it, or both, if the person retried what the device had sent. Both are null where it is only tried. */
export interface Doer {
  readonly accountId: number | null;
  readonly deviceKeyId: number | null;
}

/** Whether a person did it at a desk: what a person retried for a device is still what the device did. */
export const isByPerson = ({ accountId, deviceKeyId }: Doer): boolean => accountId !== null && deviceKeyId === null;

/** An event that is about to be written. */
export interface NewEvent extends Omit<EventRef, 'id' | 'waybillId' | 'forWaybillId' | 'byPerson' | 'countedAt'> {
  readonly act: EventType;
  readonly utcOffset: number;
  readonly by: Doer;
  readonly readPointId: number | null;
  readonly batchKey: string | null;
  readonly jobId: string | null;
  readonly reason: string | null;
  /** The waybill that it was done for, and whether the goods are off it afterwards. */
  readonly waybillId?: number | null;
  readonly offWaybill?: boolean;
  /** The correction of a waybill that it is part of. */
  readonly amendment?: Amendment | null;
  /** The return that it was done for. */
  readonly refundId?: number | null;
  /** The event that this one declares wrong; its figures are counted back on its own day, `at`. */
  readonly corrects?: {
    readonly event: number;
    readonly at: number;
    readonly reason: ErrorReason;
  };
}

/** Draws ids for events that are about to be written, ascending. */
export async function eventIds(sql: Connection, count: number): Promise<number[]> {
  if (count <= 0) return [];
  const rows = await sql<{ id: number }[]>`
    select nextval('trace_event_id_seq') as id from generate_series(1, ${count})`;
  return rows.map(({ id }) => id);
}

/** The id of an event; throws if it has none yet. */
export function idOf({ id }: EventRef): number {
  if (id === undefined) throw new Error('a referenced event was not inserted');
  return id;
}

/** An event with the id drawn for it. */
interface Numbered extends NewEvent {
  readonly id: number;
}

/** A code that the history names for an event. */
export type CodeOfEvent = Pick<NamedOfEvent, 'event' | 'code' | 'naming'>;

/** Inserts events. Each row repeats the first of the event's codes, and how many there are, for the history of events. */
export async function writeEvents(
  sql: Connection,
  events: readonly Numbered[],
  codes: readonly CodeOfEvent[],
): Promise<void> {
  const codesOf = Map.groupBy(codes, ({ event }) => event);
  await insertRows(
    sql,
    'trace_event',
    events,
    {
      id: ['bigint', ({ id }) => id],
      act: ['smallint', ({ act }) => eventTypes[act].no],
      event_time: ['timestamptz', ({ at }) => new Date(at).toISOString()],
      utc_offset: ['smallint', ({ utcOffset }) => utcOffset],
      place_id: ['bigint', ({ placeId }) => placeId],
      read_point_id: ['bigint', ({ readPointId }) => readPointId],
      work_order_id: ['bigint', ({ workOrderId }) => workOrderId],
      product_id: ['bigint', ({ productId }) => productId],
      lot_id: ['bigint', ({ lotId }) => lotId],
      account_id: ['bigint', ({ by }) => by.accountId],
      device_key_id: ['bigint', ({ by }) => by.deviceKeyId],
      batch_key: ['text', ({ batchKey }) => batchKey],
      job_id: ['uuid', ({ jobId }) => jobId],
      reason: ['text', ({ reason }) => reason],
      corrects: ['bigint', ({ corrects }) => corrects?.event ?? null],
      error_reason: ['text', ({ corrects }) => corrects?.reason ?? null],
      waybill_id: ['bigint', ({ waybillId }) => waybillId ?? null],
      off_waybill: ['boolean', ({ offWaybill }) => offWaybill === true],
      amendment: ['text', ({ amendment }) => amendment ?? null],
      refund_id: ['bigint', ({ refundId }) => refundId ?? null],
      codes: ['bigint[]', ({ id }) => `{${firstCodes(codesOf.get(id) ?? [])}}`],
      code_count: ['int', ({ id }) => codesOf.get(id)?.length ?? 0],
      all_codes: ['bigint[]', ({ id }) => allCodes(codesOf.get(id) ?? [])],
    },
    { givesIds: true },
  );
}

/** Packages before what lies in them. */
const firstCodes = (codes: readonly CodeOfEvent[]): number[] =>
  codes
    .toSorted((a, b) => roleNumbers[b.naming] - roleNumbers[a.naming] || a.code - b.code)
    .slice(0, codesTold)
    .map(({ code }) => code);

/** Beyond so many codes, nearly all shards of a cluster have one of them. */
const mostListed = 100;

const allCodes = (codes: readonly CodeOfEvent[]): string | null =>
  codes.length > codesTold && codes.length <= mostListed ? `{${codes.map(({ code }) => code)}}` : null;

/** A code that an event names, with when and where it happened. */
export interface NamedOfEvent {
  readonly event: number;
  readonly at: number;
  readonly placeId: number | null;
  readonly code: number;
  readonly act: EventType;
  readonly naming: CodeRole;
  readonly units: number;
}

/** Writes which codes events name. */
export async function writeNamed(sql: Connection, eventCodes: readonly NamedOfEvent[]): Promise<void> {
  if (eventCodes.length === 0) return;
  await insertRows(sql, 'event_code', eventCodes, {
    code: ['bigint', ({ code }) => code],
    event_id: ['bigint', ({ event }) => event],
    event_time: ['timestamptz', ({ at }) => new Date(at).toISOString()],
    place_id: ['bigint', ({ placeId }) => placeId],
    units: ['int', ({ units }) => units],
    act: ['smallint', ({ act: eventType }) => eventTypes[eventType].no],
    naming: ['smallint', ({ naming: role }) => roleNumbers[role]],
  });
}

/** A range of codes that an event names. */
interface Span {
  readonly event: number;
  readonly range: Range;
}

/** Inserts ranges that events name. Printed labels have a table of their own, which is searched for nothing else. */
export async function writeSpans(
  sql: Connection,
  table: 'printed_codes' | 'event_range',
  spans: readonly Span[],
): Promise<void> {
  if (spans.length === 0) return;
  await insertRows(sql, table, spans, {
    event_id: ['bigint', ({ event }) => event],
    first_id: ['bigint', ({ range }) => range.first],
    last_id: ['bigint', ({ range }) => range.last],
  });
}

/** Goods that an event holds for a document, or a code that it exempts from what the document holds otherwise. */
export interface Held {
  readonly document: HoldDocument;
  readonly goods: HeldGoods;
  readonly exempts: boolean;
}

/** A code that takes what its document has decided along. */
export interface HeldOn {
  readonly document: HoldDocument;
  readonly code: number;
  readonly exempts: boolean;
}

interface OfEvent<What> {
  readonly event: number;
  readonly held: What;
}

/** A hold, by its id, that an event lifts. */
interface Released {
  readonly event: number;
  readonly hold: number;
}

/** Inserts holds and lifts others. Who, when and why are copied from the events, which have to be written before. */
export async function writeHolds(
  sql: Connection,
  holds: readonly OfEvent<Held>[],
  heldOn: readonly OfEvent<HeldOn>[],
  releases: readonly Released[],
): Promise<void> {
  if (holds.length > 0) {
    await sql`
      insert into hold (lot_id, code, place_id, exempts, recall_id, quality_hold_id, event_id, reason, held_by, held_at)
      select h.lot_id, h.code, h.place_id, h.exempts, h.recall_id, h.quality_hold_id, e.id, e.reason, e.account_id, e.event_time
      from unnest(
        ${holds.map(({ held: { goods } }) => ('lot' in goods ? goods.lot.id : null))}::bigint[],
        ${holds.map(({ held: { goods } }) => ('code' in goods ? goods.code : null))}::bigint[],
        ${holds.map(({ held: { goods } }) => ('placeId' in goods ? goods.placeId : null))}::bigint[],
        ${holds.map(({ held: { exempts } }) => exempts)}::boolean[],
        ${holds.map((one) => idIf('recall', one.held.document))}::bigint[],
        ${holds.map((one) => idIf('quality_hold', one.held.document))}::bigint[],
        ${holds.map(({ event }) => event)}::bigint[]
      ) as h (lot_id, code, place_id, exempts, recall_id, quality_hold_id, event_id)
      join trace_event e on e.id = h.event_id`;
  }
  if (heldOn.length > 0) {
    // Who, when and why are those of the hold that the goods take along.
    await sql`
      insert into hold (code, exempts, recall_id, quality_hold_id, event_id, reason, held_by, held_at)
      select h.code, h.exempts, h.recall_id, h.quality_hold_id, h.event_id, o.reason, o.held_by, o.held_at
      from unnest(
        ${heldOn.map(({ held: { code } }) => code)}::bigint[],
        ${heldOn.map(({ held: { exempts } }) => exempts)}::boolean[],
        ${heldOn.map((one) => idIf('recall', one.held.document))}::bigint[],
        ${heldOn.map((one) => idIf('quality_hold', one.held.document))}::bigint[],
        ${heldOn.map(({ event }) => event)}::bigint[]
      ) as h (code, exempts, recall_id, quality_hold_id, event_id)
      cross join lateral (
        select reason, held_by, held_at from hold
        where (recall_id = h.recall_id or quality_hold_id = h.quality_hold_id) and exempts = h.exempts
          and released_at is null
        order by id limit 1
      ) o`;
  }
  if (releases.length > 0) {
    await sql`
      update hold set released_by = e.account_id, released_at = e.event_time, release_reason = e.reason,
        release_event_id = e.id
      from unnest(
        ${releases.map(({ hold }) => hold)}::bigint[], ${releases.map(({ event }) => event)}::bigint[]
      ) as r (hold_id, event_id)
      join trace_event e on e.id = r.event_id
      where hold.id = r.hold_id`;
  }
}

const idIf = (kind: HoldDocument['kind'], document: HoldDocument): number | null =>
  document.kind === kind ? document.id : null;
