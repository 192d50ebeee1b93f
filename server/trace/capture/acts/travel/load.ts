import { type LoadingReason, loadingReasons } from '../../../../../contract/physical/loading-rule.ts';
import { waybillLife } from '../../../../../contract/physical/waybill.life.ts';
import type { GoodsUnits } from '../../../goods.ts';
import { type CodeRecord, type Contents, goodsIn } from '../../../state/record/code-record.ts';
import { unitsOf } from '../../../state/record/standing.ts';
import type { WaybillFacts, WaybillLine } from '../../../waybill-facts.ts';
import type { LoadAct } from '../acting/act-input.ts';
import { type Acting, eventOf, type Outcome, obstaclesOf } from '../acting/acting.ts';
import type { Refused } from '../acting/refused.ts';
import { takeOut } from '../packing/unpack.ts';
import { relocate } from './relocate.ts';

/** 装车: puts goods on a waybill. Some reasons against it are subject to the warehouse's policy (allow, warn, refuse). */
export function load(acting: Acting, input: LoadAct): Outcome {
  const { ledger, effects, waybills } = acting;
  const waybill = waybills.get(input.waybillId);
  const record = ledger.get(input.code);
  const refused = [...refusalsOf(acting, input, waybill, record)].flatMap((one) => applyPolicy(input, waybill, one));
  if (refused.length > 0 || !waybill || !record) return { refused };
  const placeId = ledger.placeOf(record);
  const { workOrderId, productId, lotId } = record;
  if (record.parent !== null) {
    noteTaking(acting, input, record);
    // The waybill says what it was taken out for; it is on the waybill by being loaded.
    const forWaybill = { waybillId: waybill.id, offWaybill: true };
    const unpacking = { ...eventOf(input, 'unpack'), workOrderId, productId, lotId, placeId, ...forWaybill };
    takeOut(acting, record, effects.sharedEventOf(ledger.with(record), unpacking));
  }
  const event = effects.sharedEventOf([record.id], {
    ...eventOf(input, 'load'),
    ...{ workOrderId, productId, lotId },
    placeId,
    waybillId: waybill.id,
    reason: input.overrideReason ?? null,
  });
  relocate(acting, event, 'load', record);
  for (const goods of goodsIn(record)) {
    const line = lineFor(acting, waybill, goods);
    if (line) line.loaded += goods.units;
    acting.lots.take(waybill, goods.lotId, goods.units);
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
function noteTaking({ ledger, takenOut }: Acting, { at, waybillId }: LoadAct, record: CodeRecord): void {
  const around = ledger.above(record);
  around.forEach((parent, depth) => {
    takenOut.note((around[depth - 1] ?? record).id, { parent: parent.id, at, waybillId });
  });
}

const isForWarehouse = (reason: Refused['reason']): reason is LoadingReason =>
  (loadingReasons as readonly string[]).includes(reason);

/** Applies the warehouse's policy to a refusal: drops it, keeps it, or lets the person overrule it with a reason. */
function applyPolicy(input: LoadAct, waybill: WaybillFacts | undefined, refused: Refused): Refused[] {
  // A package out of which goods were loaded is incomplete.
  const reason = refused.reason === 'partly_loaded' ? 'incomplete' : refused.reason;
  if (!waybill || !isForWarehouse(reason)) return [refused];
  if (reason === 'on_hold' && waybill.takesHeld) return [];
  switch (waybill.policies[reason]) {
    case 'allow':
      return [];
    case 'warn':
      return input.overrideReason ? [] : [{ ...refused, overridable: true }];
    case 'refuse':
      return [refused];
  }
}

function* refusalsOf(
  acting: Acting,
  input: LoadAct,
  waybill: WaybillFacts | undefined,
  record: CodeRecord | undefined,
): Generator<Refused> {
  const code = input.code;
  if (!waybill || !waybillLife.mayTake('load', waybill.status))
    return yield { code, reason: 'waybill_not_open', conflict: waybill?.waybillNo ?? null };
  yield* obstaclesOf(acting, input, 'load', 'item', record, code);
  // What was lost on the way has been refused by the table of acts: where it is, nobody knows.
  if (!record || acting.ledger.stockOf(record) === 'lost') return;
  if (record.level > 1 && !record.contents) return yield { code, reason: 'empty_package' };
  const away = awayFrom(acting, record, waybill);
  if (away) return yield away;
  yield* elsewhere(acting, waybill, record);
  if (record.contents?.complete === false) yield incomplete(acting, record, record.contents);
  for (const goods of goodsIn(record)) yield* unfit(acting, input, waybill, record, goods);
}

/** Refuses a package that is not full, by name of the waybill if goods were loaded out of it. */
function incomplete({ ledger, takenOut }: Acting, record: CodeRecord, { units, capacity }: Contents): Refused {
  const code = record.id;
  const waybillId = takenOut.waybillOfMissing(ledger, record);
  return waybillId === undefined
    ? { code, reason: 'incomplete', conflict: `${units} / ${capacity ?? '?'}` }
    : { code, reason: 'partly_loaded', conflict: { waybillId } };
}

const isThere = ({ ledger }: Acting, record: CodeRecord, { fromPlaces }: WaybillFacts): boolean => {
  const place = ledger.placeOf(record);
  return place !== null && fromPlaces.includes(place);
};

/** Refuses goods that are on a waybill already or have left; no policy allows these. */
function awayFrom(acting: Acting, record: CodeRecord, waybill: WaybillFacts): Refused | undefined {
  const { ledger } = acting;
  const stock = ledger.stockOf(record);
  const waybillId = ledger.waybillOf(record);
  const conflict = waybillId === null ? null : { waybillId };
  if (conflict && (stock === 'at_place' || stock === 'none')) {
    return { code: record.id, reason: 'loaded_already', conflict };
  }
  const hasLeft = stock === 'in_transit' || (stock === 'with_dealer' && !isThere(acting, record, waybill));
  return hasLeft ? { code: record.id, reason: 'shipped_already', conflict } : undefined;
}

/** Refuses goods that are not where the waybill leaves from, or lie in a package. */
function* elsewhere(acting: Acting, waybill: WaybillFacts, record: CodeRecord): Generator<Refused> {
  const code = record.id;
  if (!isThere(acting, record, waybill)) yield { code, reason: 'not_here' };
  if (record.parent !== null) yield { code, reason: 'packed_elsewhere', conflict: record.parent };
}

/**
 * Refuses goods that were not ordered, exceed the ordered quantity, are of no released lot, have expired, or should leave after
 * another lot.
 */
function* unfit(
  acting: Acting,
  { at }: LoadAct,
  waybill: WaybillFacts,
  { id: code }: CodeRecord,
  goods: GoodsUnits,
): Generator<Refused> {
  const { productId, lotId, units } = goods;
  const line = lineFor(acting, waybill, goods);
  if (!line) yield { code, reason: 'not_ordered' };
  else if (line.loaded + units > line.quantity)
    yield { code, reason: 'over_quantity', conflict: `${line.loaded + units} > ${line.quantity}` };
  yield* unsaleable(acting, at, waybill, code, lotId);
  // What is kept apart or taken out of use leaves for a reason of its own.
  if (productId === null || line?.lot || waybill.takesHeld) return;
  const first = acting.lots.before(waybill, productId, lotId);
  if (first) yield { code, reason: 'older_first', conflict: `${first.lotNo} (${first.expiry ?? first.production})` };
}

/**
 * Refuses goods that nobody has released, those without a lot too, or that have expired; a recall or scrap takes these, and
 * quarantine what is not released.
 */
export function* unsaleable(
  { lots }: Pick<Acting, 'lots'>,
  at: number,
  { takesExpired, takesHeld }: WaybillFacts,
  code: number,
  lotId: number | null,
): Generator<Refused & { reason: 'not_released' | 'expired' }> {
  const lot = lotId === null ? undefined : lots.of(lotId);
  if (!lot?.released && !takesHeld) yield { code, reason: 'not_released', conflict: lot?.lotNo ?? null };
  if (lot && !takesExpired && lots.isExpired(lot, at)) yield { code, reason: 'expired', conflict: lot.expiry };
}

/** The waybill line that orders these goods: one for their lot rather than for any lot, one with room rather than a full one. */
export function lineFor({ lots }: Acting, { lines }: WaybillFacts, goods: GoodsUnits): WaybillLine | undefined {
  const lotNo = goods.lotId === null ? undefined : lots.of(goods.lotId)?.lotNo;
  const fitting = lines
    .filter(({ productId, lot }) => productId === goods.productId && (lot === null || lot === lotNo))
    .sort((a, b) => Number(a.lot === null) - Number(b.lot === null));
  return fitting.find(({ loaded, quantity }) => loaded + goods.units <= quantity) ?? fitting[0];
}
