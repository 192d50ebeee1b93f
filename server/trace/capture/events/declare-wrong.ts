import { isDoneDespiteHold } from '@suyuan/contract/trace/events.ts';
import {
  type CodeRecord,
  type EventRef,
  goodsIn,
  noGoods,
  placeIdOf,
  putOn,
  unitsOf,
} from '../../state/code-record.ts';

import type { Ledger } from '../../state/ledger.ts';
import { bookingOf, leave, movesStock, rebook } from '../context/booking.ts';
import { type CaptureContext, eventOf, held, type Outcome, obstaclesOf } from '../context/capture-context.ts';
import type { EventInput, RetractEvent, UnmarkEvent, UntravelEvent } from '../context/event-input.ts';
import type { Refused } from '../context/refused.ts';
import { confirmedSet, retractSet } from './confirm-set.ts';
import { countMark } from './mark.ts';

/** Declares a packing wrong: its children come out, and those that were bound by it alone are bound to no product again. */
export function retract(context: CaptureContext, input: RetractEvent): Outcome {
  const { ledger, effects } = context;
  const parent = ledger.get(input.parent);
  const set = confirmedSet(context, input);
  const children = packedIn(ledger, input);
  const refused: Refused[] = [];
  for (const one of obstaclesOf(context, input, 'unpack', 'parent', parent, input.parent)) refused.push(one);
  if (children.length === 0 && !set) refused.push({ code: input.parent, reason: 'not_packed' });
  if (parent) for (const one of builtUpon(parent, input.event)) refused.push(one);
  for (const one of closedOrders(context, input)) refused.push(one);
  if (refused.length === 0 && parent && set) return retractSet(context, input, set, parent);
  const [first] = children;
  if (refused.length > 0 || !parent || !first) return { refused };
  const event = effects.event({
    ...eventOf(input, 'unpack'),
    workOrderId: parent.workOrderId,
    productId: parent.productId,
    lotId: parent.lotId,
    placeId: ledger.placeOf(parent),
    corrects: { event: input.event, at: first.packedBy?.at ?? input.at, reason: input.error },
  });
  const units = children.reduce((sum, child) => sum + unitsOf(child), 0);
  for (const child of children) putBack(context, child, event);
  // If nothing is left in the package, `leave` has named it as dissolved already.
  if (parent.contents) effects.names(event, 'unpack', 'parent', parent.id, parent.contents.units);
  return { event, units };
}

/**
 * What a packing put into its package. A new label is in the package since the event that replaced the old one, but nobody packed it then.
 */
const packedIn = (ledger: Ledger, { parent, event }: RetractEvent): readonly CodeRecord[] =>
  ledger
    .childrenOf(parent)
    .filter(({ packedBy, events }) => packedBy?.id === event && !events.some((one) => one.ref.id === event));

/** Takes a child out and restores what it was before it was packed. */
function putBack(context: CaptureContext, child: CodeRecord, event: EventRef): void {
  const { effects } = context;
  const wasBound = child.namedBy !== null || child.contents !== null;
  if (!child.contents && child.packedBy?.byPerson) {
    effects.counts(event, 'packed_by_people', child, child.workOrderId, -1);
  }
  const before = bookingOf(context, child);
  leave(context, child, event);
  if (wasBound) {
    // A unit is on the goods again that it was on before another order packed it.
    if (!child.contents && child.namedBy) putOn(child, child.namedBy);
    rebook(context, event, before, bookingOf(context, child));
    return;
  }
  movesStock(context, event, child, before.placeId, null);
  effects.counts(event, 'packed', child, child.workOrderId, -1);
  effects.counts(event, 'bound', child, child.workOrderId, -1);
  child.life = 'issued';
  child.onProduct = false;
  child.boundAt = null;
  putOn(child, noGoods);
}

/** Declares a marking wrong: its codes get the states that the events before it gave them, and its figures are counted back. */
export function unmark(context: CaptureContext, input: UnmarkEvent): Outcome {
  const { ledger, effects } = context;
  const refused = [
    ...input.codes.flatMap((id) => [...obstaclesToUnmark(context, input, id)]),
    ...closedOrders(context, input),
  ];
  const records = refused.length > 0 ? [] : input.codes.map((id) => ledger.of(id));
  const original = records[0]?.namedBy;
  if (!original) return { refused };
  const { workOrderId, productId, lotId, placeId } = original;
  const event = effects.event({
    ...eventOf(input, input.did),
    ...{ workOrderId, productId, lotId, placeId },
    corrects: { event: input.event, at: original.at, reason: input.error },
  });
  const cause = input.cause?.trim() ?? '';
  for (const record of records) {
    const was = context.unmarked(input, record.id);
    countMark(context, event, input.did, { record: was, placeId: placeIdOf(was), cause, times: -1 });
    effects.names(event, input.did, 'item', record.id, record.level === 1 ? 1 : 0);
    Object.assign(record, was);
  }
  return { event, units: records.length };
}

