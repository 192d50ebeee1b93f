import type { CodeRecord } from '#trace/state/code-record.ts';
import type { Ledger } from '#trace/state/ledger.ts';
import type { CaptureContext } from '../context/capture-context.ts';
import type { EventInput } from '../context/event-input.ts';
import type { Refused } from '../context/refused.ts';

/** The codes whose marking or packing an event takes back; none for events that declare nothing wrong. */
function takenBack(ledger: Ledger, input: EventInput): readonly CodeRecord[] {
  if (input.act === 'retract') {
    const parent = ledger.get(input.parent);
    // A set is confirmed by its outermost code alone.
    if (parent?.confirmedBy?.id === input.event) return [parent];
    return ledger.childrenOf(input.parent).filter(({ packedBy }) => packedBy?.id === input.event);
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
export function* closedOrders({ ledger, orders }: CaptureContext, input: EventInput): Generator<Refused> {
  const code = takenBack(ledger, input)[0]?.id;
  for (const order of correctedOrders(ledger, input).map((id) => orders.get(id))) {
    if (code !== undefined && order?.status === 'closed')
      yield { code, reason: 'order_closed', conflict: order.orderNo };
  }
}

/** Refuses where something was done with a code after an event. */
export function* builtUpon({ id, parent, namedBy }: CodeRecord, event: number): Generator<Refused> {
  if (parent !== null) yield { code: id, reason: 'packed_elsewhere', conflict: parent };
  else if (namedBy && (namedBy.id ?? Number.POSITIVE_INFINITY) > event) {
    yield { code: id, reason: 'later_acts', conflict: new Date(namedBy.at).toISOString() };
  }
}
