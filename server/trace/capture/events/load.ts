import {
  lineFor,
  objectionsToLot,
  objectionToUnits,
  policiesFor,
  standingOf,
} from '@suyuan/contract/physical/waybill/loading.ts';
import { type LoadingReason, loadingReasons } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import { waybillLife } from '@suyuan/contract/physical/waybill/waybill.life.ts';
import type { GoodsUnits } from '../../goods.ts';
import type { WaybillFacts, WaybillLine } from '../../services.ts';
import { type CodeRecord, type Contents, goodsIn, unitsOf } from '../../state/code-record.ts';
import { isPutAside } from '../../state/rejected-units.ts';

import { relocate, takeOut } from '../context/booking.ts';
import { type CaptureContext, eventOf, type Outcome, obstaclesOf } from '../context/capture-context.ts';
import type { LoadEvent } from '../context/event-input.ts';
import { minDaysOf } from '../context/lots-to-load.ts';
import type { Refused } from '../context/refused.ts';

/** 装车: puts goods on a waybill. Some reasons against it are subject to the warehouse's policy (allow, warn, refuse). */
export function load(context: CaptureContext, input: LoadEvent): Outcome {
  const { ledger, effects, waybills } = context;
  const waybill = waybills.get(input.waybillId);
  const record = ledger.get(input.code);
  const refused = [...refusalsOf(context, input, waybill, record)].flatMap((one) => applyPolicy(input, waybill, one));
  if (refused.length > 0 || !waybill || !record) return { refused };
  const placeId = ledger.placeOf(record);
  const { workOrderId, productId, lotId } = record;
  if (record.parent !== null) {
    noteTaking(context, input, record);
    // The waybill says what it was taken out for; it is on the waybill by being loaded.
    const forWaybill = { waybillId: waybill.id, offWaybill: true };
    const unpacking = { ...eventOf(input, 'unpack'), workOrderId, productId, lotId, placeId, ...forWaybill };
    takeOut(context, record, effects.sharedEventOf(ledger.with(record), unpacking));
  }
  const event = effects.sharedEventOf([record.id], {
    ...eventOf(input, 'load'),
    ...{ workOrderId, productId, lotId },
    placeId,
    waybillId: waybill.id,
    reason: input.overrideReason ?? null,
  });
  relocate(context, event, 'load', record);
  for (const goods of goodsIn(record)) {
    const line = lineOf(context, waybill, goods);
    if (line) line.loaded += goods.units;
    context.lots.take(waybill, goods.lotId, goods.units);
    effects.waybillChanges.push({
      ...goods,
      waybillId: waybill.id,
      code: record.id,
      lineId: line?.id ?? null,
      received: 0,
      returned: 0,
      overrideReason: input.overrideReason ?? null,
      by: input.by.accountId,
      at: input.at,
    });
  }
  return { event, units: unitsOf(record) };
}

/** Notes what lies in what, in case that it is unloaded again: the packages around it may come apart without it. */
function noteTaking({ ledger, takenOut }: CaptureContext, { at, waybillId }: LoadEvent, record: CodeRecord): void {
  const around = ledger.above(record);
  around.forEach((parent, depth) => {
    takenOut.note((around[depth - 1] ?? record).id, { parent: parent.id, at, waybillId });
  });
}

const isForWarehouse = (reason: Refused['reason']): reason is LoadingReason =>
  (loadingReasons as readonly string[]).includes(reason);

/** Applies the warehouse's policy to a refusal: drops it, keeps it, or lets the person overrule it with a reason. */
function applyPolicy(input: LoadEvent, waybill: WaybillFacts | undefined, refused: Refused): Refused[] {
  // A package out of which goods were loaded is incomplete.
  const reason = refused.reason === 'partly_loaded' ? 'incomplete' : refused.reason;
  if (!waybill || !isForWarehouse(reason)) return [refused];
  const standing = standingOf(reason, policiesFor(waybill), Boolean(input.overrideReason));
  if (standing === 'dropped') return [];
  return standing === 'final' ? [refused] : [{ ...refused, overridable: true }];
}

function* refusalsOf(
  context: CaptureContext,
  input: LoadEvent,
  waybill: WaybillFacts | undefined,
  record: CodeRecord | undefined,
): Generator<Refused> {
  const code = input.code;
  if (!waybill || !waybillLife.mayTake('load', waybill.status))
    return yield { code, reason: 'waybill_not_open', conflict: waybill?.waybillNo ?? null };
  yield* obstaclesOf(context, input, 'load', 'item', record, code);
  // What was lost on the way has been refused by the table of events: where it is, nobody knows.
  if (!record || context.ledger.stockOf(record) === 'lost') return;
  if (record.level > 1 && !record.contents) return yield { code, reason: 'empty_package' };
  const away = awayFrom(context, record, waybill);
  if (away) return yield away;
  yield* elsewhere(context, waybill, record);
  yield* putAside(waybill, record);
  if (record.contents?.complete === false) yield incomplete(context, record, record.contents);
  for (const goods of goodsIn(record)) yield* unfit(context, input, waybill, record, goods);
}

