import { type EventType, eventTypes, isDoneDespiteHold, keepsGoods } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { LateBound } from '#platform/late-bound.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { Exceptions } from '../exceptions/exceptions.ts';
import { calendarOf } from '../figures/figure-deltas.ts';
import type { WaybillFacts, Waybills, WorkOrderFacts, WorkOrders } from '../services.ts';
import { Custody } from '../state/custody.ts';
import { inOrder } from '../state/issue-facts.ts';
import { Ledger } from '../state/ledger.ts';
import { type CaptureContext, type Outcome, unmarkedStates } from './context/capture-context.ts';
import { Effects } from './context/effects.ts';
import { codesOf, type EventInput, isUnattended, openedBy, type PackEvent } from './context/event-input.ts';
import { LentCodes, OrderAllowance, PrintedLabels } from './context/labels-at-hand.ts';
import { loadingLots } from './context/lots-to-load.ts';
import { confirmsSet, needing, representativesIn, TakenOut, wholeSets } from './context/readings.ts';
import type { Refused } from './context/refused.ts';

import { eventIds } from './context/write-events.ts';
import { applyEvent } from './events/apply-event.ts';
import { correctedOrders } from './events/declare-wrong.ts';
import { ExceptionCollector } from './exception-collector.ts';
import { requireRightClock } from './server-clock.ts';

