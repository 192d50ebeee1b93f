import type { CloseAct } from '../acting/act-input.ts';
import { type Acting, eventOf, type Outcome } from '../acting/acting.ts';

/** 关闭, 重新启用: one event for ranges of any size. Whether a code is closed is read from `code_segment`, not from this act. */
export function close({ effects }: Acting, input: CloseAct): Outcome {
  const nothing = { workOrderId: null, productId: null, lotId: null, placeId: null };
  const event = effects.event({ ...eventOf(input, input.act), ...nothing });
  effects.spans(event, input.ranges);
  return { event, units: 0 };
}
