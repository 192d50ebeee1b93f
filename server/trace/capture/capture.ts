import pLimit from 'p-limit';
import type { Sql } from 'postgres';
import type { Connection } from '../../platform/database/database.ts';
import { GroupCommit } from '../../platform/database/group-commit.ts';
import type { Offer } from '../../platform/offer.ts';
import { overloaded } from '../../platform/refusal.ts';
import { clockIn } from '../shift.ts';
import { Ledger } from '../state/ledger.ts';
import type { WorkOrderFacts, WorkOrders } from '../work-order-facts.ts';
import { type ActInput, codesOf, openedBy } from './act-input.ts';
import type { Acting, Outcome } from './acting.ts';
import { answeredOnce } from './answered-once.ts';
import { Effects } from './effects.ts';
import { mark } from './mark.ts';
import { pack, repack } from './pack.ts';
import { print } from './print.ts';
import { replace } from './replace.ts';
import { retract, unpack } from './unpack.ts';

interface CaptureParts {
  readonly sql: Sql;
  readonly orders: Offer<WorkOrders>;
  /** The enterprise's time zone: where a day begins. */
  readonly timeZone: () => string;
}

/** Batches that may wait for their turn in one server. */
const mostBatches = 100;

/** What an act has led to, once it is durable. */
export type Captured =
  | Extract<Outcome, { refused: unknown }>
  | { readonly eventId: number; readonly units: number; readonly complete: boolean };

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
    this.#group = new GroupCommit((inputs) => this.#commit(inputs), { lanes: 1, limit: 5000, largest: 256 });
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
    // One connection waits for the turn, however many batches do.
    if (this.#batches.pendingCount >= mostBatches) throw overloaded(2);
    return this.#batches(() => this.#turn(work));
  }

  /** The same for many that belong together, in a transaction of the caller’s who has the turn. */
  async actIn(sql: Connection, inputs: readonly ActInput[]): Promise<Captured[]> {
    const ledger = new Ledger(sql);
    const [orders] = await Promise.all([this.#ordersOf(sql, inputs), ledger.read(inputs.flatMap(codesOf))]);
    await ledger.readContents([...new Set(inputs.flatMap(openedBy))]);
    const effects = new Effects();
    const now = Date.now();
    const outcomes = inputs.map((input) => carryOut({ ledger, effects, orders, now }, input));
    await effects.write(sql, {
      clock: clockIn(this.#parts.timeZone()),
      shifts: (connection, orders) => this.#parts.orders.take().shifts(connection, orders),
    });
    return outcomes.map((outcome) =>
      'refused' in outcome
        ? outcome
        : { eventId: outcome.event.id as number, units: outcome.units, complete: outcome.complete ?? true },
    );
  }

  async #commit(inputs: readonly ActInput[]): Promise<Captured[]> {
    return this.#turn((sql) => answeredOnce(sql, inputs, (fresh) => this.actIn(sql, fresh)));
  }

  #turn<Result>(work: (sql: Connection) => Promise<Result>): Promise<Result> {
    return this.#parts.sql.begin(async (sql) => {
      await takeTurn(sql);
      return work(sql);
    }) as Promise<Result>;
  }

  #ordersOf(sql: Connection, inputs: readonly ActInput[]): Promise<ReadonlyMap<number, WorkOrderFacts>> {
    const ids = [...new Set(inputs.flatMap((input) => ('workOrderId' in input ? [input.workOrderId] : [])))];
    return ids.length === 0 ? Promise.resolve(new Map()) : this.#parts.orders.take().facts(sql, ids);
  }
}

/** Waits until nobody else writes acts, and keeps others waiting until the end of the transaction. */
async function takeTurn(sql: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('suyuan.capture'))`;
}

function carryOut(acting: Acting, input: ActInput): Outcome {
  switch (input.act) {
    case 'pack':
      return pack(acting, input);
    case 'repack':
      return repack(acting, input);
    case 'unpack':
      return unpack(acting, input);
    case 'retract':
      return retract(acting, input);
    case 'replace':
      return replace(acting, input);
    case 'print':
      return print(acting, input);
    default:
      return mark(acting, input);
  }
}
