import { less } from '../../../goods.ts';
import type { Ledger } from '../../../state/ledger.ts';
import { type CodeRecord, type EventRef, goodsIn, tellNaming } from '../../../state/record/code-record.ts';
import { fullStandingOf, unitsOf } from '../../../state/record/standing.ts';
import type { RepackAct, UnpackAct } from '../acting/act-input.ts';
import { type Acting, eventOf, type Outcome, obstaclesOf } from '../acting/acting.ts';
import { changeGoods, countPackage, recount } from '../acting/booking.ts';
import { withItsHolds } from '../acting/held-on.ts';
import { type Refused, refusalsOfEach } from '../acting/refused.ts';

/** 关联解除 (disaggregation): takes children out of the packages that they are in, or all children out of one package. */
export function unpack(acting: Acting, input: UnpackAct): Outcome {
  const { ledger } = acting;
  const codes =
    input.parent === undefined ? (input.children ?? []) : ledger.childrenOf(input.parent).map(({ id }) => id);
  const refused = refusalsOf(acting, input, codes);
  if (input.parent !== undefined && codes.length === 0 && refused.length === 0) {
    return { refused: [{ code: input.parent, reason: 'not_packed' }] };
  }
  if (refused.length > 0) return { refused };
  const children = codes.map((id) => ledger.of(id));
  const depths = depthsAmong(ledger, children);
  const units = children.reduce((sum, child) => sum + (depths(child) === 0 ? unitsOf(child) : 0), 0);
  return { event: takeAllOut(acting, input, children) as EventRef, units };
}

/** Takes codes out of the packages that they are in; returns the last act, undefined if there are no codes. */
export function takeAllOut(
  acting: Acting,
  input: UnpackAct | RepackAct,
  children: readonly CodeRecord[],
): EventRef | undefined {
  const { ledger } = acting;
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
    event = acting.effects.event({
      ...eventOf(input, 'unpack'),
      workOrderId,
      productId,
      lotId,
      placeId: ledger.placeOf(first),
      waybillId: ledger.waybillOf(first),
    });
    for (const child of group) takeOut(acting, child, event);
  }
  return event;
}

/** In how many of the other codes each one lies. */
function depthsAmong(ledger: Ledger, children: readonly CodeRecord[]): (child: CodeRecord) => number {
  const named = new Set(children.map(({ id }) => id));
  const depths = new Map(
    children.map((child) => [child, ledger.above(child).filter(({ id }) => named.has(id)).length]),
  );
  return (child) => depths.get(child) as number;
}

function refusalsOf(acting: Acting, input: UnpackAct, codes: readonly number[]): Refused[] {
  const { parent } = input;
  const ofParent =
    parent === undefined ? [] : obstaclesOf(acting, input, 'unpack', 'parent', acting.ledger.get(parent), parent);
  return [...ofParent, ...refusalsOfEach(codes, (id) => obstacles(acting, input, id))];
}

function* obstacles(acting: Acting, input: UnpackAct, id: number): Generator<Refused> {
  const child = acting.ledger.get(id);
  yield* obstaclesOf(acting, input, 'unpack', 'item', child, id);
  if (child && child.parent === null && child.life === 'active') yield { code: id, reason: 'not_packed' };
}

/** Takes one code out of its package, names it in the event, and recounts it. */
export function takeOut(acting: Acting, child: CodeRecord, event: EventRef): void {
  const { effects } = acting;
  const before = fullStandingOf(child);
  comesOutOnWaybill(acting, child, event);
  withItsHolds(acting, child, event, () => {
    leave(acting, child, event);
    effects.names(event, 'unpack', 'item', child.id, unitsOf(child));
    tellNaming(child, 'unpack', 'item', event);
  });
  recount(acting, event, child, before);
}

/** Goods that were on a waybill as part of a package are on it under their own code once they come out. */
function comesOutOnWaybill({ ledger, effects }: Acting, child: CodeRecord, event: EventRef): void {
  const waybillId = ledger.waybillOf(child);
  if (waybillId === null) return;
  const stock = ledger.stockOf(child);
  const common = { waybillId, lineId: null, overrideReason: null, by: null, at: event.at };
  for (const goods of goodsIn(child)) {
    for (const [code, units] of [
      [ledger.outermostOf(child).id, -goods.units],
      [child.id, goods.units],
    ] as const) {
      effects.waybillChanges.push({
        ...common,
        ...goods,
        code,
        units,
        received: stock === 'with_dealer' ? units : 0,
        returned: stock === 'returned' ? units : 0,
      });
    }
  }
}

/** Ends a packing: the package and all packages around it lose the child's goods. Throws if the code is in no package. */
export function leave(acting: Acting, child: CodeRecord, event: EventRef): void {
  const { ledger, effects } = acting;
  const around = ledger.above(child);
  const [parent] = around;
  if (!parent?.contents || !child.packedBy) throw new Error(`code ${child.id} is not in a package`);
  effects.unpacks(child.id, parent.id, child.packedBy, event);
  child.parent = null;
  child.packedBy = null;
  child.implied = false;
  if (child.contents?.implied) effects.contents(child);
  changeGoods(acting, around, less(goodsIn(child)), event);
  parent.contents.children -= 1;
  if (parent.contents.children === 0) dissolve(acting, parent, event);
}

/** An empty package stops being one, and leaves the package that it was in. */
function dissolve(acting: Acting, parent: CodeRecord, event: EventRef): void {
  const { effects } = acting;
  const { contents } = parent;
  if (!contents) return;
  if (!contents.complete) countPackage(acting, event, 'remainders', contents, -1);
  countPackage(acting, event, 'packages', contents, -1);
  if (parent.parent !== null) leave(acting, parent, event);
  parent.contents = null;
  effects.contents(parent);
  effects.names(event, 'unpack', 'parent', parent.id, 0);
  tellNaming(parent, 'unpack', 'parent', event);
}