/** Refuses what the line or a person has rejected, until it is packed as reworked; it may leave for where nothing is sold. */
export function* putAside({ takesHeld }: WaybillFacts, record: CodeRecord): Generator<Refused> {
  if (!takesHeld && isPutAside(record)) yield { code: record.id, reason: 'rejected' };
}

/** Refuses a package that is not full, by name of the waybill if goods were loaded out of it. */
function incomplete({ ledger, takenOut }: CaptureContext, record: CodeRecord, { units, capacity }: Contents): Refused {
  const code = record.id;
  const waybillId = takenOut.waybillOfMissing(ledger, record);
  return waybillId === undefined
    ? { code, reason: 'incomplete', conflict: `${units} / ${capacity ?? '?'}` }
    : { code, reason: 'partly_loaded', conflict: { waybillId } };
}

const isThere = ({ ledger }: CaptureContext, record: CodeRecord, { fromPlaces }: WaybillFacts): boolean => {
  const place = ledger.placeOf(record);
  return place !== null && fromPlaces.includes(place);
};

/** Refuses goods that are on a waybill already or have left; no policy allows these. */
function awayFrom(context: CaptureContext, record: CodeRecord, waybill: WaybillFacts): Refused | undefined {
  const { ledger } = context;
  const stock = ledger.stockOf(record);
  const waybillId = ledger.waybillOf(record);
  const conflict = waybillId === null ? null : { waybillId };
  if (conflict && (stock === 'at_place' || stock === 'none')) {
    return { code: record.id, reason: 'loaded_already', conflict };
  }
  const hasLeft = stock === 'in_transit' || (stock === 'with_dealer' && !isThere(context, record, waybill));
  return hasLeft ? { code: record.id, reason: 'shipped_already', conflict } : undefined;
}

/** Refuses goods that are not where the waybill leaves from, or lie in a package. */
function* elsewhere(context: CaptureContext, waybill: WaybillFacts, record: CodeRecord): Generator<Refused> {
  const code = record.id;
  if (!isThere(context, record, waybill)) yield { code, reason: 'not_here' };
  if (record.parent !== null) yield { code, reason: 'packed_elsewhere', conflict: record.parent };
}

/** Refuses goods by the rules that handhelds share, with what each is about. */
function* unfit(
  context: CaptureContext,
  { at }: LoadEvent,
  waybill: WaybillFacts,
  { id: code }: CodeRecord,
  goods: GoodsUnits,
): Generator<Refused> {
  const { lots } = context;
  const { productId, lotId, units } = goods;
  const line = lineOf(context, waybill, goods);
  const lot = lotId === null ? undefined : lots.of(lotId);
  const days = lot ? lots.daysLeft(lot, at) : null;
  const minDays = minDaysOf(waybill, productId);
  const first = productId === null ? undefined : lots.first(waybill, productId);
  const conflicts: Partial<Record<LoadingReason, string | null>> = {
    over_quantity: line ? `${line.loaded + units} > ${line.quantity}` : null,
    not_released: lot?.lotNo ?? null,
    expired: lot?.expiry ?? null,
    short_life: `${lot?.expiry}: ${days} < ${minDays}`,
    older_first: first ? `${first.lotNo} (${first.expiry ?? first.production})` : null,
  };
  const toUnits = objectionToUnits(line, units);
  for (const reason of [...(toUnits ? [toUnits] : []), ...objectionsToLot({ lot, days, minDays, line, first })])
    yield { code, reason, ...(reason in conflicts && { conflict: conflicts[reason] ?? null }) };
}

/**
 * Refuses goods that nobody has released, those without a lot too, or that have expired; a recall or scrap takes these, and
 * quarantine what is not released.
 */
export function* unsaleable(
  { lots }: Pick<CaptureContext, 'lots'>,
  at: number,
  { takesExpired, takesHeld }: WaybillFacts,
  code: number,
  lotId: number | null,
): Generator<Refused & { reason: 'not_released' | 'expired' }> {
  const lot = lotId === null ? undefined : lots.of(lotId);
  const days = lot ? lots.daysLeft(lot, at) : null;
  const allowed = policiesFor({ policies: {}, takesHeld, takesExpired });
  for (const reason of objectionsToLot({ lot, days, minDays: 0, line: undefined, first: undefined }))
    if ((reason === 'not_released' || reason === 'expired') && !allowed[reason])
      yield { code, reason, conflict: (reason === 'expired' ? lot?.expiry : lot?.lotNo) ?? null };
}

/** The waybill line that orders these goods. */
export function lineOf({ lots }: CaptureContext, { lines }: WaybillFacts, goods: GoodsUnits): WaybillLine | undefined {
  const lotNo = goods.lotId === null ? undefined : lots.of(goods.lotId)?.lotNo;
  const fitting = lines.filter(
    ({ productId, lot }) => productId === goods.productId && (lot === null || lot === lotNo),
  );
  return lineFor(fitting, goods.units);
}
