import type { EventType } from '@suyuan/contract/trace/events.ts';
import { type GoodsUnits, less } from '../../goods.ts';
import {
  type CodeRecord,
  type Contents,
  type CountedAs,
  countedAs,
  type EventRef,
  goodsIn,
  recordEvent,
  summedUp,
  unitsOf,
} from '../../state/code-record.ts';
import type { HoldDocument } from '../../state/holds.ts';
import type { CaptureContext } from './capture-context.ts';

// How events change figures and stock.

/** What a code counts as, and whose goods lie where, at one moment. */
export interface Booking {
  readonly countedAs: CountedAs | undefined;
  readonly goods: readonly GoodsUnits[];
  readonly placeId: number | null;
}

/**
 * The booking of a code, to be read before an event changes its record: a fact that is read afterwards may have been changed, or
 * cleared, by then.
 */
export const bookingOf = (
  { ledger }: CaptureContext,
  record: CodeRecord,
  placeId = ledger.placeOf(record),
): Booking => ({
  countedAs: countedAs(record),
  goods: goodsIn(record),
  placeId,
});

/** Books a code over, in figures and stock. */
export function rebook(context: CaptureContext, event: EventRef, before: Booking, after: Booking): void {
  moveCount(context, event, before.countedAs, after.countedAs);
  for (const { units, ...goods } of before.goods) context.effects.stock(event, before.placeId, goods, -units);
  for (const { units, ...goods } of after.goods) context.effects.stock(event, after.placeId, goods, units);
}

/** Moves one unit in the figures from what it counted as `before` to what it counts as now. */
export function recount(
  context: CaptureContext,
  event: EventRef,
  record: CodeRecord,
  before: CountedAs | undefined,
): void {
  moveCount(context, event, before, countedAs(record));
}

/**
 * Moves one unit from what it counted as to what it counts as now. If it is on other goods now, as a unit that was bound for one
 * order and is packed for another, it counts as bound for those.
 */
export function moveCount(
  { effects }: CaptureContext,
  event: EventRef,
  before: CountedAs | undefined,
  after: CountedAs | undefined,
): void {
  const stays = before && after && isOnSame(before, after);
  if (stays && before.measure === after.measure) return;
  for (const [count, one] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (!count) continue;
    effects.counts(event, count.measure, count, count.workOrderId, one);
    if (before && after && !stays) effects.counts(event, 'bound', count, count.workOrderId, one);
  }
}

const isOnSame = (one: CountedAs, other: CountedAs): boolean =>
  one.workOrderId === other.workOrderId && one.productId === other.productId && one.lotId === other.lotId;

/**
 * Counts a package, or that it is a remainder: for as long as it is one, under the order, product and lot of the event that packed
 * it first. What it holds at the moment may be of others, or nothing any more.
 */
export function countPackage(
  { effects }: CaptureContext,
  event: EventRef,
  measure: 'packages' | 'remainders',
  { packedBy }: Pick<Contents, 'packedBy'>,
  packages: number,
): void {
  effects.counts(event, measure, packedBy, packedBy.workOrderId, packages);
}

/** Books the goods of a code from one place to another in stock; null is no place. */
export function movesStock(
  { effects }: CaptureContext,
  event: EventRef,
  record: CodeRecord,
  from: number | null,
  to: number | null,
): void {
  if (from === to) return;
  for (const { units, ...goods } of goodsIn(record)) {
    effects.stock(event, from, goods, -units);
    effects.stock(event, to, goods, units);
  }
}

/**
 * Adds `goods`, whose units may be negative, to the contents of the packages `around` a code. A package that is not complete any
 * more counts as a remainder.
 */
export function changeGoods(
  context: CaptureContext,
  around: readonly CodeRecord[],
  goods: readonly GoodsUnits[],
  event: EventRef,
): void {
  const change = goods.reduce((sum, { units }) => sum + units, 0);
  for (const record of around) {
    const { contents } = record;
    if (!contents || change === 0) continue;
    const wasComplete = contents.complete;
    Object.assign(contents, summedUp([...goodsIn(record), ...goods]));
    record.productId = contents.productId;
    record.lotId = contents.lotId;
    contents.complete = contents.capacity === null ? wasComplete && change > 0 : contents.units === contents.capacity;
    if (contents.complete !== wasComplete) {
      countPackage(context, event, 'remainders', contents, contents.complete ? -1 : 1);
    }
    context.effects.contents(record);
  }
}

