import { type CodeRecord, type EventRef, recordEvent, tellContents, tellPacking } from '#trace/state/code-record.ts';
import { fullStandingOf, unitsOf } from '#trace/state/standing.ts';
import { recount } from '../context/booking.ts';
import { type CaptureContext, eventOf, type Outcome, obstaclesOf } from '../context/capture-context.ts';
import type { ReplaceEvent } from '../context/event-input.ts';
import type { Refused } from '../context/refused.ts';
import { lentElsewhere } from './packing-refusals.ts';

/** 关联替换, 换标: a successor takes the place of a code: as child of its package, as parent of its contents, and on its waybill. */
export function replace(context: CaptureContext, input: ReplaceEvent): Outcome {
  const { ledger, effects } = context;
  const [old, successor] = [ledger.get(input.old), ledger.get(input.successor)];
  const refused: Refused[] = [];
  for (const one of obstaclesOf(context, input, 'replace', 'item', old, input.old)) refused.push(one);
  for (const one of obstaclesOf(context, input, 'replace', 'successor', successor, input.successor)) {
    refused.push(one);
  }
  if (old && successor)
    refused.push(...unlike(old, successor), ...lentElsewhere(context, lineOf(context, old), [successor.id]));
  if (refused.length > 0 || !old || !successor) return { refused };
  const { workOrderId, productId, lotId } = old;
  const event = effects.event({
    ...eventOf(input, 'replace'),
    workOrderId,
    productId,
    lotId,
    placeId: ledger.placeOf(old),
    waybillId: ledger.waybillOf(old),
  });
  const units = unitsOf(old);
  const before = fullStandingOf(old);
  effects.names(event, 'replace', 'item', old.id, units);
  effects.names(event, 'replace', 'successor', successor.id, units);
  const waybillId = ledger.waybillOf(old);
  if (waybillId !== null) effects.waybillSuccessors.push({ waybillId, old: old.id, successor: successor.id });
  // Packages around it that were implied by a set are written now, since their contents no longer follow from the set.
  for (const around of ledger.above(old)) if (around.implied) effects.contents(around);
  recordEvent(old, 'replace', 'item', event);
  recordEvent(successor, 'replace', 'successor', event);
  takeOverContents(context, event, old, successor);
  takeOverPlace(context, event, old, successor);
  recount(context, event, successor, before);
  effects.counts(event, 'replaced', old, workOrderId, 1);
  return { event, units };
}

/** The line that goods were made on, as far as it is known. */
const lineOf = ({ orders }: CaptureContext, { workOrderId }: CodeRecord) => ({
  lineId: orders.get(workOrderId ?? 0)?.lineId ?? null,
});

function* unlike(old: CodeRecord, { id, level, issue }: CodeRecord): Generator<Refused> {
  const issuedFor = issue.product?.product_id ?? null;
  if (level !== old.level) yield { code: id, reason: 'other_level' };
  if (issuedFor !== null && old.productId !== null && issuedFor !== old.productId) {
    yield { code: id, reason: 'other_product', conflict: { productId: issuedFor } };
  }
}

function takeOverPlace({ effects }: CaptureContext, event: EventRef, old: CodeRecord, successor: CodeRecord): void {
  if (old.parent === null || !old.packedBy) return;
  effects.unpacks(old.id, old.parent, old.packedBy, event);
  effects.packs([successor.id], old.parent, event);
  tellPacking(successor, old.parent, event);
  old.parent = null;
  old.packedBy = null;
  old.implied = false;
}

function takeOverContents(
  { ledger, effects }: CaptureContext,
  event: EventRef,
  old: CodeRecord,
  successor: CodeRecord,
): void {
  if (!old.contents) return;
  tellContents(successor, old.contents);
  old.contents = null;
  effects.contents(old);
  effects.contents(successor);
  for (const child of ledger.childrenOf(old.id)) {
    if (!child.packedBy) continue;
    effects.unpacks(child.id, old.id, child.packedBy, event);
    // They keep the event that packed them first: product, lot and order are read from it.
    effects.packs([child.id], successor.id, child.packedBy);
    child.parent = successor.id;
    child.implied = false;
    if (child.contents?.implied) effects.contents(child);
  }
}
