import {
  type ActName,
  changesNothing,
  isDoneDespiteHold,
  type Life,
  type Naming,
  type Stock,
  transitionOf,
} from '../../../../../contract/trace/acts.ts';
import type { GoodsUnits } from '../../../goods.ts';
import type { Measure } from '../../../measure.ts';
import type { AlikeCodes } from '../../../state/alike-codes.ts';
import type { Ledger } from '../../../state/ledger.ts';
import { type CodeRecord, type EventRef, goodsIn, summedUp } from '../../../state/record/code-record.ts';
import { standingOf } from '../../../state/record/standing.ts';
import type { WaybillFacts } from '../../../waybill-facts.ts';
import type { WorkOrderFacts } from '../../../work-order-facts.ts';
import type { Effects } from '../../effects/effects.ts';
import type { NewEvent } from '../../effects/new-event.ts';
import type { ActInput } from './act-input.ts';
import type { LoadingLots } from './loading-lots.ts';
import type { Refused } from './refused.ts';
import type { UnmarkedStates } from './unmarked-states.ts';
import type { WholeSets } from './whole-sets.ts';

/** What an act is carried out with. It is checked first and writes only when nothing is refused. */
export interface Acting {
  readonly ledger: Ledger;
  readonly effects: Effects;
  readonly orders: ReadonlyMap<number, WorkOrderFacts>;
  readonly waybills: ReadonlyMap<number, WaybillFacts>;
  /** Of what is to be loaded. */
  readonly lots: LoadingLots;
  /** What codes are without the acts that declare one wrong that marked them. */
  readonly unmarked: UnmarkedStates;
  /** Codes within sets that are confirmed whole. */
  readonly wholeSets: WholeSets;
  /** Codes that are packed, and that another one stands for: only that one is in the ledger. */
  readonly alike?: AlikeCodes | undefined;
  /** Milliseconds; an act may be so far ahead of it. */
  readonly now: number;
}

/** What became of an act. */
export type Outcome =
  | { readonly refused: readonly Refused[] }
  | { readonly event: EventRef; readonly units: number; readonly complete?: boolean };

/** Clocks of devices differ; more than this is none of them. */
const farthestAhead = 5 * 60_000;

/** Why nothing at all may be said of a code: nobody issued it, or it is of a time to come. */
export function* unsayable(
  { now }: Pick<Acting, 'now'>,
  input: ActInput,
  record: CodeRecord | undefined,
  code: number,
): Generator<Refused> {
  if (!record) return yield { code, reason: 'unknown_code' };
  if (input.at > now + farthestAhead) yield { code, reason: 'time_in_future' };
}

/** Whether an order takes an act: while it runs, and once it is finished what happened before and a device tells late. */
export const takes = ({ running, finishedAt }: WorkOrderFacts, { at, late }: ActInput): boolean =>
  running || (late === true && finishedAt !== null && at <= finishedAt);

/** What is common to the event rows of an act. */
export const eventOf = (
  input: ActInput,
  act: ActName,
): Omit<NewEvent, 'placeId' | 'workOrderId' | 'productId' | 'lotId'> => ({
  act,
  at: input.at,
  utcOffset: input.utcOffset,
  by: input.by,
  readPointId: input.readPointId ?? null,
  batchKey: input.batchKey ?? null,
  reason: input.reason ?? null,
});

/** Why an act may not do what it does to a code, by the table of acts: its life, its holds, its time. */
export function* obstaclesOf(
  acting: Acting,
  input: ActInput,
  act: ActName,
  naming: Naming,
  record: CodeRecord | undefined,
  code: number,
): Generator<Refused> {
  const { ledger } = acting;
  yield* unsayable(acting, input, record, code);
  if (!record) return;
  if (record.closed) yield { code, reason: 'closed' };
  const transition = transitionOf(act, naming);
  if (!transition?.from.includes(ledger.lifeOf(record))) yield { code, reason: reasonOf(ledger.lifeOf(record)) };
  else yield* misplaced(ledger, act, transition.stockFrom, record);
  if (!isDoneDespiteHold(act)) yield* held(ledger, input, record);
  const after = input.late ? fitsAfter(act, record) : record.lastAt;
  if (input.at < after) yield { code, reason: 'before_last_act', conflict: new Date(after).toISOString() };
  if (input.within && record.workOrderId !== null && !input.within.has(record.workOrderId)) {
    yield { code, reason: 'foreign_code' };
  }
}

