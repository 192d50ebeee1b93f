import type { CloseAct } from '../context/act-input.ts';
import { type CaptureContext, eventOf, type Outcome } from '../context/capture-context.ts';

/** 关闭, 重新启用: one event for ranges of any size. Whether a code is closed is read from `code_segment`, not from this act. */
export function close({ effects }: CaptureContext, input: CloseAct): Outcome {
  const nothing = { workOrderId: null, productId: null, lotId: null, placeId: null };
  const event = effects.event({ ...eventOf(input, input.act), ...nothing });
  effects.spans(event, input.ranges);
  return { event, units: 0 };
}
