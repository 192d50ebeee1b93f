import { isDoneIn } from '@suyuan/contract/plant/order/work-order.ts';
import type { WorkOrderFacts } from '../../services.ts';
import { type CodeRecord, goodsIn } from '../../state/code-record.ts';
import { type CaptureContext, isTooEarly, obstaclesOf, otherProduct, tooEarly } from '../context/capture-context.ts';
import type { MarkEvent, PackEvent, PrintEvent, RepackEvent } from '../context/event-input.ts';
import { type Refused, refusalsOfEach } from '../context/refused.ts';

/** Events that put things into a package. */
export type Packing = PackEvent | RepackEvent;

/** Every refusal of a packing: those of the parent, and of each child. */
export function packingRefusals(
  context: CaptureContext,
  input: Packing,
  order: WorkOrderFacts | undefined,
  children: readonly number[],
): Refused[] {
  const ofParent = [...parentRefusals(context, input, order, input.parent)];
  const parent = context.ledger.get(input.parent);
  if (!order || !parent || againstOrder(order, input, input.parent)) return ofParent;
  const placeId = placeOfPacking(context, parent, children);
  const against = (id: number): Refused[] => [...childRefusals(context, input, order, { parent, placeId }, id)];
  return [
    ...ofParent,
    ...refusalsOfChildren(context, children, against, maxOf(input)),
    ...lentElsewhere(context, order, children),
  ];
}

/** Refuses codes on no product yet that are leased to orders of other lines. */
export function* lentElsewhere(
  { ledger, lent, representatives }: Pick<CaptureContext, 'ledger' | 'lent' | 'representatives'>,
  order: Pick<WorkOrderFacts, 'lineId'>,
  codes: readonly number[],
): Generator<Refused> {
  for (const code of lent.elsewhere(order, codes)) {
    const record = ledger.get(representatives?.of(code) ?? code);
    if (record?.life === 'issued') yield { code, reason: 'leased_elsewhere' };
  }
}

/** A file gets an answer for each of its lines, since it is corrected line by line; its packages have a limit of their own. */
const maxOf = ({ unattended }: Packing): number | undefined =>
  unattended?.origin.source === 'file' ? Number.POSITIVE_INFINITY : undefined;

/** The refusals of children. Those of a representative hold for every code that it represents. */
function refusalsOfChildren(
  { representatives }: CaptureContext,
  children: readonly number[],
  against: (id: number) => Refused[],
  most: number | undefined,
): Refused[] {
  const all = representatives?.ofAll(children);
  if (all !== undefined && against(all).length === 0) return [];
  const ofAlike = new Map<number, Refused[]>();
  return refusalsOfEach(
    children,
    (id) => {
      const representative = representatives?.of(id);
      if (representative === undefined) return against(id);
      const ofOne = ofAlike.getOrInsertComputed(representative, against);
      return ofOne.map((one) => ({ ...one, code: id }));
    },
    most,
  );
}

/** Why nothing may be packed into a code for a work order. */
export function* parentRefusals(
  context: CaptureContext,
  input: Packing,
  order: WorkOrderFacts | undefined,
  id: number,
): Generator<Refused> {
  const against = againstOrder(order, input, id);
  if (against) return yield against;
  if (!order) return;
  const parent = context.ledger.get(id);
  yield* obstaclesOf(context, input, 'pack', 'parent', parent, id);
  if (!parent) return;
  if (parent.level < 2) yield { code: id, reason: 'not_a_package' };
  else if (levelWithin(order, parent.level) === 'none') yield { code: id, reason: 'level_skipped' };
  yield* wrongGoods(parent, order);
  yield* lentElsewhere(context, order, [id]);
}

/** The package, and the place where its children have to be; null if any place will do. */
interface Into {
  readonly parent: CodeRecord;
  readonly placeId: number | null;
}

/** Where a packing takes place: where the package is, or, while it is empty, where the first child with a place is. */
export function placeOfPacking(
  { ledger, representatives }: Pick<CaptureContext, 'ledger' | 'representatives'>,
  parent: CodeRecord,
  children: readonly number[],
): number | null {
  if (parent.contents) return ledger.placeOf(parent);
  for (const id of representatives?.lookedAtFor(children) ?? children) {
    const child = ledger.get(id);
    const placeId = child ? ledger.placeOf(child) : null;
    if (placeId !== null) return placeId;
  }
  return ledger.placeOf(parent);
}