/**
 * Carries out `moving`, by which goods leave a package or a place, so that they stay on hold for whatever held them there, and
 * free of what had released them there. Without it, a bottle would leave its hold by leaving its case.
 */
function withItsHolds(
  { ledger, effects }: CaptureContext,
  record: CodeRecord,
  event: EventRef,
  moving: () => void,
): void {
  const before = ledger.holdsOn(record);
  moving();
  if (before.holding.length === 0 && before.releasing.length === 0) return;
  const after = ledger.holdsOn(record);
  for (const document of without(before.releasing, after.releasing)) {
    effects.holdsOn(event, { document, code: record.id, exempts: true });
    ledger.keep(document, { exempt: [record.id] });
  }
  for (const document of without(before.holding, after.holding)) {
    effects.holdsOn(event, { document, code: record.id, exempts: false });
    ledger.keep(document, { codes: [record.id] });
  }
}

const without = (all: readonly HoldDocument[], others: readonly HoldDocument[]): HoldDocument[] =>
  all.filter(({ kind, id }) => !others.some((one) => one.kind === kind && one.id === id));

/** Moves goods with everything packed in them to the place of an event: stock, the row of the code, and what it counts as. */
export function relocate(context: CaptureContext, event: EventRef, eventType: EventType, record: CodeRecord): void {
  const { ledger, effects } = context;
  const before = countedAs(record);
  movesStock(context, event, record, ledger.placeOf(record), event.placeId);
  effects.names(event, eventType, 'item', record.id, unitsOf(record));
  withItsHolds(context, record, event, () => recordEvent(record, eventType, 'item', event));
  recount(context, event, record, before);
}

/** Takes one code out of its package, names it in the event, and recounts it. */
export function takeOut(context: CaptureContext, child: CodeRecord, event: EventRef): void {
  const { effects } = context;
  const before = countedAs(child);
  comesOutOnWaybill(context, child, event);
  withItsHolds(context, child, event, () => {
    leave(context, child, event);
    effects.names(event, 'unpack', 'item', child.id, unitsOf(child));
    recordEvent(child, 'unpack', 'item', event);
  });
  recount(context, event, child, before);
}

/** Goods that were on a waybill as part of a package are on it under their own code once they come out. */
function comesOutOnWaybill({ ledger, effects }: CaptureContext, child: CodeRecord, event: EventRef): void {
  const waybillId = ledger.waybillOf(child);
  if (waybillId === null) return;
  const stock = ledger.stockOf(child);
  const common = { waybillId, lineId: null, overrideReason: null, by: null, at: event.at };
  for (const goods of goodsIn(child)) {
    for (const [code, units] of [
      [ledger.outermostOf(child).id, -goods.units],
      [child.id, goods.units],
    ] as const) {
      effects.waybillChanges.push({
        ...common,
        ...goods,
        code,
        units,
        received: stock === 'with_dealer' ? units : 0,
        returned: stock === 'returned' ? units : 0,
      });
    }
  }
}

/** Ends a packing: the package and all packages around it lose the child's goods. Throws if the code is in no package. */
export function leave(context: CaptureContext, child: CodeRecord, event: EventRef): void {
  const { ledger, effects } = context;
  const around = ledger.above(child);
  const [parent] = around;
  if (!parent?.contents || !child.packedBy) throw new Error(`code ${child.id} is not in a package`);
  effects.unpacks(child.id, parent.id, child.packedBy, event);
  child.parent = null;
  child.packedBy = null;
  child.implied = false;
  if (child.contents?.implied) effects.contents(child);
  changeGoods(context, around, less(goodsIn(child)), event);
  parent.contents.children -= 1;
  if (parent.contents.children === 0) dissolve(context, parent, event);
}

/** An empty package stops being one, and leaves the package that it was in. */
function dissolve(context: CaptureContext, parent: CodeRecord, event: EventRef): void {
  const { effects } = context;
  const { contents } = parent;
  if (!contents) return;
  if (!contents.complete) countPackage(context, event, 'remainders', contents, -1);
  countPackage(context, event, 'packages', contents, -1);
  if (parent.parent !== null) leave(context, parent, event);
  parent.contents = null;
  effects.contents(parent);
  effects.names(event, 'unpack', 'parent', parent.id, 0);
  recordEvent(parent, 'unpack', 'parent', event);
}
