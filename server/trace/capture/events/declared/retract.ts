import { type CodeRecord, type EventRef, noGoods, putOn } from '#trace/state/code-record.ts';
import { unitsOf } from '#trace/state/standing.ts';
import { bookingOf, movesStock, rebook } from '../context/booking.ts';
import { type CaptureContext, eventOf, type Outcome, obstaclesOf } from '../context/capture-context.ts';
import type { RetractEvent } from '../context/event-input.ts';
import type { Refused } from '../context/refused.ts';
import { confirmedSet, retractSet } from '../packing/confirm-set.ts';
import { leave } from '../packing/unpack.ts';
import { builtUpon, closedOrders } from './declared-wrong.ts';

/** Declares a packing wrong: its children come out, and those that were bound by it alone are bound to no product again. */
export function retract(context: CaptureContext, input: RetractEvent): Outcome {
  const { ledger, effects } = context;
  const parent = ledger.get(input.parent);
  const set = confirmedSet(context, input);
  const children = ledger.childrenOf(input.parent).filter(({ packedBy }) => packedBy?.id === input.event);
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