/** Why a code may not be packed into another one. */
export function* childRefusals(
  context: CaptureContext,
  input: Packing,
  order: WorkOrderFacts,
  { parent, placeId }: Into,
  id: number,
): Generator<Refused> {
  const { ledger } = context;
  const child = ledger.get(id);
  yield* obstaclesOf(context, input, 'pack', 'item', child, id);
  if (!child) return;
  if (child.id === parent.id || ledger.above(parent).includes(child)) {
    return yield { code: id, reason: 'contains_itself' };
  }
  if (child.level >= parent.level) yield { code: id, reason: 'wrong_level' };
  else if (isSkipping(order, child.level, parent.level)) yield { code: id, reason: 'level_skipped' };
  else if (child.level > 1 && !child.contents) yield { code: id, reason: 'empty_package' };
  const isMoving = input.act === 'repack' || input.moving === true;
  if (child.parent !== null && (!isMoving || child.parent === parent.id)) {
    yield { code: id, reason: 'packed_elsewhere', conflict: child.parent };
  }
  yield* wrongGoods(child, order);
  const there = ledger.placeOf(child);
  if (placeId !== null && there !== null && placeId !== there) yield { code: id, reason: 'not_here' };
}

/** Refuses goods of another product or lot than the work order's, unless its policy allows mixing. */
export function* wrongGoods(record: CodeRecord, order: WorkOrderFacts): Generator<Refused> {
  if (order.mix === 'mixed') return;
  const ofProduct = [...otherProduct(record, order)];
  yield* ofProduct;
  if (ofProduct.length > 0 || order.mix !== 'one_lot' || record.productId === null) return;
  for (const lotId of new Set(goodsIn(record).map((goods) => goods.lotId))) {
    // No lot is the same as no other one: such goods fit where they were made.
    const isSame = lotId === null ? record.workOrderId === order.id : lotId === order.lotId;
    if (!isSame) yield { code: record.id, reason: 'wrong_lot', conflict: lotId === null ? null : { lotId } };
  }
}

/**
 * The level of what lies directly in packages of a level, where the packaging relation says so: `none` for a level that it does
 * not have. Undefined for orders without a relation, and for relations that let packages hold anything smaller.
 */
function levelWithin({ nesting, capacities }: WorkOrderFacts, level: number): number | 'none' | undefined {
  if (nesting === 'any_level' || capacities.size === 0) return undefined;
  const smaller = [...capacities.keys()].filter((other) => other < level);
  return capacities.has(level) && smaller.length > 0 ? Math.max(...smaller) : 'none';
}

/** Whether a package would directly hold something else than the level below it. A level that it may not have is reported once. */
function isSkipping(order: WorkOrderFacts, level: number, around: number): boolean {
  const within = levelWithin(order, around);
  return typeof within === 'number' && within !== level;
}

/** Events that are done for a work order. */
type EventOfOrder = MarkEvent | PackEvent | PrintEvent | RepackEvent;

/**
 * Why a work order does not take an event; undefined if it does. The events that it takes are those of its status; and those of a
 * device that happened before it was held or finished, and are reported late. Nothing happened for it before it was started.
 */
export function againstOrder(
  order: WorkOrderFacts | undefined,
  input: EventOfOrder,
  code: number,
): Refused | undefined {
  if (!order) return { code, reason: 'order_not_running', conflict: null };
  const { status, orderNo, startedAt, stoppedAt } = order;
  if (status === 'closed') return { code, reason: 'order_closed', conflict: orderNo };
  const isLate = input.late === true && stoppedAt !== null && input.at <= stoppedAt;
  if (startedAt === null || !(isLate || isDoneIn(status, input.act === 'repack' ? 'pack' : input.act)))
    return { code, reason: 'order_not_running', conflict: orderNo };
  return isTooEarly(input, startedAt) ? tooEarly(code, startedAt) : undefined;
}
