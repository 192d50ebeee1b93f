import { rangesOf } from '@suyuan/codes/sets/ranges.ts';
import type { WorkOrderFacts } from '#trace/work-order-facts.ts';
import { type CaptureContext, eventOf, type Outcome, obstaclesOf, otherProduct } from '../context/capture-context.ts';
import type { PrintEvent } from '../context/event-input.ts';
import { againstOrder } from '../context/of-order.ts';
import { type Refused, refusalsOfEach } from '../context/refused.ts';

/** Records printed labels: the codes as ranges, and the number of units in the figures. No state changes. */
export function print(context: CaptureContext, input: PrintEvent): Outcome {
  const { ledger, effects, orders } = context;
  const order = orders.get(input.workOrderId);
  const against = againstOrder(order, input, input.codes[0] as number);
  if (against || !order) return { refused: against ? [against] : [] };
  const refused = refusalsOfEach(input.codes, (id) => obstacles(context, input, order, id));
  if (refused.length > 0) return { refused };
  const goods = { productId: order.productId, lotId: order.lotId };
  const event = effects.event({
    ...eventOf(input, 'print'),
    ...goods,
    workOrderId: order.id,
    placeId: null,
    readPointId: input.readPointId ?? order.readPointId,
  });
  const units = input.codes.filter((id) => ledger.of(id).level === 1).length;
  effects.counts(event, 'printed', goods, order.id, units);
  const ranges = rangesOf(input.codes);
  effects.prints(event, ranges);
  context.printed.add(event, ranges);
  return { event, units: input.codes.length };
}

function* obstacles(context: CaptureContext, input: PrintEvent, order: WorkOrderFacts, id: number): Generator<Refused> {
  const record = context.ledger.get(id);
  yield* obstaclesOf(context, input, 'print', 'item', record, id);
  if (record) yield* otherProduct(record, order);
}
