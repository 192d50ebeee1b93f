import { countPerSet } from '@suyuan/codes/sets/sets.ts';
import type { WorkOrderFacts } from '../../services.ts';
import { becomes, type CodeRecord, type EventRef, issuedRecord, putOn, recordEvent } from '../../state/code-record.ts';
import { inOrder } from '../../state/issue-facts.ts';
import {
  allInside,
  contentsOfSet,
  innermostIn,
  isOfUnits,
  type OrderedSets,
  recordImpliedContents,
  recordImpliedPacking,
  type SetCode,
} from '../../state/ordered-sets.ts';
import { countPackage, movesStock } from '../context/booking.ts';
import { type CaptureContext, eventOf, type Outcome, obstaclesOf } from '../context/capture-context.ts';
import type { PackEvent, RetractEvent } from '../context/event-input.ts';
import { isInCustody, type Refused } from '../context/refused.ts';

import { beyondPlan, countFresh } from './pack.ts';
import { parentRefusals, wrongGoods } from './packing-refusals.ts';

/** How many refused codes of a set one answer names. */
const maxNamed = 50;

/**
 * 套标: packs a set as it was ordered, by its outermost code. No rows are written for the codes within: where they lie follows from
 * their numbers.
 */
export function confirmSet(context: CaptureContext, input: PackEvent): Outcome {
  const { ledger, effects, orders } = context;
  const order = orders.get(input.workOrderId);
  const parent = ledger.get(input.parent);
  const code = ledger.setCodeOf(input.parent);
  // Confirmed before, and whole since: it is known.
  if (parent?.confirmedBy && code && parent.contents?.units === innermostIn(code))
    return { event: parent.confirmedBy, units: 0, known: 1 };
  const refused = refusalsOf(context, input, order);
  if (refused.length > 0 || !order || !parent || !code) return { refused };
  const event = effects.event({
    ...eventOf(input, 'pack'),
    productId: order.productId,
    lotId: order.lotId,
    workOrderId: order.id,
    placeId: ledger.placeOf(parent) ?? order.placeId,
    readPointId: input.readPointId ?? order.readPointId,
  });
  const units = innermostIn(code);
  const goods = { productId: order.productId, lotId: order.lotId };
  countFresh(context, order, event, units);
  if (event.byPerson) effects.counts(event, 'packed_by_people', goods, order.id, units);
  parent.contents = contentsOfSet(code, event);
  countPackage(context, event, 'packages', parent.contents, packagesIn(code.sets));
  putOn(parent, { workOrderId: order.id, ...goods });
  becomes(parent, 'active', event);
  effects.contents(parent);
  effects.names(event, 'pack', 'set', parent.id, units);
  effects.touches(allInside(code));
  recordEvent(parent, 'pack', 'set', event);
  for (const inner of ledger.insideSet(code)) {
    recordImpliedContents(inner.record, inner.code, event);
    recordImpliedPacking(inner.record, inner.code, event);
  }
  return { event, units, complete: true };
}

/** How many packages one set has, the outermost included. */
const packagesIn = (sets: OrderedSets): number =>
  sets.perParent.reduce((sum, _, depth) => sum + countPerSet(sets, depth), 0);

function refusalsOf(context: CaptureContext, input: PackEvent, order: WorkOrderFacts | undefined): Refused[] {
  const { ledger } = context;
  const id = input.parent;
  const [parent, code] = [ledger.get(id), ledger.setCodeOf(id)];
  const refused = [...parentRefusals(context, input, order, id)];
  if (!order || !parent) return refused;
  // Being no set is the one thing worth knowing, whatever else speaks against it.
  if (!code || code.depth > 0 || !isOfUnits(code.sets)) {
    return [{ code: id, reason: 'not_a_set', conflict: code && code.depth > 0 ? code.outermost : null }];
  }
  if (parent.parent !== null) refused.push({ code: id, reason: 'packed_elsewhere', conflict: parent.parent });
  if (parent.contents)
    return [...refused, { code: id, reason: 'packed_already', conflict: String(parent.contents.units) }];
  const all = [...refused, ...otherQuantities(code, order), ...innerRefusals(context, input, order, code)];
  const beyond = all.length === 0 ? beyondPlan(context, order, parent, innermostIn(code)) : undefined;
  if (beyond) return [beyond];
  return [...new Map(all.map((one) => [`${one.code} ${one.reason}`, one])).values()].slice(0, maxNamed);
}

/** Refuses sets whose packages hold another quantity than those of the work order. */
function* otherQuantities({ id, sets }: SetCode, { capacities }: WorkOrderFacts): Generator<Refused> {
  for (const [depth, level] of sets.levels.slice(0, -1).entries()) {
    const [units, capacity] = [innermostIn({ sets, depth }), capacities.get(level)];
    if (capacities.size === 0 || units === capacity) continue;
    yield { code: id, reason: 'set_differs', conflict: `${units} ≠ ${capacity ?? '—'}` };
  }
}

