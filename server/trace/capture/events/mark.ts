import { rangesOf } from '@suyuan/codes/sets/ranges.ts';
import type { MarkingEvent } from '@suyuan/contract/trace/error-declaration.ts';
import { type Measure, same } from '../../goods.ts';
import type { WorkOrderFacts } from '../../services.ts';

import { type CodeRecord, countedAs, type EventRef, recordEvent, unitsOf } from '../../state/code-record.ts';

import { moveCount } from '../context/booking.ts';
import {
  type CaptureContext,
  eventOf,
  type Outcome,
  obstaclesOf,
  otherProduct,
  unknownOrUntimely,
} from '../context/capture-context.ts';
import type { CloseEvent, InspectEvent, MarkEvent, PrintEvent, ReprintEvent } from '../context/event-input.ts';
import { type Refused, refusalsOfEach, refusalsOfGoods } from '../context/refused.ts';
import { againstOrder, lentElsewhere } from './packing-refusals.ts';

/**
 * Commissions codes, or scraps, samples or rejects labels and products. One event for each place that the codes are at. An order
 * that does not take the event is refused once, not for every code.
 */
export function mark(context: CaptureContext, input: MarkEvent): Outcome {
  const { ledger, effects, orders } = context;
  const order = orders.get(input.workOrderId);
  const against = againstOrder(order, input, input.codes[0] as number);
  if (against || !order) return { refused: against ? [against] : [] };
  const refused = refusalsOfGoods(ledger, input.codes, (id) => markRefusals(context, input, order, id));
  if (refused.length > 0) return { refused };
  const records = input.codes.map((id) => ledger.of(id));
  const beyond = beyondPlan(context, input, order, records);
  if (beyond) return { refused: [beyond] };
  let event: EventRef | undefined;
  const placeOf = (record: CodeRecord) => (isKnown(input, order, record) ? null : ledger.placeOf(record));
  for (const [placeId, group] of Map.groupBy(records, placeOf)) {
    const goods = { workOrderId: order.id, productId: order.productId, lotId: order.lotId };
    event = effects.event({
      ...eventOf(input, input.act),
      ...goods,
      placeId,
      readPointId: input.readPointId ?? order.readPointId,
    });
    for (const record of group) {
      if (isKnown(input, order, record)) bindLate(context, event, record);
      else markCode(context, input, event, record);
    }
  }
  return { event: event as EventRef, units: records.length };
}

/** A late report that a code was put on a product, of which a later event (as packing) has already been recorded. */
const isKnown = (input: MarkEvent, order: WorkOrderFacts, { boundAt, workOrderId }: CodeRecord): boolean =>
  input.act === 'bind' && input.late === true && boundAt !== null && input.at <= boundAt && workOrderId === order.id;

/** Whether a unit is on no product yet, and the event puts it on one. */
const isPutOn = ({ act: eventType }: MarkEvent, { level, life }: CodeRecord): boolean =>
  level === 1 && life === 'issued' && (eventType === 'bind' || eventType === 'reject');

/** Refuses more units than may be made for the order, naming the first. */
function beyondPlan(
  { allowance }: CaptureContext,
  input: MarkEvent,
  order: WorkOrderFacts,
  records: readonly CodeRecord[],
): Refused | undefined {
  const fresh = records.filter((record) => isPutOn(input, record));
  const excess = allowance.excess(order, fresh.length);
  return excess === undefined ? undefined : { code: fresh[0]?.id as number, reason: 'beyond_plan', conflict: excess };
}

/** Why a code cannot be marked for an order. */
export function* markRefusals(
  context: CaptureContext,
  input: MarkEvent,
  order: WorkOrderFacts,
  id: number,
): Generator<Refused> {
  const record = context.ledger.get(id);
  if (record && isKnown(input, order, record)) return;
  yield* obstaclesOf(context, input, input.act, 'item', record, id);
  if (!record) return;
  // What lies in a package is taken out of it first, and what has contents is emptied.
  if (record.parent !== null) yield { code: id, reason: 'packed_elsewhere', conflict: record.parent };
  if (record.contents) yield { code: id, reason: 'has_contents' };
  else if (record.level > 1 && input.act === 'bind') yield { code: id, reason: 'not_a_unit' };
  yield* otherProduct(record, order);
  yield* lentElsewhere(context, order, [id]);
}

