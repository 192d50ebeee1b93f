import pLimit from 'p-limit';
import type { Connection } from '../../platform/database/database.ts';
import { GroupCommit } from '../../platform/database/group-commit.ts';
import { inPipeline } from '../../platform/database/transaction.ts';
import { overloaded } from '../../platform/refusal.ts';
import type { ActInput } from './acts/acting/act-input.ts';
import { answeredOnce, sourceOf } from './answered-once.ts';
import { ActSeries } from './turns/act-series.ts';
import { type Captured, type CaptureParts, checkActs, largestGroup, writeActs } from './turns/checked-acts.ts';

/** Batches that may wait for their turn in one server. */
const mostBatches = 100;

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
    return writeActs(this.#parts, sql, await checkActs(this.#parts, sql, inputs));
  }

  /** Acts of a source that come in many batches. */
  series(): ActSeries {
    return new ActSeries(this.#parts, (work) => this.inTurn(work));
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
}

/** Waits until nobody else writes acts, and keeps others waiting until the end of the transaction. */
async function takeTurn(sql: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('suyuan.capture'))`;
}
