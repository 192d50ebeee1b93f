import { type WaybillStep, waybillLife } from '@suyuan/contract/physical/waybill/waybill.life.ts';
import type { Measure } from '../../goods.ts';
import type { WaybillFacts } from '../../services.ts';
import { type CodeRecord, type EventRef, goodsIn, unitsOf } from '../../state/code-record.ts';

import { relocate, takeOut } from '../context/booking.ts';
import { type CaptureContext, eventOf, type Outcome, obstaclesOf } from '../context/capture-context.ts';
import type { MoveEvent, TravelEvent } from '../context/event-input.ts';
import { type Refused, refusalsOfGoods } from '../context/refused.ts';
import { putBack } from './put-back.ts';

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

/** What each event counts, with its sign; `remembers`: the goods keep the waybill that they came with. */
const moves = {
  store: { measure: undefined, sign: 1, remembers: false },
  lose: { measure: undefined, sign: 1, remembers: false },
  take_back: { measure: 'taken_back', sign: 1, remembers: true },
  void_return: { measure: 'taken_back', sign: -1, remembers: true },
  restock: { measure: 'restocked', sign: 1, remembers: false },
  rework: { measure: 'reworked', sign: 1, remembers: true },
  destroy: { measure: 'discarded', sign: 1, remembers: false },
} as const satisfies Record<MoveEvent['act'], { measure: Measure | undefined; sign: 1 | -1; remembers: boolean }>;

/** Stores goods elsewhere, misses them, takes them back, or restocks, reworks or destroys returned ones; what is packed is unpacked first. */
export function move(context: CaptureContext, input: MoveEvent): Outcome {
  const { ledger, effects } = context;
  const refused = refusalsOfGoods(ledger, input.codes, (id) => obstacles(context, input, id));
  if (refused.length > 0) return { refused };
  let event: EventRef | undefined;
  let units = 0;
  const notPutBack: Refused[] = [];
  for (const record of input.codes.map((id) => ledger.of(id))) {
    const { workOrderId, productId, lotId } = record;
    const goods = { workOrderId, productId, lotId };
    const waybillId = ledger.waybillOf(record);
    const namedAt = record.namedBy?.at;
    if (record.parent !== null) {
      const placeId = ledger.placeOf(record);
      if (input.act === 'store') noteTaking(context, input.at, record);
      const unpacking = { ...eventOf(input, 'unpack'), ...goods, placeId, waybillId };
      takeOut(context, record, effects.sharedEventOf(ledger.with(record), unpacking));
    }
    event = effects.sharedEventOf([record.id], {
      ...eventOf(input, input.act),
      ...goods,
      placeId: input.placeId,
      waybillId,
      offWaybill: !moves[input.act].remembers,
    });
    units += unitsOf(record);
    countMove(context, input, event, record);
    // A returned package was not opened, so nobody has seen its contents since it left.
    if (input.act === 'take_back' && record.contents?.seen) {
      record.contents.seen = false;
      effects.contents(record);
    }
    relocate(context, event, input.act, record);
    const obstacle = input.putsBack && namedAt !== undefined ? putBack(context, input, record, namedAt) : undefined;
    if (obstacle) notPutBack.push(obstacle);
  }
  return { event: event as EventRef, units, ...(notPutBack.length > 0 ? { notPutBack } : {}) };
}

/** Notes what lies in what, in case that it is stored back: the packages around it may come apart without it. */
function noteTaking({ ledger, takenOut }: CaptureContext, at: number, record: CodeRecord): void {
  const around = ledger.above(record);
  around.forEach((parent, depth) => {
    takenOut.note((around[depth - 1] ?? record).id, { parent: parent.id, at, waybillId: null });
  });
}

function* obstacles(context: CaptureContext, input: MoveEvent, id: number): Generator<Refused> {
  const record = context.ledger.get(id);
  for (const one of obstaclesOf(context, input, input.act, 'item', record, id)) {
    if (one.reason !== 'on_hold' || !input.takesHeld) yield one;
  }
  if (!record) return;
  if (record.level > 1 && !record.contents) yield { code: id, reason: 'empty_package' };
  yield* notMoved(context, input, record);
}

/** Refuses goods that are not there to be moved or missed: those of a waybill arrive by it, others lie in another warehouse. */
function* notMoved({ ledger }: CaptureContext, input: MoveEvent, record: CodeRecord): Generator<Refused> {
  const [stock, placeId, waybillId] = [ledger.stockOf(record), ledger.placeOf(record), ledger.waybillOf(record)];
  if (input.act === 'lose') {
    if (stock === 'in_transit')
      yield { code: record.id, reason: 'shipped_already', conflict: waybillId && { waybillId } };
    return;
  }
  if (input.act !== 'store') return;
  if (input.staysPacked && record.parent !== null)
    yield { code: record.id, reason: 'packed_elsewhere', conflict: record.parent, overridable: true };
  if (stock === 'lost') {
    if (waybillId !== null) yield { code: record.id, reason: 'shipped_already', conflict: { waybillId } };
    return;
  }
  if (!input.within || (stock !== 'at_place' && stock !== 'none')) return;
  if (placeId === null || !input.within.includes(placeId))
    yield { code: record.id, reason: 'other_warehouse', conflict: placeId && { placeId } };
}

function countMove({ ledger, effects }: CaptureContext, input: MoveEvent, event: EventRef, record: CodeRecord): void {
  const { measure, sign } = moves[input.act];
  const stock = ledger.stockOf(record);
  const at = input.act === 'take_back' ? input.placeId : ledger.placeOf(record);
  const waybillId = ledger.waybillOf(record);
  const cameBy = stock === 'with_dealer' || stock === 'in_transit' || stock === 'lost' ? waybillId : null;
  const returnId = input.act === 'take_back' ? cameBy : input.act === 'void_return' ? waybillId : null;
  for (const goods of goodsIn(record)) {
    if (measure)
      effects.counts(event, measure, goods, record.workOrderId, sign * goods.units, {
        placeId: at,
      });
    if (returnId === null) continue;
    effects.waybillChanges.push({
      ...goods,
      waybillId: returnId,
      code: record.id,
      lineId: null,
      units: 0,
      received: 0,
      returned: sign * goods.units,
      overrideReason: null,
      by: input.by.accountId,
      at: input.at,
    });
  }
}
