import {
  type CodeRecord,
  countedAs,
  type EventRef,
  recordContents,
  recordEvent,
  recordPacking,
  unitsOf,
} from '../../state/code-record.ts';
import type { Ledger } from '../../state/ledger.ts';
import { recount, takeOut } from '../context/booking.ts';

import { type CaptureContext, eventOf, type Outcome, obstaclesOf } from '../context/capture-context.ts';
import type { RepackEvent, ReplaceEvent, UnpackEvent } from '../context/event-input.ts';
import { type Refused, refusalsOfEach } from '../context/refused.ts';
import { lentElsewhere } from './packing-refusals.ts';

/** 关联解除 (disaggregation): takes children out of the packages that they are in, or all children out of one package. */
export function unpack(context: CaptureContext, input: UnpackEvent): Outcome {
  const { ledger } = context;
  const codes =
    input.parent === undefined ? (input.children ?? []) : ledger.childrenOf(input.parent).map(({ id }) => id);
  const refused = refusalsOf(context, input, codes);
  if (input.parent !== undefined && codes.length === 0 && refused.length === 0) {
    return { refused: [{ code: input.parent, reason: 'not_packed' }] };
  }
  if (refused.length > 0) return { refused };
  const children = codes.map((id) => ledger.of(id));
  const depths = depthsAmong(ledger, children);
  const units = children.reduce((sum, child) => sum + (depths(child) === 0 ? unitsOf(child) : 0), 0);
  return { event: takeAllOut(context, input, children) as EventRef, units };
}

/** Takes codes out of the packages that they are in; returns the last event, undefined if there are no codes. */
export function takeAllOut(
  context: CaptureContext,
  input: UnpackEvent | RepackEvent,
  children: readonly CodeRecord[],
): EventRef | undefined {
  const { ledger } = context;
  const depths = depthsAmong(ledger, children);
  // An event has one work order, product, lot, place and waybill, and names a code once: one event for each group, those of
  // packages before those of what lies in them.
  const groups = Map.groupBy(
    children.toSorted((one, other) => depths(one) - depths(other)),
    (child) =>
      [
        depths(child),
        ...[child.workOrderId, child.productId, child.lotId, ledger.placeOf(child), ledger.waybillOf(child)],
      ].join(),
  );
  let event: EventRef | undefined;
  for (const group of groups.values()) {
    const [first] = group as [CodeRecord];
    const { workOrderId, productId, lotId } = first;
    event = context.effects.event({
      ...eventOf(input, 'unpack'),
      workOrderId,
      productId,
      lotId,
      placeId: ledger.placeOf(first),
      waybillId: ledger.waybillOf(first),
    });
    for (const child of group) takeOut(context, child, event);
  }
  return event;
}

/** In how many of the other codes each one lies. */
function depthsAmong(ledger: Ledger, children: readonly CodeRecord[]): (child: CodeRecord) => number {
  const ids = new Set(children.map(({ id }) => id));
  const depths = new Map(children.map((child) => [child, ledger.above(child).filter(({ id }) => ids.has(id)).length]));
  return (child) => depths.get(child) as number;
}

function refusalsOf(context: CaptureContext, input: UnpackEvent, codes: readonly number[]): Refused[] {
  const { parent } = input;
  const ofParent =
    parent === undefined ? [] : obstaclesOf(context, input, 'unpack', 'parent', context.ledger.get(parent), parent);
  return [...ofParent, ...refusalsOfEach(codes, (id) => obstacles(context, input, id))];
}

function* obstacles(context: CaptureContext, input: UnpackEvent, id: number): Generator<Refused> {
  const child = context.ledger.get(id);
  yield* obstaclesOf(context, input, 'unpack', 'item', child, id);
  if (child && child.parent === null && child.life === 'active') yield { code: id, reason: 'not_packed' };
}

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
  const before = countedAs(old);
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
  recordPacking(successor, old.parent, event);
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
  recordContents(successor, old.contents);
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
