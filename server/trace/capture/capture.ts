import pLimit from 'p-limit';
import type { Sql } from 'postgres';
import type { Connection } from '../../platform/database/database.ts';
import { GroupCommit } from '../../platform/database/group-commit.ts';
import { inPipeline } from '../../platform/database/transaction.ts';
import type { Offer } from '../../platform/offer.ts';
import { overloaded } from '../../platform/refusal.ts';
import type { Exceptions } from '../exceptions/exceptions.ts';
import { calendarOf } from '../figures/figure-deltas.ts';
import type { AlikeCodes } from '../state/alike-codes.ts';
import { Ledger } from '../state/ledger.ts';
import type { WaybillFacts, Waybills } from '../waybill-facts.ts';
import type { WorkOrderFacts, WorkOrders } from '../work-order-facts.ts';
import { type ActInput, codesOf, openedBy } from './acts/acting/act-input.ts';
import type { Outcome } from './acts/acting/acting.ts';
import { loadingLots } from './acts/acting/loading-lots.ts';
import { unmarkedStates } from './acts/acting/unmarked-states.ts';
import { wholeSets } from './acts/acting/whole-sets.ts';
import { carryOut } from './acts/carry-out.ts';
import { correctedOrders } from './acts/declared/declared-wrong.ts';
import { alikeIn } from './alike-in.ts';
import { answeredOnce, sourceOf } from './answered-once.ts';
import { Effects } from './effects/effects.ts';
import { eventIds } from './effects/event-ids.ts';
import { Misfits } from './misfits.ts';

interface CaptureParts {
  readonly sql: Sql;
  readonly orders: Offer<WorkOrders>;
  readonly waybills: Offer<Waybills>;
  /** The enterprise's time zone: where a day begins. */
  readonly timeZone: () => string;
  /** For what devices and files tell that does not fit. */
  readonly exceptions: Exceptions;
  /** Codes as they are printed. */
  readonly texts: (sql: Connection, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
}

/** Batches that may wait for their turn in one server. */
const mostBatches = 100;

/** Acts of one transaction, where each comes by itself. */
const largestGroup = 256;

/** What an act has led to, once it is durable. */
export type Captured = Extract<Outcome, { refused: unknown }> | Taken;

export interface Taken {
  readonly eventId: number;
  readonly units: number;
  readonly complete: boolean;
  /** What it was about, where that is one product. */
  readonly productId: number | null;
}

/**
 * The one writer of acts, from every source. They are checked and written in groups, one group at a time over all servers:
 * an act sees everything that was taken before it, and a lock serves many of them. One that is refused takes no other
 * with it; each is answered when its group is durable.
 */
export class Capture {
  readonly #parts: CaptureParts;
  readonly #group: GroupCommit<ActInput, Captured>;
  readonly #batches = pLimit(1);

  constructor(parts: CaptureParts) {
    this.#parts = parts;
    this.#group = new GroupCommit((inputs) => this.#commit(inputs), { lanes: 1, limit: 5000, largest: largestGroup });
  }

  /**
   * Refusals name codes; 503 when more waits than can be done soon. What was taken with a batch key answers the same when
   * its source sends that key again.
   */
  act(input: ActInput): Promise<Captured> {
    return this.#group.add(input);
  }