/** Moves the beginning of a code's life to the late event: it is counted as bound and loose on that day instead. */
function bindLate({ effects }: CaptureContext, event: EventRef, record: CodeRecord): void {
  effects.names(event, 'bind', 'item', record.id, record.level === 1 ? 1 : 0);
  const { boundAt, workOrderId } = record;
  if (boundAt !== null && record.level === 1) {
    for (const measure of ['bound', 'loose'] as const) {
      effects.counts(event, measure, record, workOrderId, -1, { at: boundAt });
      effects.counts(event, measure, record, workOrderId, 1, { at: event.at });
    }
  }
  record.boundAt = event.at;
  record.namedBy ??= event;
  record.events.push({ act: 'bind', naming: 'item', ref: event });
}

/** The measure that each event counts a label (a code on no product yet) and a product as. */
const becomes = {
  bind: { label: 'loose', product: 'loose' },
  scrap: { label: 'label_scrapped', product: 'destroyed' },
  sample: { label: 'label_sampled', product: 'sampled' },
  reject: { label: 'rejected', product: 'rejected' },
} as const satisfies Record<MarkingEvent, Record<'label' | 'product', Measure>>;

function markCode(context: CaptureContext, input: MarkEvent, event: EventRef, record: CodeRecord): void {
  const { act: eventType, reason } = input;
  const { ledger, effects } = context;
  const cause = reason?.trim() ?? '';
  if (isPutOn(input, record)) context.allowance.add(event.workOrderId as number, 1);
  countMark(context, event, eventType, { record, placeId: ledger.placeOf(record), cause, times: 1 });
  effects.names(event, eventType, 'item', record.id, record.level === 1 ? 1 : 0);
  recordEvent(record, eventType, 'item', event);
}

/** What is counted by its cause, too, whatever becomes of the goods. */
const countedByCause: { readonly [E in MarkingEvent]?: Measure } = { reject: 'put_aside', scrap: 'scrapped' };

/** A code as an event finds it; `times` is -1 where an event is declared wrong and its figures are counted back. */
interface Marked {
  readonly record: CodeRecord;
  readonly placeId: number | null;
  /** Why it was rejected or scrapped. */
  readonly cause: string;
  readonly times: 1 | -1;
}

/** Counts one marked unit in figures and stock: from then on it counts for the event's work order. */
export function countMark(
  context: CaptureContext,
  event: EventRef,
  eventType: MarkingEvent,
  { record, placeId, cause, times }: Marked,
): void {
  if (record.level !== 1) return;
  const { effects } = context;
  const isLabel = record.life === 'issued';
  const isOnProduct = eventType === 'bind' || eventType === 'reject';
  const measure = becomes[eventType][isLabel ? 'label' : 'product'];
  const { workOrderId, productId, lotId } = event;
  if (isLabel) {
    if (isOnProduct) effects.counts(event, 'bound', event, workOrderId, times);
    effects.counts(event, measure, event, workOrderId, times);
  } else {
    const [before, after] = [countedAs(record), { measure, workOrderId, productId, lotId }];
    if (times === 1) moveCount(context, event, before, after);
    else moveCount(context, event, after, before);
    effects.stock(event, placeId, record, -times);
    if (isOnProduct) effects.stock(event, placeId, event, times);
  }
  const caused = countedByCause[eventType];
  if (caused) effects.counts(event, caused, event, workOrderId, times, { cause });
}

