import {
  type CodeRole,
  changesNothing,
  type EventType,
  isDoneDespiteHold,
  keepsGoods,
  transitionOf,
} from '@suyuan/contract/trace/events.ts';
import type { Life, Stock } from '@suyuan/contract/trace/states.ts';
import type { Connection } from '#platform/database/database.ts';
import type { WaybillFacts, WorkOrderFacts } from '../../services.ts';
import type { CodeRecord, EventRef } from '../../state/code-record.ts';
import type { Custody } from '../../state/custody.ts';
import { Ledger } from '../../state/ledger.ts';
import type { Representatives } from '../../state/representatives.ts';
import type { Effects } from './effects.ts';
import type { EventInput } from './event-input.ts';
import type { LentCodes, OrderAllowance, PrintedLabels } from './labels-at-hand.ts';
import type { LoadingLots } from './lots-to-load.ts';
import type { TakenOut, WholeSets } from './readings.ts';
import type { Refused } from './refused.ts';

import type { NewEvent } from './write-events.ts';

/**
 * The working set of a group of events: everything is read before the first event is carried out. An event is checked first and changes
 * `ledger` and `effects` only if nothing is refused.
 */
export interface CaptureContext {
  readonly ledger: Ledger;
  readonly effects: Effects;
  readonly orders: ReadonlyMap<number, WorkOrderFacts>;
  readonly waybills: ReadonlyMap<number, WaybillFacts>;
  /** The lots of goods that are loaded. */
  readonly lots: LoadingLots;
  /** The packages that loading took goods out of. */
  readonly takenOut: TakenOut;
  /** For events that declare a marking wrong: the states without that marking. */
  readonly unmarked: UnmarkedStates;
  /** Which codes within confirmed sets have to be checked. */
  readonly wholeSets: WholeSets;
  /** How much more may be made for the work orders. */
  readonly allowance: OrderAllowance;
  /** The labels that were printed before. */
  readonly printed: PrintedLabels;
  /** Which codes are leased to orders of other lines. */
  readonly lent: LentCodes;
  /** Of codes with the same state, only the representative is in the ledger. */
  readonly representatives?: Representatives | undefined;
  /** In whose custody goods are; undefined if all events are done on behalf of the enterprise. */
  readonly custody: Custody | undefined;
  /** Epoch milliseconds: events much later than this are refused as in the future. */
  readonly now: number;
}

/** What became of an event. */
export type Outcome =
  | { readonly refused: readonly Refused[] }
  | {
      readonly event: EventRef;
      readonly units: number;
      readonly complete?: boolean;
      /** How many of the codes were so already. If all were, `event` is the earlier event, and nothing is written. */
      readonly known?: number;
      /** Packages that unloaded goods were not put back into, each with what stood in the way. */
      readonly notPutBack?: readonly Refused[];
    };

/**
 * The refusals that hold for every event, even one that changes nothing: the code was never issued, or the event lies in the
 * future, or before the code was issued.
 */
export function* unknownOrUntimely(
  { now }: Pick<CaptureContext, 'now'>,
  input: EventInput,
  record: CodeRecord | undefined,
  code: number,
): Generator<Refused> {
  if (!record) return yield { code, reason: 'unknown_code' };
  if (input.at > now + clockTolerance) yield { code, reason: 'time_in_future' };
  if (isTooEarly(input, record.issue.issued_at)) yield tooEarly(code, record.issue.issued_at);
}

/** The columns shared by all event rows of an event. */
export const eventOf = (
  input: EventInput,
  eventType: EventType,
): Omit<NewEvent, 'placeId' | 'workOrderId' | 'productId' | 'lotId'> => ({
  act: eventType,
  at: input.at,
  utcOffset: input.utcOffset,
  by: input.by,
  readPointId: input.readPointId ?? null,
  batchKey: input.batchKey ?? null,
  jobId: input.jobId ?? null,
  reason: input.reason ?? null,
  amendment: input.amendment ?? null,
  refundId: input.refundId ?? null,
});

/** Why an event may not be done to a code, by the table of events: its life, where its goods are, holds, and the order of events. */
export function* obstaclesOf(
  context: CaptureContext,
  input: EventInput,
  eventType: EventType,
  role: CodeRole,
  record: CodeRecord | undefined,
  code: number,
): Generator<Refused> {
  const { ledger } = context;
  yield* unknownOrUntimely(context, input, record, code);
  if (!record) return;
  if (record.closed) yield { code, reason: 'closed' };
  const transition = transitionOf(eventType, role);
  if (!transition?.from.includes(ledger.lifeOf(record))) yield { code, reason: reasonOf(ledger.lifeOf(record)) };
  else yield* misplaced(ledger, eventType, transition.stockFrom, record);
  if (!isDoneDespiteHold(eventType)) yield* held(ledger, record, eventType);
  const after = input.late ? fitsAfter(eventType, record) : record.lastAt;
  if (input.at < after) yield { code, reason: 'before_last_act', conflict: new Date(after).toISOString() };
}

