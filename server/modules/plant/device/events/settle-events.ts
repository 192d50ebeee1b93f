import type { DeviceEvent } from '@suyuan/contract/plant/device/device.ts';
import { maxRefusals } from '@suyuan/contract/trace/refusal.ts';
import type { Connection } from '#platform/database/database.ts';
import { insertRows } from '#platform/database/statements/insert-rows.ts';
import type { SharedServices } from '#shared-services.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import type { Refused } from '#trace/capture/context/refused.ts';
import type { RaisedException, StoredRefusal } from '#trace/exceptions/exception-kind.ts';
import { lateEvent } from '#trace/exceptions/exception-kind.ts';
import { refusedTexts } from '#trace/lookup/refused-texts.ts';
import { isEarly, readEvents, type SentEvent } from './sent-events.ts';

/** The result of an event. */
export interface Settled {
  readonly result: 'taken' | 'refused' | 'waiting';
  readonly refusals?: readonly StoredRefusal[];
  /** There may be more. */
  readonly more?: true;
}

/** An event that waits for something to arrive, stored by an earlier batch or new. */
interface Waiting {
  readonly sent: SentEvent;
  /** Its row of `waiting_act`; undefined for an event of this batch. */
  readonly row: { readonly id: number; readonly overdue: boolean } | undefined;
  refusals: readonly StoredRefusal[];
}

/** Events that wait longer than this become exceptions. */
const longestWait = '1 day';
/** How many waiting events are tried at once, oldest first. */
const maxTried = 500;
/** One event that is taken may make way for another: units for their case, the case for its pallet. */
const maxRounds = 6;

/**
 * Captures events in the order in which they happened, and then retries events of the same work orders that wait. The caller
 * holds the capture lock. Returns the result of each event.
 */
export async function settle(
  sql: Connection,
  shared: SharedServices,
  events: readonly SentEvent[],
): Promise<Map<SentEvent, Settled>> {
  const settlements = new Map<SentEvent, Settled>();
  const waiting: Waiting[] = [];
  const readable = events.filter((one) => one.input).toSorted((a, b) => timeOf(a) - timeOf(b));
  for (const one of events) if (!one.input) settlements.set(one, refusedFor(one.unread));
  const outcomes = await captureSent(sql, shared, readable);
  for (const [at, one] of readable.entries()) {
    const { refused, refusals } = outcomes[at] as CapturedSent;
    if (refused.length === 0) settlements.set(one, { result: 'taken' });
    else if (isEarly(one, refused)) waiting.push({ sent: one, row: undefined, refusals });
    else settlements.set(one, refusedFor(refusals));
  }
  // An event that came too late, with a time that cannot be, or after the goods had left, becomes an exception; other refusals are left
  // to the device, or to the capture's own exceptions.
  const startedOrders = await begunOrders(sql, settlements);
  const tooLate = [...settlements].flatMap(([one, { result, refusals = [] }]) =>
    result === 'refused' && refusals.some(({ reason }) => isForPeople(one, reason, startedOrders))
      ? [exceptionOf(one, refusals)]
      : [],
  );
  await shared.exceptions.raise(sql, lateEvent, tooLate);
  const orders = [...new Set(events.flatMap(({ workOrderId }) => workOrderId ?? []))];
  shared.capture.readsWaiting(sql, orders);
  await settleWaiting(sql, shared, [...(await waitingOf(sql, shared, orders)), ...waiting], settlements);
  return settlements;
}

/** Retries events of a work order that wait, without new ones. */
export async function settleAgain(sql: Connection, shared: SharedServices, order: number): Promise<void> {
  await settleWaiting(sql, shared, await waitingOf(sql, shared, [order]), new Map());
}

/**
 * Retries waiting events in rounds until none is taken any more; stores new ones that still wait, and raises exceptions for those
 * that are refused for good or overdue.
 */
async function settleWaiting(
  sql: Connection,
  shared: SharedServices,
  waiting: readonly Waiting[],
  settlements: Map<SentEvent, Settled>,
): Promise<void> {
  let rest = waiting.toSorted((a, b) => timeOf(a.sent) - timeOf(b.sent));
  const over: Waiting[] = [];
  for (let round = 0, before = Number.POSITIVE_INFINITY; rest.length < before && round < maxRounds; round++) {
    before = rest.length;
    const outcomes = await captureSent(
      sql,
      shared,
      rest.map((one) => one.sent),
    );
    const again: Waiting[] = [];
    for (const [at, one] of rest.entries()) {
      const { refused, refusals } = outcomes[at] as CapturedSent;
      one.refusals = refusals;
      if (refused.length > 0 && isEarly(one.sent, refused)) again.push(one);
      else {
        over.push(one);
        settlements.set(one.sent, refused.length === 0 ? { result: 'taken' } : refusedFor(refusals));
      }
    }
    rest = again;
  }
  for (const one of rest) settlements.set(one.sent, { result: 'waiting', refusals: one.refusals });
  const overdue = rest.filter(({ row }) => row?.overdue);
  const failures = over.filter(({ row, refusals }) => row && refusals.length > 0);
  const inVain = [...failures, ...overdue].map(({ sent, refusals }) => exceptionOf(sent, refusals));
  await shared.exceptions.raise(sql, lateEvent, inVain);
  const finishedEvents = [...over, ...overdue].filter(({ row }) => row);
  const fresh = rest.filter(({ row }) => !row);
  if (finishedEvents.length + fresh.length === 0) return;
  const ids = finishedEvents.flatMap(({ row }) => row?.id ?? []);
  if (ids.length > 0) await sql`delete from waiting_act where id = any(${ids}::bigint[])`;
  if (fresh.length > 0) await keep(sql, fresh);
  await shared.capture.changesWaiting(
    sql,
    [...finishedEvents, ...fresh].flatMap(({ sent }) => sent.workOrderId ?? []),
  );
}