  /**
   * Does `work` while nobody else writes acts: many acts by `actIn`, and what else is written with them, in one transaction.
   * 503 when too many others wait for it.
   */
  async inTurn<Result>(work: (sql: Connection) => Promise<Result>): Promise<Result> {
    return this.inLine(() =>
      this.#transaction(async (sql) => {
        await takeTurn(sql);
        return work(sql);
      }),
    );
  }

  /**
   * Has `work` begin a transaction that will wait for the turn: one connection does so, however many want to. 503 when too
   * many others wait.
   */
  async inLine<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#batches.pendingCount >= mostBatches) throw overloaded(2);
    return this.#batches(work);
  }

  /** Acts that are a part of a change, in its transaction, which was begun in line: they are durable with it or not at all. */
  async actWith(sql: Connection, inputs: readonly ActInput[]): Promise<Captured[]> {
    await takeTurn(sql);
    return this.actIn(sql, inputs);
  }

  /** The same for many that belong together, in a transaction of the caller’s who has the turn. */
  async actIn(sql: Connection, inputs: readonly ActInput[]): Promise<Captured[]> {
    const ledger = new Ledger(sql);
    const alike = await alikeIn(sql, inputs);
    const [named, waybills, ids] = await Promise.all([
      this.#ordersOf(
        sql,
        inputs.flatMap((input) => ('workOrderId' in input ? [input.workOrderId] : [])),
      ),
      this.#waybillsOf(sql, inputs),
      // Acts of a file that differ in their codes alone are one event.
      eventIds(sql, Math.min(inputs.length, largestGroup)),
      ledger.read(readFor(alike, inputs)),
    ]);
    await ledger.readContents([...new Set(inputs.flatMap(openedBy))]);
    const sets = await wholeSets(sql, ledger, inputs);
    const corrected = await this.#ordersOf(
      sql,
      inputs.flatMap((input) => correctedOrders(ledger, input)),
    );
    const orders = new Map([...named, ...corrected]);
    const [lots, unmarked] = await Promise.all([
      loadingLots(sql, ledger, inputs, waybills),
      unmarkedStates(sql, inputs),
      ledger.readPlaces([...placesOf(orders), ...inputs.flatMap(placesIn)]),
    ]);
    const effects = new Effects(ids);
    const misfits = new Misfits();
    const acting = { ledger, effects, orders, waybills, lots, unmarked, wholeSets: sets, alike, now: Date.now() };
    const outcomes = inputs.map((input) => {
      const outcome = carryOut(acting, inOrder(ledger, input));
      if ('refused' in outcome) misfits.refused(ledger, input, outcome.refused);
      else misfits.taken(input, outcome.event);
      return outcome;
    });
    const calendar = calendarOf(this.#parts.timeZone(), this.#parts.orders.take());
    await effects.write(sql, calendar, () => this.#writeWaybills(sql, effects));
    await misfits.raise(sql, this.#parts.exceptions, this.#parts.texts);
    return outcomes.map((outcome) =>
      'refused' in outcome
        ? outcome
        : {
            eventId: outcome.event.id as number,
            units: outcome.units,
            complete: outcome.complete ?? true,
            productId: outcome.event.productId,
          },
    );
  }

  async #commit(inputs: readonly ActInput[]): Promise<Captured[]> {
    return this.#transaction(async (sql) => {
      // What is read first is sent behind it, and answered when the turn has come. Nothing is sent when both have ended.
      const [turn, captured] = await Promise.allSettled([
        takeTurn(sql),
        answeredOnce(
          sql,
          inputs.map((input) => ({ item: input, source: sourceOf(input.by), batchKey: input.batchKey })),
          (fresh) => this.actIn(sql, fresh),
          // A refusal is not kept: what was in the way may be gone.
          (one) => !('refused' in one),
        ),
      ]);
      if (turn.status === 'rejected') throw turn.reason;
      if (captured.status === 'rejected') throw captured.reason;
      return captured.value;
    });
  }

  #transaction<Result>(work: (sql: Connection) => Promise<Result>): Promise<Result> {
    return inPipeline(this.#parts.sql, work);
  }

  async #writeWaybills(sql: Connection, { waybillChanges, waybillSuccessors }: Effects): Promise<void> {
    if (waybillChanges.length + waybillSuccessors.length === 0) return;
    await this.#parts.waybills.take().write(sql, waybillChanges, waybillSuccessors);
  }

  #waybillsOf(sql: Connection, inputs: readonly ActInput[]): Promise<ReadonlyMap<number, WaybillFacts>> {
    const ids = [...new Set(inputs.flatMap((input) => ('waybillId' in input ? [input.waybillId] : [])))];
    return ids.length === 0 ? Promise.resolve(new Map()) : this.#parts.waybills.take().facts(sql, ids);
  }

  #ordersOf(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, WorkOrderFacts>> {
    return ids.length === 0 ? Promise.resolve(new Map()) : this.#parts.orders.take().facts(sql, [...new Set(ids)]);
  }
}

/** Waits until nobody else writes acts, and keeps others waiting until the end of the transaction. */
async function takeTurn(sql: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('suyuan.capture'))`;
}

/** The codes that are read for an act: of those that are alike the one that stands for them. */
function readFor(alike: AlikeCodes | undefined, inputs: readonly ActInput[]): Iterable<number> {
  if (!alike) return inputs.flatMap(codesOf);
  const read = new Set<number>();
  for (const input of inputs) {
    if (input.act !== 'pack') continue;
    read.add(input.parent);
    for (const id of alike.lookedAtFor(input.children)) read.add(id);
  }
  return read;
}

/** What is happening now happens after all that is known of its codes. */
function inOrder<Input extends ActInput>(ledger: Ledger, input: Input): Input {
  if (!input.now) return input;
  const last = codesOf(input).reduce((latest, id) => Math.max(latest, ledger.get(id)?.lastAt ?? 0), input.at);
  return last === input.at ? input : { ...input, at: last };
}

const placesIn = (input: ActInput): number[] => [
  ...('placeId' in input && input.placeId !== null ? [input.placeId] : []),
  ...('underWayId' in input ? [input.underWayId] : []),
];

const placesOf = (orders: ReadonlyMap<number, WorkOrderFacts>): number[] =>
  [...orders.values()].flatMap(({ placeId }) => placeId ?? []);
