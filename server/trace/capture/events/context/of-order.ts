import { isDoneIn } from '@suyuan/contract/plant/work-order.ts';
import type { WorkOrderFacts } from '#trace/work-order-facts.ts';
import type { MarkEvent, PackEvent, PrintEvent, RepackEvent } from './event-input.ts';
import type { Refused } from './refused.ts';
import { isTooEarly, tooEarly } from './times.ts';

/** Events that are done for a work order. */
type EventOfOrder = MarkEvent | PackEvent | PrintEvent | RepackEvent;

/**
 * Why a work order does not take an event; undefined if it does. The events that it takes are those of its status; and those of a
 * device that happened before it was held or finished, and are reported late. Nothing happened for it before it was started.
 */
export function againstOrder(
  order: WorkOrderFacts | undefined,
  input: EventOfOrder,
  code: number,
): Refused | undefined {
  if (!order) return { code, reason: 'order_not_running', conflict: null };
  const { status, orderNo, startedAt, stoppedAt } = order;
  if (status === 'closed') return { code, reason: 'order_closed', conflict: orderNo };
  const isLate = input.late === true && stoppedAt !== null && input.at <= stoppedAt;
  if (startedAt === null || !(isLate || isDoneIn(status, input.act === 'repack' ? 'pack' : input.act)))
    return { code, reason: 'order_not_running', conflict: orderNo };
  return isTooEarly(input, startedAt) ? tooEarly(code, startedAt) : undefined;
}