/** Events that the capture raises exceptions of its own for if the goods are not on the line. */
const ownExceptions: ReadonlySet<DeviceEvent['act']> = new Set(['packed', 'bound', 'printed']);

/** Reasons that are no fault of the line: an event that did happen would be lost with them. */
const forPeople: ReadonlySet<StoredRefusal['reason']> = new Set(['before_last_act', 'time_too_early', 'order_closed']);

/** What was done for an order after it was held or finished did happen; for one that nobody has started, its line is at fault. */
function isForPeople(
  { act: { act: eventType }, workOrderId }: SentEvent,
  reason: StoredRefusal['reason'],
  startedOrders: ReadonlySet<number>,
): boolean {
  if (reason === 'order_not_running') return startedOrders.has(workOrderId ?? 0);
  return forPeople.has(reason) || (reason === 'not_here' && !ownExceptions.has(eventType));
}

/** The work orders of events that were refused as not running, as far as they have been started. */
async function begunOrders(
  sql: Connection,
  settlements: ReadonlyMap<SentEvent, Settled>,
): Promise<ReadonlySet<number>> {
  const orders = [...settlements].flatMap(([{ workOrderId }, { refusals = [] }]) =>
    refusals.some(({ reason }) => reason === 'order_not_running') ? (workOrderId ?? []) : [],
  );
  if (orders.length === 0) return new Set();
  const rows = await sql<{ id: number }[]>`
    select id from work_order where id = any(${[...new Set(orders)]}::bigint[]) and started_at is not null`;
  return new Set(rows.map(({ id }) => id));
}

/** A device is told the first refusals of an event. */
const refusedFor = (refusals: readonly StoredRefusal[]): Settled => ({
  result: 'refused',
  refusals: refusals.slice(0, maxRefusals),
  ...(refusals.length > maxRefusals ? { more: true } : {}),
});

const timeOf = ({ input }: SentEvent): number => input?.at ?? 0;

export interface CapturedSent {
  readonly refused: readonly Refused[];
  readonly refusals: readonly StoredRefusal[];
}

/** Captures events; returns the refusals of each, with codes as ids and as texts. */
export async function captureSent(
  sql: Connection,
  shared: SharedServices,
  events: readonly SentEvent[],
): Promise<CapturedSent[]> {
  if (events.length === 0) return [];
  const outcomes = await shared.capture.captureIn(
    sql,
    events.map(({ input }) => input as EventInput),
  );
  const refusals = outcomes.map((one) => ('refused' in one ? one.refused : []));
  return Promise.all(
    refusals.map(async (refused, at) => ({
      refused,
      refusals:
        refused.length === 0
          ? []
          : await refusedTexts(sql, { rules: shared.rules, seen: 'everything' }, refused, events[at]?.texts),
    })),
  );
}

interface WaitingRow {
  readonly id: number;
  readonly act: DeviceEvent;
  readonly batch_key: string;
  readonly device_key_id: number;
  readonly line_id: number;
  readonly first_key_id: number;
  readonly lacks: readonly StoredRefusal[];
  readonly overdue: boolean;
}

async function waitingOf(sql: Connection, shared: SharedServices, orders: readonly number[]): Promise<Waiting[]> {
  const rows = await sql<WaitingRow[]>`
    select w.id, w.act, w.batch_key, w.device_key_id, k.line_id, coalesce(k.first_key_id, k.id) as first_key_id, w.lacks, w.waits_since < now() - ${longestWait}::interval as overdue
    from waiting_act w join device_key k on k.id = w.device_key_id
    where w.work_order_id = any(${orders as number[]}::bigint[])
    order by w.waits_since, w.id limit ${maxTried}`;
  const all: Waiting[] = [];
  for (const [keyId, own] of Map.groupBy(rows, (row) => row.device_key_id)) {
    const { line_id: lineId, first_key_id: firstKeyId } = own[0] as WaitingRow;
    const device = { keyId, firstKeyId, lineId };
    const sentEvents = await readEvents(
      sql,
      shared,
      device,
      own.map(({ act: event, batch_key }) => ({ act: event, batchKey: batch_key })),
    );
    for (const [at, row] of own.entries()) all.push({ sent: sentEvents[at] as SentEvent, row, refusals: row.lacks });
  }
  return all;
}

async function keep(sql: Connection, waiting: readonly Waiting[]): Promise<void> {
  await insertRows(sql, 'waiting_act', waiting, {
    work_order_id: ['bigint', ({ sent }) => sent.workOrderId],
    device_key_id: ['bigint', ({ sent }) => sent.device.keyId],
    act: ['jsonb', ({ sent }) => JSON.stringify(sent.act)],
    batch_key: ['text', ({ sent }) => sent.batchKey],
    lacks: ['jsonb', ({ refusals }) => JSON.stringify(refusals)],
  });
}

const exceptionOf = (
  { device, act: event, batchKey, workOrderId }: SentEvent,
  refusals: readonly StoredRefusal[],
): RaisedException => ({
  about: `${device.keyId} ${batchKey} ${event.id}`,
  cause: refusals[0]?.reason ?? 'incomplete',
  origin: { source: 'device', deviceKeyId: device.keyId },
  raw: event,
  codes: [...new Set(refusals.flatMap(({ code }) => (code === '' ? [] : [code])))],
  workOrderId,
  refusals,
});