/** Refuses sets with codes that something has already happened to, or that are for other goods. */
function* innerRefusals(
  context: CaptureContext,
  input: PackEvent,
  order: WorkOrderFacts,
  code: SetCode,
): Generator<Refused> {
  const { ledger, wholeSets } = context;
  const inside = ledger.insideSet(code).map(({ record }) => record.id);
  for (const id of inOrder([...wholeSets(code.id), ...inside])) {
    const record = ledger.of(id);
    for (const one of innerObstacles(context, input, order, record)) {
      // A refusal must not reveal codes that are on no product yet, nor goods of others: it names the set instead.
      if (!isInCustody(context, input, record)) yield { code: code.id, reason: one.reason };
      else yield record.life === 'issued' ? ofSet(one, code) : one;
    }
  }
}

/** A refusal of an inner code, reported for the set, without the code that it collides with. */
function ofSet({ conflict, ...one }: Refused, { id }: SetCode): Refused {
  const isOfCode = typeof conflict === 'number' || (typeof conflict === 'object' && conflict && 'by' in conflict);
  return { ...one, code: id, ...(isOfCode ? {} : { conflict }) };
}

function* innerObstacles(
  context: CaptureContext,
  input: PackEvent,
  order: WorkOrderFacts,
  record: CodeRecord,
): Generator<Refused> {
  const { id, parent, life } = record;
  yield* obstaclesOf(context, input, 'pack', 'item', record, id);
  if (parent !== null) yield { code: id, reason: 'packed_elsewhere', conflict: parent };
  else if (life === 'active') yield { code: id, reason: 'commissioned_already' };
  yield* wrongGoods(record, order);
}

/** The set that the event to be retracted confirmed; undefined if it did something else. */
export function confirmedSet({ ledger }: CaptureContext, { parent, event }: RetractEvent): SetCode | undefined {
  return ledger.get(parent)?.confirmedBy?.id === event ? ledger.setCodeOf(parent) : undefined;
}

/**
 * Declares the confirmation of a set wrong: none of its codes is on a product any more. Refused once something happened to one.
 */
export function retractSet(context: CaptureContext, input: RetractEvent, code: SetCode, parent: CodeRecord): Outcome {
  const { ledger, effects } = context;
  const { contents, confirmedBy } = parent;
  const touched = touchedIn(context, code);
  if (touched !== undefined) {
    const conflict = new Date(ledger.get(touched)?.lastAt ?? parent.lastAt).toISOString();
    return { refused: [{ code: touched, reason: 'later_acts', conflict }] };
  }
  if (!contents || !confirmedBy) return { refused: [{ code: parent.id, reason: 'not_packed' }] };
  const event = effects.event({
    ...eventOf(input, 'unpack'),
    workOrderId: parent.workOrderId,
    productId: parent.productId,
    lotId: parent.lotId,
    placeId: ledger.placeOf(parent),
    corrects: { event: input.event, at: confirmedBy.at, reason: input.error },
  });
  const { units } = contents;
  uncount(context, event, code, parent, confirmedBy);
  parent.contents = null;
  effects.contents(parent);
  effects.names(event, 'unpack', 'parent', parent.id, 0);
  effects.touches(allInside(code));
  recordEvent(parent, 'unpack', 'parent', event);
  parent.confirmedBy = null;
  for (const { record } of ledger.insideSet(code)) Object.assign(record, issuedRecord(record.id, record.issue));
  return { event, units };
}

/** The outermost code within a confirmed set that something has happened to since. */
function touchedIn({ ledger }: CaptureContext, code: SetCode): number | undefined {
  const changed = ({ implied, namedBy, contents }: CodeRecord) =>
    !implied || namedBy !== null || (contents !== null && contents.implied !== true);
  const touched = ledger.insideSet(code).filter(({ record }) => changed(record));
  return touched.sort((one, other) => one.code.depth - other.code.depth || one.record.id - other.record.id)[0]?.record
    .id;
}

function uncount(
  context: CaptureContext,
  event: EventRef,
  code: SetCode,
  parent: CodeRecord,
  confirmedBy: EventRef,
): void {
  const { ledger, effects } = context;
  const { workOrderId, contents } = parent;
  const units = -(contents?.units ?? 0);
  if (confirmedBy.byPerson) effects.counts(event, 'packed_by_people', parent, workOrderId, units);
  effects.counts(event, 'bound', parent, workOrderId, units);
  effects.counts(event, 'packed', parent, workOrderId, units);
  if (contents) countPackage(context, event, 'packages', contents, -packagesIn(code.sets));
  movesStock(context, event, parent, ledger.placeOf(parent), null);
}