/** The marking has to be the last event about the code; goods may be on hold only if it could be done despite that. */
function* obstaclesToUnmark({ ledger }: CaptureContext, input: UnmarkEvent, id: number): Generator<Refused> {
  const record = ledger.get(id);
  if (!record) return yield { code: id, reason: 'unknown_code' };
  if (record.closed) yield { code: id, reason: 'closed' };
  if (!isDoneDespiteHold(input.did)) yield* held(ledger, record, input.did);
  yield* unlessLast(record, input.event, record.namedBy?.at ?? record.lastAt);
}

/**
 * Declares wrong that goods arrived, or were lost: they are in transit with the waybill again, unless something was done with
 * them since.
 */
export function untravel(context: CaptureContext, input: UntravelEvent): Outcome {
  const { ledger, effects, waybills } = context;
  const waybill = waybills.get(input.waybillId);
  const refused = input.codes.flatMap((id) => [...obstaclesToUntravel(ledger.get(id), id, input.event)]);
  const records = refused.length > 0 ? [] : input.codes.map((id) => ledger.of(id));
  const original = records[0]?.namedBy;
  if (!original || !waybill) return { refused };
  const { workOrderId, productId, lotId, placeId } = original;
  const event = effects.event({
    ...eventOf(input, input.did),
    ...{ workOrderId, productId, lotId, placeId },
    waybillId: waybill.id,
    corrects: { event: input.event, at: original.at, reason: input.error },
  });
  let units = 0;
  for (const record of records) {
    const was = context.unmarked(input, record.id);
    for (const goods of input.did === 'receive' ? goodsIn(record) : []) {
      effects.counts(event, 'received', goods, record.workOrderId, -goods.units, { placeId: waybill.placeId });
      effects.waybillChanges.push({
        ...goods,
        ...{ waybillId: waybill.id, code: record.id, lineId: null, units: 0, received: -goods.units, returned: 0 },
        ...{ overrideReason: null, by: input.by.accountId, at: input.at },
      });
    }
    movesStock(context, event, record, ledger.placeOf(record), placeIdOf(was));
    effects.names(event, input.did, 'item', record.id, unitsOf(record));
    units += unitsOf(record);
    Object.assign(record, was);
  }
  return { event, units };
}

/** It has to be the last event about the code, which is in no package since. */
function* obstaclesToUntravel(record: CodeRecord | undefined, code: number, event: number): Generator<Refused> {
  if (!record) return yield { code, reason: 'unknown_code' };
  if (record.closed) return yield { code, reason: 'closed' };
  yield* unlessLast(record, event, record.lastAt);
}

/** The codes whose marking or packing an event takes back; none for events that declare nothing wrong. */
function takenBack(ledger: Ledger, input: EventInput): readonly CodeRecord[] {
  if (input.act === 'retract') {
    const parent = ledger.get(input.parent);
    // A set is confirmed by its outermost code alone.
    if (parent?.confirmedBy?.id === input.event) return [parent];
    return packedIn(ledger, input);
  }
  return input.act === 'unmark' ? input.codes.flatMap((id) => ledger.get(id) ?? []) : [];
}

/** The work orders whose figures change because an event is declared wrong. */
export const correctedOrders = (ledger: Ledger, input: EventInput): number[] => [
  ...new Set(
    takenBack(ledger, input).flatMap(({ workOrderId, namedBy }) =>
      [workOrderId, namedBy?.workOrderId].filter((id) => typeof id === 'number'),
    ),
  ),
];

/** Refuses to correct events of closed work orders, whose reconciliation is final. */
function* closedOrders({ ledger, orders }: CaptureContext, input: EventInput): Generator<Refused> {
  const code = takenBack(ledger, input)[0]?.id;
  for (const order of correctedOrders(ledger, input).map((id) => orders.get(id))) {
    if (code !== undefined && order?.status === 'closed')
      yield { code, reason: 'order_closed', conflict: order.orderNo };
  }
}

/** Refuses unless an event is the last that determined the state of a code; `at` is the time of the one that did instead. */
function* unlessLast(record: CodeRecord, event: number, at: number): Generator<Refused> {
  const since = [...builtUpon(record, event)];
  yield* since;
  // The event does not determine the state any more: it was declared wrong before.
  if (since.length === 0 && record.namedBy?.id !== event) {
    yield { code: record.id, reason: 'later_acts', conflict: new Date(at).toISOString() };
  }
}

/** Refuses where something was done with a code after an event. */
function* builtUpon({ id, parent, namedBy }: CodeRecord, event: number): Generator<Refused> {
  if (parent !== null) yield { code: id, reason: 'packed_elsewhere', conflict: parent };
  else if (namedBy && (namedBy.id ?? Number.POSITIVE_INFINITY) > event) {
    yield { code: id, reason: 'later_acts', conflict: new Date(namedBy.at).toISOString() };
  }
}
