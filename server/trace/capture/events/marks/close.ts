import { type CaptureContext, eventOf, type Outcome } from '../context/capture-context.ts';
import type { CloseEvent } from '../context/event-input.ts';

/** 关闭, 重新启用: one event for ranges of any size. Whether a code is closed is read from `code_segment`, not from this event. */
export function close({ effects }: CaptureContext, input: CloseEvent): Outcome {
  const nothing = { workOrderId: null, productId: null, lotId: null, placeId: null };
  const event = effects.event({ ...eventOf(input, input.act), ...nothing });
  effects.spans(event, input.ranges);
  return { event, units: 0 };
}
