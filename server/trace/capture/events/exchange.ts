import type { WaybillFacts } from '../../services.ts';
import { type CodeRecord, goodsIn, unitsOf } from '../../state/code-record.ts';

import { relocate } from '../context/booking.ts';
import { type CaptureContext, eventOf, type Outcome, obstaclesOf } from '../context/capture-context.ts';
import type { ExchangeEvent } from '../context/event-input.ts';
import { type Refused, refusalsOfEach } from '../context/refused.ts';
import { lineOf, putAside, unsaleable } from './load.ts';
import { travel, travelRefusals } from './travel.ts';

/** 换货: codes are taken off a waybill that has left, and others of the same product and number of units take their place. */
export function exchange(context: CaptureContext, input: ExchangeEvent): Outcome {
  const { ledger, waybills } = context;
  const waybill = waybills.get(input.waybillId);
  const { pairs, underWayId: _, ...common } = input;
  const leaving = { ...common, act: 'void_ship', codes: pairs.map(({ old }) => old) } as const;
  const ofLeaving = travelRefusals(context, leaving, waybill);
  if (!waybill) return { refused: ofLeaving };
  const oldOf = new Map(pairs.map(({ old, successor }) => [successor, ledger.get(old)]));
  const successors = pairs.map(({ successor }) => successor);
  const ofSuccessors = refusalsOfEach(successors, (id) =>
    successorRefusals(context, input, waybill, oldOf.get(id), id),
  );
  const refused = [...ofLeaving, ...ofSuccessors];
  if (refused.length > 0) return { refused };
  const outcome = travel(context, leaving);
  for (const { successor } of pairs) depart(context, input, waybill, ledger.of(successor));
  return outcome;
}

function* successorRefusals(
  context: CaptureContext,
  input: ExchangeEvent,
  waybill: WaybillFacts,
  old: CodeRecord | undefined,
  code: number,
): Generator<Refused> {
  const { ledger } = context;
  const successor = ledger.get(code);
  yield* obstaclesOf(context, input, 'ship', 'item', successor, code);
  if (!successor || !old) return;
  const place = ledger.placeOf(successor);
  const onWaybill = ledger.waybillOf(successor);
  if (successor.parent !== null) yield { code, reason: 'packed_elsewhere', conflict: successor.parent };
  if (onWaybill !== null) yield { code, reason: 'loaded_already', conflict: { waybillId: onWaybill } };
  else if (place === null || !waybill.fromPlaces.includes(place)) yield { code, reason: 'not_here' };
  yield* putAside(waybill, successor);
  const { productId } = successor;
  if (productId === null || productId !== old.productId)
    yield { code, reason: 'other_product', conflict: productId === null ? null : { productId } };
  else if (unitsOf(successor) !== unitsOf(old))
    yield { code, reason: 'other_quantity', conflict: `${unitsOf(successor)} ≠ ${unitsOf(old)}` };
  // An exchange has a reason, which overrules what needs one.
  for (const { lotId } of goodsIn(successor))
    for (const one of unsaleable(context, input.at, waybill, code, lotId))
      if (waybill.policies[one.reason] === 'refuse') yield one;
}

/** Puts a successor on the waybill and ships it in one step. */
function depart(context: CaptureContext, input: ExchangeEvent, waybill: WaybillFacts, record: CodeRecord): void {
  const { effects } = context;
  const { workOrderId, productId, lotId } = record;
  const event = effects.sharedEvent({
    ...eventOf(input, 'ship'),
    ...{ workOrderId, productId, lotId },
    placeId: input.underWayId,
    waybillId: waybill.id,
  });
  for (const goods of goodsIn(record)) {
    effects.counts(event, 'shipped', goods, workOrderId, goods.units, { placeId: waybill.placeId });
    effects.waybillChanges.push({
      ...goods,
      waybillId: waybill.id,
      code: record.id,
      lineId: lineOf(context, waybill, goods)?.id ?? null,
      received: 0,
      returned: 0,
      overrideReason: null,
      by: input.by.accountId,
      at: input.at,
    });
  }
  relocate(context, event, 'ship', record);
}
