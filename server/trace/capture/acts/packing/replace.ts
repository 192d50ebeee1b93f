import {
  type CodeRecord,
  type EventRef,
  tellContents,
  tellNaming,
  tellPacking,
} from '../../../state/record/code-record.ts';
import { fullStandingOf, unitsOf } from '../../../state/record/standing.ts';
import type { ReplaceAct } from '../acting/act-input.ts';
import { type Acting, eventOf, type Outcome, obstaclesOf } from '../acting/acting.ts';
import { recount } from '../acting/booking.ts';
import type { Refused } from '../acting/refused.ts';
import { lentElsewhere } from './packing-refusals.ts';

/** 关联替换, 换标: a successor takes the place of a code: as child of its package, as parent of its contents, and on its waybill. */
export function replace(acting: Acting, input: ReplaceAct): Outcome {
  const { ledger, effects } = acting;
  const [old, successor] = [ledger.get(input.old), ledger.get(input.successor)];
  const refused: Refused[] = [];
  for (const one of obstaclesOf(acting, input, 'replace', 'item', old, input.old)) refused.push(one);
  for (const one of obstaclesOf(acting, input, 'replace', 'successor', successor, input.successor)) {
    refused.push(one);
  }
  if (old && successor)
    refused.push(...unlike(old, successor), ...lentElsewhere(acting, lineOf(acting, old), [successor.id]));
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
  tellNaming(old, 'replace', 'item', event);
  tellNaming(successor, 'replace', 'successor', event);
  takeOverContents(acting, event, old, successor);
  takeOverPlace(acting, event, old, successor);
  recount(acting, event, successor, before);
  effects.counts(event, 'replaced', old, workOrderId, 1);
  return { event, units };
}

/** The line that goods were made on, as far as it is known. */
const lineOf = ({ orders }: Acting, { workOrderId }: CodeRecord) => ({
  lineId: orders.get(workOrderId ?? 0)?.lineId ?? null,
});

function* unlike(old: CodeRecord, { id, level, issuedFor }: CodeRecord): Generator<Refused> {
  if (level !== old.level) yield { code: id, reason: 'other_level' };
  if (issuedFor !== null && old.productId !== null && issuedFor !== old.productId) {
    yield { code: id, reason: 'other_product', conflict: { productId: issuedFor } };
  }
}

function takeOverPlace({ effects }: Acting, event: EventRef, old: CodeRecord, successor: CodeRecord): void {
  if (old.parent === null || !old.packedBy) return;
  effects.unpacks(old.id, old.parent, old.packedBy, event);
  effects.packs([successor.id], old.parent, event);
  tellPacking(successor, old.parent, event);
  old.parent = null;
  old.packedBy = null;
  old.implied = false;
}

function takeOverContents({ ledger, effects }: Acting, event: EventRef, old: CodeRecord, successor: CodeRecord): void {
  if (!old.contents) return;
  tellContents(successor, old.contents);
  old.contents = null;
  effects.contents(old);
  effects.contents(successor);
  for (const child of ledger.childrenOf(old.id)) {
    if (!child.packedBy) continue;
    effects.unpacks(child.id, old.id, child.packedBy, event);
    // They keep the act that packed them first: product, lot and order are read from it.
    effects.packs([child.id], successor.id, child.packedBy);
    child.parent = successor.id;
    child.implied = false;
    if (child.contents?.implied) effects.contents(child);
  }
}
