import type { CloseAct } from '../acting/act-input.ts';
import { type Acting, eventOf, type Outcome } from '../acting/acting.ts';

/** 关闭, 重新启用: ranges of any size are one event. What is closed in them is told by whoever issues codes. */
export function close({ effects }: Acting, input: CloseAct): Outcome {
  const nothing = { workOrderId: null, productId: null, lotId: null, placeId: null };
  const event = effects.event({ ...eventOf(input, input.act), ...nothing });
  effects.spans(event, input.ranges);
  return { event, units: 0 };
}