/** Goods that somebody keeps, with what of them is kept. */
export function* held(ledger: Ledger, input: ActInput, record: CodeRecord): Generator<Refused> {
  const by = ledger.heldBy(record);
  if (!by) return;
  const conflict = 'lotId' in by ? by : by.code;
  yield { code: record.id, reason: 'on_hold', conflict: mayKnow(input, record) ? conflict : null };
}

/** What goods are is told to nobody who works within orders of which they are not. */
export const mayKnow = ({ within }: ActInput, { workOrderId }: CodeRecord): boolean =>
  !within || workOrderId === null || within.has(workOrderId);

/** Goods, or a label, of another product than the order's. */
export function* otherProduct(input: ActInput, record: CodeRecord, order: WorkOrderFacts): Generator<Refused> {
  const productId = record.productId ?? record.issuedFor;
  if (productId === null || productId === order.productId) return;
  yield { code: record.id, reason: 'wrong_product', conflict: mayKnow(input, record) ? { productId } : null };
}

/** Goods that are where an act cannot be done to them, or on a waybill that has not left yet. */
function* misplaced(ledger: Ledger, act: ActName, from: readonly Stock[], record: CodeRecord): Generator<Refused> {
  const stock = ledger.stockOf(record);
  const waybillId = ledger.waybillOf(record);
  const isLoaded = waybillId !== null && (stock === 'at_place' || stock === 'none');
  if (!from.includes(stock))
    yield { code: record.id, reason: elsewhere(act, stock), conflict: waybillId && { waybillId } };
  else if (isLoaded && !aboutWaybills.has(act)) {
    yield { code: record.id, reason: 'loaded_already', conflict: { waybillId } };
  }
}

/** Acts that may be about what is loaded. */
const aboutWaybills: ReadonlySet<ActName> = new Set(['load', 'unload', 'ship', 'replace', 'print']);

function elsewhere(act: ActName, stock: Stock): Refused['reason'] {
  if (act === 'void_return' || act === 'restock' || act === 'rework') return 'not_returned';
  if (stock === 'returned') return 'returned_already';
  return stock === 'in_transit' || stock === 'with_dealer' ? 'shipped_already' : 'not_shipped';
}

/**
 * Since when an act that comes late fits no more: what a later act made of the code would be undone by it. What is packed,
 * and what changes nothing, may be told of at any time.
 */
function fitsAfter(act: ActName, { namedBy, packedBy }: CodeRecord): number {
  if (act === 'pack' || changesNothing(act)) return 0;
  return Math.max(namedBy?.at ?? 0, packedBy?.at ?? 0);
}

/** In which life a code cannot be what it is wanted for. */
function reasonOf(life: Life): Refused['reason'] {
  switch (life) {
    case 'issued':
      return 'not_commissioned';
    case 'active':
      return 'commissioned_already';
    default:
      return life;
  }
}

/** A unit that counted as something else counts as what it is from now on. */
export function recount({ effects }: Acting, event: EventRef, record: CodeRecord, before: Measure | undefined): void {
  const after = standingOf(record);
  if (before === after) return;
  if (before) effects.counts(event, before, record, record.workOrderId, -1);
  if (after) effects.counts(event, after, record, record.workOrderId, 1);
}

/** Goods are at another place from now on; null is nowhere. */
export function movesStock(
  { effects }: Acting,
  event: EventRef,
  record: CodeRecord,
  from: number | null,
  to: number | null,
): void {
  if (from === to) return;
  for (const { units, ...goods } of goodsIn(record)) {
    effects.stock(event, from, goods, -units);
    effects.stock(event, to, goods, units);
  }
}

/** The contents of packages around something that lost or gained goods; what is not whole any more is a remainder. */
export function changeGoods(
  { effects }: Acting,
  around: readonly CodeRecord[],
  goods: readonly GoodsUnits[],
  event: EventRef,
): void {
  const change = goods.reduce((sum, { units }) => sum + units, 0);
  for (const record of around) {
    const { contents } = record;
    if (!contents || change === 0) continue;
    const wasComplete = contents.complete;
    Object.assign(contents, summedUp([...goodsIn(record), ...goods]));
    record.productId = contents.productId;
    record.lotId = contents.lotId;
    contents.complete = contents.capacity === null ? wasComplete && change > 0 : contents.units === contents.capacity;
    if (contents.complete !== wasComplete) {
      effects.counts(event, 'remainders', contents, contents.workOrderId, contents.complete ? -1 : 1);
    }
    effects.contents(record);
  }
}