/** Records printed labels: the codes as ranges, and the number of units in the figures. No state changes. */
export function print(context: CaptureContext, input: PrintEvent): Outcome {
  const { ledger, effects, orders } = context;
  const order = orders.get(input.workOrderId);
  const against = againstOrder(order, input, input.codes[0] as number);
  if (against || !order) return { refused: against ? [against] : [] };
  const refused = refusalsOfEach(input.codes, (id) => obstacles(context, input, order, id));
  if (refused.length > 0) return { refused };
  const goods = { productId: order.productId, lotId: order.lotId };
  const event = effects.event({
    ...eventOf(input, 'print'),
    ...goods,
    workOrderId: order.id,
    placeId: null,
    readPointId: input.readPointId ?? order.readPointId,
  });
  const units = input.codes.filter((id) => ledger.of(id).level === 1).length;
  effects.counts(event, 'printed', goods, order.id, units);
  const ranges = rangesOf(input.codes);
  effects.prints(event, ranges);
  context.printed.add(event, ranges);
  return { event, units: input.codes.length };
}

function* obstacles(context: CaptureContext, input: PrintEvent, order: WorkOrderFacts, id: number): Generator<Refused> {
  const record = context.ledger.get(id);
  yield* obstaclesOf(context, input, 'print', 'item', record, id);
  if (record) yield* otherProduct(record, order);
}

/** Records that the labels of goods were printed again. The event is in the history of each code, and changes no state. */
export function reprint(context: CaptureContext, input: ReprintEvent): Outcome {
  const { ledger, effects } = context;
  const refused = refusalsOfEach(input.codes, (id) => reprintRefusals(context, input, id));
  if (refused.length > 0) return { refused };
  const records = input.codes.map((id) => ledger.of(id));
  const goods = {
    workOrderId: same(records.map(({ workOrderId }) => workOrderId)),
    productId: same(records.map(({ productId }) => productId)),
    lotId: same(records.map(({ lotId }) => lotId)),
  };
  const event = effects.event({ ...eventOf(input, 'print'), ...goods, placeId: null });
  for (const record of records) {
    effects.names(event, 'print', 'item', record.id, unitsOf(record));
    if (record.level === 1) effects.counts(event, 'printed', record, record.workOrderId, 1);
  }
  return { event, units: records.length };
}

/** Only what is on goods has a label to be replaced: codes on none are handed out again with their order. */
function* reprintRefusals(context: CaptureContext, input: ReprintEvent, id: number): Generator<Refused> {
  const record = context.ledger.get(id);
  yield* obstaclesOf(context, input, 'print', 'item', record, id);
  if (!record) return;
  const life = context.ledger.lifeOf(record);
  if (life === 'issued') yield { code: id, reason: 'not_commissioned' };
  else if (life !== 'active') yield { code: id, reason: life };
}

/** Records that codes were inspected. The event is in their history, and changes no state. */
export function inspect(context: CaptureContext, input: InspectEvent): Outcome {
  const { ledger, effects } = context;
  const codes = [...new Set(input.codes)];
  const refused = codes.flatMap((id) => [...unknownOrUntimely(context, input, ledger.get(id), id)]);
  if (refused.length > 0) return { refused };
  const records = codes.map((id) => ledger.of(id));
  const event = effects.event({
    ...eventOf(input, 'inspect'),
    workOrderId: null,
    productId: same(records.map(({ productId }) => productId)),
    lotId: same(records.map(({ lotId }) => lotId)),
    placeId: null,
  });
  for (const record of records) effects.names(event, 'inspect', 'item', record.id, unitsOf(record));
  return { event, units: records.reduce((sum, record) => sum + unitsOf(record), 0) };
}

/** 关闭, 重新启用: one event for ranges of any size. Whether a code is closed is read from `code_segment`, not from this event. */
export function close({ effects }: CaptureContext, input: CloseEvent): Outcome {
  const nothing = { workOrderId: null, productId: null, lotId: null, placeId: null };
  const event = effects.event({ ...eventOf(input, input.act), ...nothing });
  effects.spans(event, input.ranges);
  return { event, units: 0 };
}
