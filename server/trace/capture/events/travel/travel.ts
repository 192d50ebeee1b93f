import { type WaybillStep, waybillLife } from '@suyuan/contract/physical/waybill.life.ts';
import type { Measure } from '#trace/measure.ts';
import { type CodeRecord, type EventRef, goodsIn } from '#trace/state/code-record.ts';
import { unitsOf } from '#trace/state/standing.ts';
import type { WaybillFacts } from '#trace/waybill-facts.ts';
import { type CaptureContext, eventOf, type Outcome, obstaclesOf } from '../context/capture-context.ts';
import type { TravelEvent } from '../context/event-input.ts';
import { type Refused, refusalsOfGoods } from '../context/refused.ts';
import { takeOut } from '../packing/unpack.ts';
import { putBack } from './put-back.ts';
import { relocate } from './relocate.ts';

/** The step of the waybill at which each event is allowed, and what it counts. */
const travels = {
  unload: { step: 'unload', measure: undefined },
  ship: { step: 'ship', measure: 'shipped' },
  receive: { step: 'sign', measure: 'received' },
  void_ship: { step: 'free', measure: 'shipped_void' },
  lose: { step: 'close', measure: undefined },
} as const satisfies Record<TravelEvent['act'], { step: WaybillStep; measure: Measure | undefined }>;

/** Whether goods still belong to the waybill afterwards: until they are in one of the enterprise's own warehouses. */
const stays = ({ ledger }: CaptureContext, { act: eventType, placeId }: TravelEvent): boolean =>
  eventType === 'ship' ||
  eventType === 'lose' ||
  (eventType === 'receive' && ledger.stockAt(placeId) === 'with_dealer');

/**
 * Ships or receives goods by a waybill, or takes them off it. What lies in a package that is not named is unpacked first; what
 * loading took out of a package is put back by unloading.
 */
export function travel(context: CaptureContext, input: TravelEvent): Outcome {
  const { ledger, effects } = context;
  const waybill = context.waybills.get(input.waybillId);
  const refused = travelRefusals(context, input, waybill);
  if (refused.length > 0 || !waybill) return { refused };
  let event: EventRef | undefined;
  let units = 0;
  const notPutBack: Refused[] = [];
  for (const record of input.codes.map((id) => ledger.of(id))) {
    const { workOrderId, productId, lotId } = record;
    const goods = { workOrderId, productId, lotId };
    const namedAt = record.namedBy?.at;
    if (record.parent !== null) {
      const placeId = ledger.placeOf(record);
      takeOut(
        context,
        record,
        effects.sharedEventOf(ledger.with(record), {
          ...eventOf(input, 'unpack'),
          ...goods,
          placeId,
          waybillId: waybill.id,
        }),
      );
    }
    event = effects.sharedEventOf([record.id], {
      ...eventOf(input, input.act),
      ...goods,
      placeId: input.act === 'unload' ? ledger.placeOf(record) : input.placeId,
      waybillId: waybill.id,
      offWaybill: !stays(context, input),
    });
    units += unitsOf(record);
    countTravel(context, input, event, waybill, record);
    relocate(context, event, input.act, record);
    const obstacle =
      input.act === 'unload' && namedAt !== undefined ? putBack(context, input, record, namedAt) : undefined;
    if (obstacle) notPutBack.push(obstacle);
  }
  return { event: event as EventRef, units, ...(notPutBack.length > 0 ? { notPutBack } : {}) };
}

/** Why goods may not travel: the waybill does not allow the step, or one of the codes does not fit. */
export function travelRefusals(
  context: CaptureContext,
  input: TravelEvent,
  waybill: WaybillFacts | undefined,
): Refused[] {
  const [code = 0] = input.codes;
  if (!waybill || !waybillLife.mayTake(travels[input.act].step, waybill.status))
    return [{ code, reason: 'waybill_not_open', conflict: waybill?.waybillNo ?? null }];
  const refused = refusalsOfGoods(context.ledger, input.codes, (id) => {
    const record = context.ledger.get(id);
    return record && context.ledger.waybillOf(record) !== waybill.id
      ? [{ code: id, reason: 'not_on_waybill', conflict: waybill.waybillNo }]
      : [
          ...obstaclesOf(context, input, input.act, 'item', record, id),
          ...(record && input.act === 'ship' ? expiredSince(context, input, waybill, record) : []),
        ];
  });
  return waybill.takesHeld ? refused.filter(({ reason }) => reason !== 'on_hold') : refused;
}

/**
 * Refuses to ship what has expired since it was loaded, where loading would have asked: it is unloaded, and loaded again with a
 * reason if the warehouse takes one. What had expired by then was loaded for a reason.
 */
function* expiredSince(
  { lots }: CaptureContext,
  { at }: TravelEvent,
  { takesExpired, policies }: WaybillFacts,
  record: CodeRecord,
): Generator<Refused> {
  if (takesExpired || policies.expired === 'allow') return;
  for (const lotId of new Set(goodsIn(record).flatMap((goods) => goods.lotId ?? []))) {
    const lot = lots.of(lotId);
    if (!lot || !lots.isExpired(lot, at) || lots.isExpired(lot, record.namedBy?.at ?? at)) continue;
    yield { code: record.id, reason: 'expired', conflict: lot.expiry };
  }
}

/** Counts the figures, and updates what is on the waybill. */
function countTravel(
  { ledger, effects }: CaptureContext,
  input: TravelEvent,
  event: EventRef,
  waybill: WaybillFacts,
  record: CodeRecord,
): void {
  const { measure } = travels[input.act];
  const hasArrived = ledger.stockOf(record) === 'with_dealer';
  for (const goods of goodsIn(record)) {
    if (measure)
      effects.counts(event, measure, goods, record.workOrderId, goods.units, {
        placeId: waybill.placeId,
      });
    if (input.act === 'ship' || input.act === 'lose') continue;
    const received = input.act === 'receive' ? goods.units : hasArrived ? -goods.units : 0;
    effects.waybillChanges.push({
      ...goods,
      waybillId: waybill.id,
      code: record.id,
      lineId: null,
      units: input.act === 'receive' ? 0 : -goods.units,
      received,
      returned: 0,
      overrideReason: null,
      by: input.by.accountId,
      at: input.at,
    });
  }
}
