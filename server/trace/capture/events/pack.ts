import type { GoodsUnits } from '../../goods.ts';
import type { WorkOrderFacts } from '../../services.ts';
import {
  becomes,
  type CodeRecord,
  type EventRef,
  goodsIn,
  happensTo,
  putOn,
  recordEvent,
  recordPacking,
  summedUp,
  unitsOf,
} from '../../state/code-record.ts';

import { type Booking, bookingOf, changeGoods, countPackage, rebook, takeOut } from '../context/booking.ts';
import { type CaptureContext, eventOf, type Outcome } from '../context/capture-context.ts';
import type { PackEvent, RepackEvent } from '../context/event-input.ts';
import type { Refused } from '../context/refused.ts';
import type { NewEvent } from '../context/write-events.ts';
import { type Packing, packingRefusals, placeOfPacking } from './packing-refusals.ts';
import { takeAllOut } from './unpack.ts';

/** 包装关联 (aggregation): puts children into a parent, which becomes a package with its first child. */
export function pack(context: CaptureContext, input: PackEvent): Outcome {
  const { ledger, orders } = context;
  const order = orders.get(input.workOrderId);
  const { coming, known } = apartFromKnown(context, input);
  if (coming.length === 0 && known.length > 0) return isSoAlready(context, input, known);
  const refused = packingRefusals(context, input, order, coming);
  if (refused.length > 0 || !order) return { refused };
  const parent = ledger.of(input.parent);
  const children = childrenOf(context, coming);
  const short = shortOf(input, order, parent, children) ?? beyondPlan(context, order, parent, freshUnits(children));
  if (short) return { refused: [short] };
  for (const { record } of children) {
    if (record.parent !== null) takeOut(context, record, movedBy(context, input, record));
  }
  const outcome = putIn(context, input, order, parent, children, coming);
  return known.length > 0 ? { ...outcome, known: known.length } : outcome;
}

/** Children that are in the package already were reported before: they are known, and the others come. */
function apartFromKnown({ ledger }: CaptureContext, { parent, children }: PackEvent) {
  const isKnown = (id: number) => ledger.get(id)?.parent === parent;
  const known = children.filter(isKnown);
  return { known, coming: known.length === 0 ? children : children.filter((id) => !isKnown(id)) };
}

/** The event adds nothing new, whatever became of the package since. */
function isSoAlready({ ledger }: CaptureContext, { parent, children }: PackEvent, known: readonly number[]): Outcome {
  const [first] = known as [number];
  const { contents } = ledger.of(parent);
  const event = ledger.of(first).packedBy ?? contents?.packedBy;
  if (!event) throw new Error(`no event packed code ${first}`);
  return { event, units: 0, complete: contents?.complete ?? false, known: children.length };
}

/** One child, or all children that a representative represents. */
interface Children {
  readonly record: CodeRecord;
  count: number;
}

/** The records of children. Those with the same state share one copy of the record of their representative, with their count. */
function childrenOf({ ledger, representatives }: CaptureContext, ids: readonly number[]): Children[] {
  const all = representatives?.ofAll(ids);
  if (all !== undefined) return [{ record: { ...ledger.of(all) }, count: ids.length }];
  const groups = new Map<number, Children>();
  for (const id of ids) {
    const representative = representatives?.of(id);
    const children = groups.get(representative ?? id);
    if (children) children.count += 1;
    else if (representative === undefined) groups.set(id, single(ledger.of(id)));
    else groups.set(representative, single({ ...ledger.of(representative) }));
  }
  return [...groups.values()];
}

const single = (record: CodeRecord): Children => ({ record, count: 1 });

/** 整箱重装: makes the contents of a package what was counted: one event unpacks what is missing, one packs what is new. */
export function repack(context: CaptureContext, input: RepackEvent): Outcome {
  const { ledger, orders } = context;
  const order = orders.get(input.workOrderId);
  const present = new Set(ledger.childrenOf(input.parent).map(({ id }) => id));
  const contents = new Set(input.contents);
  const coming = input.contents.filter((id) => !present.has(id));
  const refused = packingRefusals(context, input, order, coming);
  if (refused.length > 0 || !order) return { refused };
  const parent = ledger.of(input.parent);
  const going = [...present].filter((id) => !contents.has(id)).map((id) => ledger.of(id));
  const units = [...contents].reduce((sum, id) => sum + unitsOf(ledger.of(id)), 0);
  const capacity = order.capacities.get(parent.level);
  if (capacity !== undefined && units > capacity) {
    return { refused: [{ code: parent.id, reason: 'over_capacity', conflict: `${units} > ${capacity}` }] };
  }
  const children = coming.map((id) => ledger.of(id));
  const beyond = beyondPlan(context, order, parent, freshUnits(children.map(single)));
  if (beyond) return { refused: [beyond] };
  if (contents.size === 0 && present.size === 0) return { refused: [{ code: parent.id, reason: 'not_packed' }] };
  const unpackEvent = takeAllOut(context, input, going);
  if (coming.length > 0) {
    for (const child of children) if (child.parent !== null) takeOut(context, child, movedBy(context, input, child));
    return putIn(context, input, order, parent, children.map(single), coming);
  }
  const event =
    unpackEvent ??
    context.effects.event({ ...eventOf(input, 'pack'), ...goodsOf(parent), placeId: ledger.placeOf(parent) });
  return { event, units, complete: parent.contents?.complete ?? false };
}

