import { same } from '#trace/goods.ts';
import { unitsOf } from '#trace/state/standing.ts';
import { type CaptureContext, eventOf, type Outcome, unknownOrUntimely } from '../context/capture-context.ts';
import type { InspectEvent } from '../context/event-input.ts';

/** Records that codes were inspected. The event is in their history, and changes no state. */
export function inspect(context: CaptureContext, input: InspectEvent): Outcome {
  const { ledger, effects } = context;
  const codes = [...new Set(input.codes)];
  const refused = codes.flatMap((id) => [...unknownOrUntimely(context, input, ledger.get(id), id)]);
  if (refused.length > 0) return { refused };
  const records = codes.map((id) => ledger.of(id));
  const event = effects.event({
    ...eventOf(input, 'inspect'),
    workOrderId: null,
    productId: same(records.map(({ productId }) => productId)),
    lotId: same(records.map(({ lotId }) => lotId)),
    placeId: null,
  });
  for (const record of records) effects.names(event, 'inspect', 'item', record.id, unitsOf(record));
  return { event, units: records.reduce((sum, record) => sum + unitsOf(record), 0) };
}