/**
 * Refuses goods that are on hold, naming the held lot, code or place, and what it is held for. A package is moved with all that lies
 * in it, so one that has something held in it is refused by the held code.
 */
export function* held(ledger: Ledger, record: CodeRecord, eventType: EventType): Generator<Refused> {
  const hold = ledger.heldBy(record) ?? (keepsGoods(eventType) ? ledger.heldWithin(record) : undefined);
  if (hold) yield { code: record.id, reason: 'on_hold', conflict: hold };
}

/** Refuses goods, or a label, of another product than the work order's. */
export function* otherProduct(record: CodeRecord, order: WorkOrderFacts): Generator<Refused> {
  // What lies in a package of several products is of no single one.
  const mixed = record.contents?.mixed?.map(({ productId }) => productId);
  const products = new Set(mixed ?? [record.productId ?? record.issue.product?.product_id ?? null]);
  for (const productId of products) {
    if (productId === null || productId === order.productId) continue;
    yield { code: record.id, reason: 'wrong_product', conflict: { productId } };
  }
}

/** Refuses goods that are where the event cannot be done, or on a waybill that has not left yet. */
function* misplaced(
  ledger: Ledger,
  eventType: EventType,
  from: readonly Stock[],
  record: CodeRecord,
): Generator<Refused> {
  const stock = ledger.stockOf(record);
  const waybillId = ledger.waybillOf(record);
  const isLoaded = waybillId !== null && (stock === 'at_place' || stock === 'none');
  if (!from.includes(stock))
    yield { code: record.id, reason: elsewhere(eventType, stock), conflict: waybillId && { waybillId } };
  else if (isLoaded && !aboutWaybills.has(eventType)) {
    yield { code: record.id, reason: 'loaded_already', conflict: { waybillId } };
  }
}

/** Events that may concern goods on a waybill that has not left. */
const aboutWaybills: ReadonlySet<EventType> = new Set(['load', 'unload', 'ship', 'replace', 'print']);

function elsewhere(eventType: EventType, stock: Stock): Refused['reason'] {
  if (eventType === 'void_return' || eventType === 'restock' || eventType === 'rework') return 'not_returned';
  if (stock === 'returned') return 'returned_already';
  return stock === 'in_transit' || stock === 'with_dealer' || stock === 'lost' ? 'shipped_already' : 'not_shipped';
}

/**
 * The time of the last event that a late event would undo: a late event has to have happened after it. Packing, and events that change
 * nothing, may come in at any time.
 */
function fitsAfter(eventType: EventType, { namedBy, packedBy }: CodeRecord): number {
  if (eventType === 'pack' || changesNothing(eventType)) return 0;
  return Math.max(namedBy?.at ?? 0, packedBy?.at ?? 0);
}

/** The refusal for a code whose life does not allow the event. */
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

/** How far the clock of a device may be ahead of that of the server, or behind it, in milliseconds. */
export const clockTolerance = 5 * 60_000;

/** Whether an event that names its own time happened before something that it depends on, which its clock cannot explain. */
export const isTooEarly = ({ at, now }: Pick<EventInput, 'at' | 'now'>, earliest: number): boolean =>
  now !== true && at < earliest - clockTolerance;

export const tooEarly = (code: number, earliest: number): Refused => ({
  code,
  reason: 'time_too_early',
  conflict: new Date(earliest).toISOString(),
});

/** The state that a code would have without the event that `input` declares wrong. */
type UnmarkedStates = (input: EventInput, code: number) => CodeRecord;

/** For groups in which nothing is declared wrong. */
export const nothingUnmarked: UnmarkedStates = (_, code) => {
  throw new Error(`no event about code ${code} is being declared wrong`);
};

/** Derives these states by a ledger that leaves out the wrong event. */
export async function unmarkedStates(sql: Connection, inputs: readonly EventInput[]): Promise<UnmarkedStates> {
  const ledgers = new Map<EventInput, Ledger>();
  for (const input of inputs) {
    if (input.act !== 'unmark' && input.act !== 'untravel') continue;
    const ledger = new Ledger(sql, new Set([input.event]));
    await ledger.read(input.codes);
    ledgers.set(input, ledger);
  }
  return (input, code) => {
    const ledger = ledgers.get(input);
    if (!ledger) throw new Error(`the state of code ${code} without the wrong event was not loaded`);
    return ledger.of(code);
  };
}