/** Refuses more units than the package holds, or fewer where it may not stay a remainder. */
function shortOf(
  input: PackEvent,
  order: WorkOrderFacts,
  parent: CodeRecord,
  children: readonly Children[],
): Refused | undefined {
  const capacity = order.capacities.get(parent.level);
  if (capacity === undefined) return undefined;
  const units = unitsIn(parent) + unitsOfAll(children);
  if (units > capacity) return { code: parent.id, reason: 'over_capacity', conflict: `${units} > ${capacity}` };
  const mayStay = input.remainder === true && order.remainder === 'allowed';
  if (units < capacity && !mayStay) {
    const reason = order.remainder === 'allowed' ? 'incomplete' : 'remainder_refused';
    return { code: parent.id, reason, conflict: `${units} / ${capacity}` };
  }
  return undefined;
}

/** Refuses units that would be more than may be made for the order, naming the package that they were to go into. */
export function beyondPlan(
  { allowance }: CaptureContext,
  order: WorkOrderFacts,
  { id }: CodeRecord,
  units: number,
): Refused | undefined {
  const excess = allowance.excess(order, units);
  return excess === undefined ? undefined : { code: id, reason: 'beyond_plan', conflict: excess };
}

/** Units that are on no product yet. */
const freshUnits = (children: readonly Children[]): number =>
  countOf(children.filter(({ record }) => record.level === 1 && record.life === 'issued'));
const unitsIn = ({ contents }: CodeRecord): number => contents?.units ?? 0;
const unitsOfAll = (children: readonly Children[]): number =>
  children.reduce((sum, { record, count }) => sum + unitsOf(record) * count, 0);
const countOf = (children: readonly Children[]): number => children.reduce((sum, { count }) => sum + count, 0);
const goodsOf = ({ workOrderId, productId, lotId }: CodeRecord) => ({ workOrderId, productId, lotId });

/** The event that takes a child out of the package that it was in before. */
const movedBy = ({ effects, ledger }: CaptureContext, input: Packing, child: CodeRecord): EventRef =>
  effects.event({ ...eventOf(input, 'unpack'), ...goodsOf(child), placeId: ledger.placeOf(child) });

function putIn(
  context: CaptureContext,
  input: Packing,
  order: WorkOrderFacts,
  parent: CodeRecord,
  children: readonly Children[],
  ids: readonly number[],
): Exclude<Outcome, { refused: unknown }> {
  const { ledger, effects } = context;
  const goods = { productId: order.productId, lotId: order.lotId };
  const packing: NewEvent = {
    ...eventOf(input, 'pack'),
    ...goods,
    workOrderId: order.id,
    placeId: placeOfPacking(context, parent, ids) ?? order.placeId,
    readPointId: input.readPointId ?? order.readPointId,
  };
  const event = input.act === 'pack' && input.brief ? effects.sharedEvent(packing) : effects.event(packing);
  const units = unitsOfAll(children);
  const ofUnits = children.filter(({ record }) => record.level === 1);
  countFresh(context, order, event, freshUnits(children));
  // Representatives represent codes on no product yet, which `countFresh` has counted.
  const bound = children.filter(({ record }) => record.life !== 'issued').map(({ record }) => record);
  const before = bound.map((record) => bookingOf(context, record));
  if (event.byPerson) effects.counts(event, 'packed_by_people', goods, order.id, countOf(ofUnits));
  for (const { record } of children) recordPacking(record, parent.id, event);
  bound.forEach((record, index) => {
    rebook(context, event, before[index] as Booking, bookingOf(context, record, event.placeId));
  });
  effects.packs(ids, parent.id, event);
  const came = goodsOfAll(children);
  fill(context, input, order, parent, event, { goods: came, children: ids.length });
  changeGoods(context, ledger.above(parent), came, event);
  return { event, units, complete: parent.contents?.complete ?? false };
}

/** Counts units that are bound to the work order by being packed, and adds them to stock. */
export function countFresh(
  { effects, allowance }: CaptureContext,
  { id, ...goods }: WorkOrderFacts,
  event: EventRef,
  units: number,
): void {
  allowance.add(id, units);
  effects.counts(event, 'bound', goods, id, units);
  effects.counts(event, 'packed', goods, id, units);
  effects.stock(event, event.placeId, goods, units);
}

/** The goods of all children, by product and lot. */
const goodsOfAll = (children: readonly Children[]): GoodsUnits[] =>
  children.flatMap(({ record, count }) => goodsIn(record).map((goods) => ({ ...goods, units: goods.units * count })));

/** Updates the contents of the package, and the figures of packages and remainders, with the goods that came in. */
function fill(
  context: CaptureContext,
  input: Packing,
  order: WorkOrderFacts,
  parent: CodeRecord,
  event: EventRef,
  came: { readonly goods: readonly GoodsUnits[]; readonly children: number },
): void {
  const before = parent.contents;
  const capacity = order.capacities.get(parent.level) ?? null;
  const goods = summedUp([...(before ? goodsIn(parent) : []), ...came.goods]);
  const complete = capacity === null ? input.act === 'repack' || input.remainder !== true : goods.units === capacity;
  const packedBy = before?.packedBy ?? event;
  if (!before) countPackage(context, event, 'packages', { packedBy }, 1);
  if (complete !== (before?.complete ?? true))
    countPackage(context, event, 'remainders', { packedBy }, complete ? -1 : 1);
  parent.contents = {
    packedBy,
    workOrderId: before?.workOrderId ?? order.id,
    ...goods,
    children: (before?.children ?? 0) + came.children,
    capacity,
    complete,
    seen: before?.seen ?? true,
  };
  putOn(parent, parent.contents);
  becomes(parent, 'active', event);
  happensTo(parent, 'pack', event);
  context.effects.contents(parent);
  // Not named by a brief event, unless an earlier event named it: that one would show where it is.
  if (!before && input.act === 'pack' && input.brief && parent.namedBy === null) {
    context.effects.fills(event, parent.id);
    return;
  }
  context.effects.names(event, 'pack', 'parent', parent.id, goods.units);
  recordEvent(parent, 'pack', 'parent', event);
}
