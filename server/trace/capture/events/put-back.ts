import {
  type CodeRecord,
  type Contents,
  countedAs,
  type EventRef,
  goodsIn,
  happensTo,
  putOn,
  recordEvent,
  recordPacking,
  summedUp,
} from '../../state/code-record.ts';

import { changeGoods, countPackage, recount } from '../context/booking.ts';
import { type CaptureContext, eventOf } from '../context/capture-context.ts';
import type { MoveEvent, TravelEvent } from '../context/event-input.ts';
import type { Refused } from '../context/refused.ts';

/**
 * Puts goods that were unloaded, or stored where they were, back into the package that they were taken out of. Returns what stands in the way, reported for the
 * package, if that was changed, loaded or moved since; the goods then stay beside it.
 */
export function putBack(
  context: CaptureContext,
  input: TravelEvent | MoveEvent,
  child: CodeRecord,
  takenAt: number,
): Refused | undefined {
  const { ledger, effects, takenOut } = context;
  const outOf = takenOut.outOf(child, takenAt, 'waybillId' in input ? input.waybillId : null);
  if (outOf === undefined) return undefined;
  const parent = ledger.get(outOf);
  const capacity = parent && capacityOf(context, parent, child);
  const obstacle = obstacleTo(context, child, outOf, capacity);
  if (obstacle || !parent) return obstacle;
  const { workOrderId, productId, lotId } = child;
  const event = effects.sharedEventOf([...ledger.with(child), ...ledger.with(parent)], {
    ...eventOf(input, 'pack'),
    ...{ workOrderId, productId, lotId },
    placeId: ledger.placeOf(child),
  });
  const before = countedAs(child);
  recordPacking(child, parent.id, event);
  recount(context, event, child, before);
  effects.packs([child.id], parent.id, event);
  fill(context, parent, child, event, capacity ?? null);
  const around = ledger.above(parent);
  changeGoods(context, around, goodsIn(child), event);
  // A package that came apart with it was in another one.
  return parent.contents?.children === 1 ? putBack(context, input, parent, takenAt) : undefined;
}

/** Why a package cannot be filled up again. */
function obstacleTo(
  { ledger }: CaptureContext,
  child: CodeRecord,
  code: number,
  capacity: number | undefined,
): Refused | undefined {
  const parent = ledger.get(code);
  if (!parent) return { code, reason: 'unknown_code' };
  if (parent.closed) return { code, reason: 'closed' };
  const life = ledger.lifeOf(parent);
  if (life === 'destroyed' || life === 'sampled' || life === 'inactive') return { code, reason: life };
  const waybillId = ledger.waybillOf(parent);
  if (waybillId !== null) return { code, reason: 'loaded_already', conflict: { waybillId } };
  if (ledger.placeOf(parent) !== ledger.placeOf(child)) return { code, reason: 'not_here' };
  const units = [parent, child].flatMap(goodsIn).reduce((sum, goods) => sum + goods.units, 0);
  return capacity !== undefined && units > capacity
    ? { code, reason: 'over_capacity', conflict: `${units} > ${capacity}` }
    : undefined;
}

/** How many units the package holds; a package that came apart is as its work order has it. */
function capacityOf({ orders }: CaptureContext, parent: CodeRecord, child: CodeRecord): number | undefined {
  if (parent.contents) return parent.contents.capacity ?? undefined;
  return orders.get(child.workOrderId ?? 0)?.capacities.get(parent.level);
}

/** Adds a child to the contents of its package, which may have come apart. */
function fill(
  context: CaptureContext,
  parent: CodeRecord,
  child: CodeRecord,
  event: EventRef,
  capacity: number | null,
): void {
  const { effects } = context;
  const before = parent.contents;
  const goods = summedUp([...(before ? goodsIn(parent) : []), ...goodsIn(child)]);
  const complete = capacity === null || goods.units === capacity;
  const packedBy = before?.packedBy ?? event;
  if (!before) countPackage(context, event, 'packages', { packedBy }, 1);
  if (complete !== (before?.complete ?? true))
    countPackage(context, event, 'remainders', { packedBy }, complete ? -1 : 1);
  const contents: Contents = {
    packedBy,
    workOrderId: before?.workOrderId ?? child.workOrderId,
    ...goods,
    children: (before?.children ?? 0) + 1,
    capacity,
    complete,
    seen: before?.seen ?? true,
  };
  parent.contents = contents;
  putOn(parent, contents);
  happensTo(parent, 'pack', event);
  effects.contents(parent);
  effects.names(event, 'pack', 'parent', parent.id, goods.units);
  recordEvent(parent, 'pack', 'parent', event);
}
