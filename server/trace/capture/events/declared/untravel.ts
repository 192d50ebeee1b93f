import { type CodeRecord, goodsIn, placeIdOf } from '#trace/state/code-record.ts';
import { unitsOf } from '#trace/state/standing.ts';
import { movesStock } from '../context/booking.ts';
import { type CaptureContext, eventOf, type Outcome } from '../context/capture-context.ts';
import type { UntravelEvent } from '../context/event-input.ts';
import type { Refused } from '../context/refused.ts';
import { builtUpon } from './declared-wrong.ts';

/**
 * Declares wrong that goods arrived, or were lost: they are in transit with the waybill again, unless something was done with
 * them since.
 */
export function untravel(context: CaptureContext, input: UntravelEvent): Outcome {
  const { ledger, effects, waybills } = context;
  const waybill = waybills.get(input.waybillId);
  const refused = input.codes.flatMap((id) => [...obstacles(ledger.get(id), id, input.event)]);
  const records = refused.length > 0 ? [] : input.codes.map((id) => ledger.of(id));
  const original = records[0]?.namedBy;
  if (!original || !waybill) return { refused };
  const { workOrderId, productId, lotId, placeId } = original;
  const event = effects.event({
    ...eventOf(input, input.did),
    ...{ workOrderId, productId, lotId, placeId },
    waybillId: waybill.id,
    corrects: { event: input.event, at: original.at, reason: input.error },
  });
  let units = 0;
  for (const record of records) {
    const was = context.unmarked(input, record.id);
    for (const goods of input.did === 'receive' ? goodsIn(record) : []) {
      effects.counts(event, 'received', goods, record.workOrderId, -goods.units, { placeId: waybill.placeId });
      effects.waybillChanges.push({
        ...goods,
        ...{ waybillId: waybill.id, code: record.id, lineId: null, units: 0, received: -goods.units, returned: 0 },
        ...{ overrideReason: null, by: input.by.accountId, at: input.at },
      });
    }
    movesStock(context, event, record, ledger.placeOf(record), placeIdOf(was));
    effects.names(event, input.did, 'item', record.id, unitsOf(record));
    units += unitsOf(record);
    Object.assign(record, was);
  }
  return { event, units };
}

/** It has to be the last event about the code, which is in no package since. */
function* obstacles(record: CodeRecord | undefined, code: number, event: number): Generator<Refused> {
  if (!record) return yield { code, reason: 'unknown_code' };
  if (record.closed) return yield { code, reason: 'closed' };
  const since = [...builtUpon(record, event)];
  yield* since;
  if (since.length === 0 && record.namedBy?.id !== event) {
    yield { code, reason: 'later_acts', conflict: new Date(record.lastAt).toISOString() };
  }
}
