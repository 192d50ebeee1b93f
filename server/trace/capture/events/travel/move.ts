import type { Measure } from '#trace/measure.ts';
import { type CodeRecord, type EventRef, goodsIn } from '#trace/state/code-record.ts';
import { unitsOf } from '#trace/state/standing.ts';
import { type CaptureContext, eventOf, type Outcome, obstaclesOf } from '../context/capture-context.ts';
import type { MoveEvent } from '../context/event-input.ts';
import { type Refused, refusalsOfGoods } from '../context/refused.ts';
import { takeOut } from '../packing/unpack.ts';
import { relocate } from './relocate.ts';

/** What each event counts, with its sign; `remembers`: the goods keep the waybill that they came with. */
const moves = {
  store: { measure: undefined, sign: 1, remembers: false },
  take_back: { measure: 'taken_back', sign: 1, remembers: true },
  void_return: { measure: 'taken_back', sign: -1, remembers: true },
  restock: { measure: 'restocked', sign: 1, remembers: false },
  rework: { measure: 'reworked', sign: 1, remembers: true },
  destroy: { measure: 'discarded', sign: 1, remembers: false },
} as const satisfies Record<MoveEvent['act'], { measure: Measure | undefined; sign: 1 | -1; remembers: boolean }>;

/** Stores goods elsewhere, takes them back, or restocks, reworks or destroys returned ones; what is packed is unpacked first. */
export function move(context: CaptureContext, input: MoveEvent): Outcome {
  const { ledger, effects } = context;
  const refused = refusalsOfGoods(ledger, input.codes, (id) => obstacles(context, input, id));
  if (refused.length > 0) return { refused };
  let event: EventRef | undefined;
  let units = 0;
  for (const record of input.codes.map((id) => ledger.of(id))) {
    const { workOrderId, productId, lotId } = record;
    const goods = { workOrderId, productId, lotId };
    const waybillId = ledger.waybillOf(record);
    if (record.parent !== null) {
      const placeId = ledger.placeOf(record);
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
  }
  return { event: event as EventRef, units };
}

function* obstacles(context: CaptureContext, input: MoveEvent, id: number): Generator<Refused> {
  const record = context.ledger.get(id);
  yield* obstaclesOf(context, input, input.act, 'item', record, id);
  if (record && record.level > 1 && !record.contents) yield { code: id, reason: 'empty_package' };
}

function countMove({ ledger, effects }: CaptureContext, input: MoveEvent, event: EventRef, record: CodeRecord): void {
  const { measure, sign } = moves[input.act];
  const stock = ledger.stockOf(record);
  const at = input.act === 'take_back' ? input.placeId : ledger.placeOf(record);
  const waybillId = ledger.waybillOf(record);
  const cameBy = stock === 'with_dealer' || stock === 'in_transit' || stock === 'lost' ? waybillId : null;
  const returned = input.act === 'take_back' ? cameBy : input.act === 'void_return' ? waybillId : null;
  for (const goods of goodsIn(record)) {
    if (measure)
      effects.counts(event, measure, goods, record.workOrderId, sign * goods.units, {
        placeId: at,
      });
    if (returned === null) continue;
    effects.waybillChanges.push({
      ...goods,
      waybillId: returned,
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