/** What the capture needs of other modules. */
export interface CaptureParts {
  readonly sql: Sql;
  readonly orders: LateBound<WorkOrders>;
  readonly waybills: LateBound<Waybills>;
  /** The enterprise's time zone, by which figures are counted on days. */
  readonly timeZone: () => string;
  /** Where refusals of unattended events are raised. */
  readonly exceptions: Exceptions;
  /** Reads codes as they are printed. */
  readonly texts: (sql: Connection, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  readonly metrics: Pick<Metrics, 'committed' | 'eventRefused' | 'eventWritten' | 'watchGroup'>;
}

/** The largest group of events that come one by one. */
export const largestGroup = 256;

/** The result of an event, once it is committed. */
export type Captured = Extract<Outcome, { refused: unknown }> | Taken;

export interface Taken {
  readonly eventId: number;
  readonly units: number;
  readonly complete: boolean;
  /** How many codes were so already; answers that were stored before this field existed have none. */
  readonly known?: number;
  /** The product and the lot that it was about, if there is just one. */
  readonly productId: number | null;
  readonly lotId: number | null;
  readonly notPutBack?: readonly Refused[];
}

/** How many of the events repeat what was recorded before. */
export const knownIn = (captured: readonly Captured[]): number =>
  captured.filter((one) => !('refused' in one) && one.known !== undefined).length;

/** The rows of events that were taken and were not known before. */
export const eventsIn = (captured: readonly Captured[]): number[] => [
  ...new Set(captured.flatMap((one) => ('refused' in one || one.known !== undefined ? [] : one.eventId))),
];

/** Events that were checked and carried out in memory; their effects are not written yet. */
export interface CheckedEvents {
  readonly inputs: readonly EventInput[];
  readonly context: CaptureContext;
  readonly collector: ExceptionCollector;
  readonly outcomes: readonly Outcome[];
}

interface Checking {
  /** Nothing will be written, so no ids are drawn. */
  readonly triedOnly?: boolean;
}

/** Reads the states of all codes of the events, and carries the events out in memory, each on the state that those before it left. */
export async function checkEvents(
  parts: CaptureParts,
  sql: Connection,
  inputs: readonly EventInput[],
  { triedOnly = false }: Checking = {},
): Promise<CheckedEvents> {
  const ledger = new Ledger(sql);
  const representatives = await representativesIn(sql, inputs);
  const [namedOrders, waybills, ids] = await Promise.all([
    ordersNamedBy(parts, sql, inputs),
    waybillsOf(parts, sql, inputs),
    // Events of a file share events and need fewer ids than there are events; `Effects` draws more if these do not suffice.
    triedOnly ? [] : eventIds(sql, Math.min(inputs.length, largestGroup)),
    ledger.read(representatives ? representatives.lookedAtIn(inputs.filter(isPacking)) : inputs.flatMap(codesOf)),
  ]);
  const [takenOut] = await Promise.all([
    TakenOut.read(sql, ledger, needing(inputs, 'takings')),
    ledger.readContents([...new Set(inputs.flatMap(openedBy))]),
  ]);
  const sets = await wholeSets(sql, ledger, needing(inputs, 'sets'));
  if (inputs.some((input) => movesPackage(ledger, input))) await ledger.readHeld();
  const unnamed = [
    ...needing(inputs, 'corrected orders').flatMap((input) => correctedOrders(ledger, input)),
    ...needing(inputs, 'orders of goods').flatMap((input) => orderOfGoods(ledger, input)),
  ];
  const orders = new Map([...namedOrders, ...(await ordersOf(parts, sql, unnamed))]);
  const [lots, unmarked, allowance, lent, printed, custody] = await Promise.all([
    loadingLots(sql, ledger, needing(inputs, 'lots'), waybills, parts.timeZone()),
    unmarkedStates(sql, needing(inputs, 'unmarked states')),
    OrderAllowance.read(sql, needing(inputs, 'allowance')),
    LentCodes.read(sql, needing(inputs, 'leases'), orders, representatives?.named),
    PrintedLabels.read(sql, needing(inputs, 'printed labels')),
    custodyOf(parts, sql, ledger, orders, inputs),
    ledger.readPlaces([
      ...placesOf(orders),
      ...inputs.flatMap(placesIn),
      ...[...waybills.values()].map(({ placeId }) => placeId),
    ]),
  ]);
  const effects = new Effects(ids);
  const collector = new ExceptionCollector();
  const context = {
    ledger,
    effects,
    orders,
    waybills,
    lots,
    takenOut,
    unmarked,
    wholeSets: sets,
    allowance,
    lent,
    printed,
    representatives,
    custody,
    now: Date.now(),
  };
  const outcomes = inputs.map((input) => {
    const outcome = applyEvent(context, afterLast(ledger, input));
    if (isUnattended(input)) collector.note(ledger, input, outcome);
    return outcome;
  });
  return { inputs, context, collector, outcomes };
}

/**
 * Writes the effects of checked events, in the transaction that holds the capture lock. `whileCopying` is called once only
 * PostgreSQL is at work.
 */
export async function writeEvents(
  parts: CaptureParts,
  sql: Connection,
  { inputs, context: { effects }, collector, outcomes }: CheckedEvents,
  whileCopying: () => void = () => {},
): Promise<Captured[]> {
  if (outcomes.some(isInFuture)) await requireRightClock(sql);
  const calendar = calendarOf(parts.timeZone(), parts.orders.get());
  await effects.write(sql, calendar, { alongside: () => writeWaybills(parts, sql, effects), whileCopying });
  await collector.raise(sql, parts.exceptions, parts.texts);
  count(parts.metrics, inputs, outcomes);
  return outcomes.map((outcome) =>
    'refused' in outcome
      ? outcome
      : {
          eventId: outcome.event.id as number,
          units: outcome.units,
          complete: outcome.complete ?? true,
          ...(outcome.known ? { known: outcome.known } : {}),
          productId: outcome.event.productId,
          lotId: outcome.event.lotId,
          ...(outcome.notPutBack ? { notPutBack: outcome.notPutBack } : {}),
        },
  );
}

const isInFuture = (outcome: Outcome): boolean =>
  'refused' in outcome && outcome.refused.some(({ reason }) => reason === 'time_in_future');

function count(metrics: CaptureParts['metrics'], inputs: readonly EventInput[], outcomes: readonly Outcome[]): void {
  for (const [index, outcome] of outcomes.entries()) {
    if ('refused' in outcome) for (const { reason } of outcome.refused) metrics.eventRefused(reason);
    else metrics.eventWritten((inputs[index] as EventInput).act);
  }
}

const isPacking = (input: EventInput): input is PackEvent => input.act === 'pack';

/** The facts of the work orders that events name. */
const ordersNamedBy = (parts: CaptureParts, sql: Connection, inputs: readonly EventInput[]) =>
  ordersOf(
    parts,
    sql,
    inputs.flatMap((input) => ('workOrderId' in input ? [input.workOrderId] : [])),
  );

/** The work orders of goods that are given another code, or may be put back into a package. */
const orderOfGoods = (ledger: Ledger, input: EventInput): number[] => {
  const codes = input.act === 'replace' ? [input.old] : input.act === 'unload' ? input.codes : [];
  return codes.flatMap((id) => ledger.get(id)?.workOrderId ?? []);
};

async function ordersOf(
  { orders }: CaptureParts,
  sql: Connection,
  ids: readonly number[],
): Promise<ReadonlyMap<number, WorkOrderFacts>> {
  return ids.length === 0 ? new Map() : orders.get().facts(sql, [...new Set(ids)]);
}

async function waybillsOf(
  { waybills }: CaptureParts,
  sql: Connection,
  inputs: readonly EventInput[],
): Promise<ReadonlyMap<number, WaybillFacts>> {
  const ids = [...new Set(inputs.flatMap((input) => ('waybillId' in input ? [input.waybillId] : [])))];
  return ids.length === 0 ? new Map() : waybills.get().facts(sql, ids);
}

/** In whose custody the goods of events are; undefined, without a query, if all events are done on behalf of the enterprise. */
async function custodyOf(
  { orders }: CaptureParts,
  sql: Connection,
  ledger: Ledger,
  orderFacts: ReadonlyMap<number, WorkOrderFacts>,
  inputs: readonly EventInput[],
): Promise<Custody | undefined> {
  const narrowed = inputs.filter(({ custodian }) => custodian !== 'enterprise');
  if (narrowed.length === 0) return undefined;
  return Custody.read(sql, {
    ledger,
    // The codes within a set that is confirmed are not named.
    codes: inOrder(inputs.some(confirmsSet) ? ledger.ids() : narrowed.flatMap(codesOf)),
    custodians: [...new Set(narrowed.map(({ custodian }) => custodian))],
    orders: orders.get(),
    known: orderFacts,
    placeIds: [...placesOf(orderFacts), ...inputs.flatMap(placesIn)],
  });
}

async function writeWaybills(
  { waybills }: CaptureParts,
  sql: Connection,
  { waybillChanges, waybillSuccessors }: Effects,
): Promise<void> {
  if (waybillChanges.length + waybillSuccessors.length === 0) return;
  await waybills.get().write(sql, waybillChanges, waybillSuccessors);
}

/**
 * Moves an event that happens now behind the last event about its codes, should the clock of another server have been ahead; and one of
 * a corrected clock, as far as that may be off.
 */
function afterLast<Input extends EventInput>(ledger: Ledger, input: Input): Input {
  if (!input.now && input.clockError === undefined) return input;
  const last = codesOf(input).reduce((latest, id) => Math.max(latest, ledger.get(id)?.lastAt ?? 0), input.at);
  const isPast = !input.now && last - input.at > (input.clockError ?? 0);
  return last === input.at || isPast ? input : { ...input, at: last };
}

/** Whether an event moves a package that must not have anything in it that is on hold. */
const movesPackage = (ledger: Ledger, input: EventInput): boolean =>
  (input.act === 'exchange' || (input.act in eventTypes && isMoving(input.act as EventType))) &&
  codesOf(input).some((code) => ledger.get(code)?.contents);

const isMoving = (eventType: EventType): boolean => keepsGoods(eventType) && !isDoneDespiteHold(eventType);

const placesIn = (input: EventInput): number[] => [
  ...('placeId' in input && input.placeId !== null ? [input.placeId] : []),
  ...('underWayId' in input ? [input.underWayId] : []),
];

const placesOf = (orders: ReadonlyMap<number, WorkOrderFacts>): number[] =>
  [...orders.values()].flatMap(({ placeId }) => placeId ?? []);
