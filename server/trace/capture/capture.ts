import pLimit from 'p-limit';
import type { Connection } from '#platform/database/database.ts';
import { GroupCommit } from '#platform/database/group-commit.ts';
import { overloaded } from '#platform/refusal.ts';
import type { ActInput } from './acts/context/act-input.ts';
import { requireSubject } from './acts/context/act-subject.ts';
import { outOfCustody } from './acts/context/out-of-custody.ts';
import type { Refused } from './acts/context/refused.ts';
import { answeredOnce, type KeyReused, keyReused, keyReusedRefusal, sourceOf } from './answered-once.ts';
import { ActSeries } from './batches/act-series.ts';
import { type Captured, type CaptureParts, checkActs, largestGroup, writeActs } from './batches/checked-acts.ts';
import { partsOfGroup } from './batches/parts-of-group.ts';

/** How many transactions of one server may wait for the capture lock. */
const maxBatches = 100;

/**
 * The only writer of acts, from every source. Acts are checked and written in groups, each in one transaction under an advisory
 * lock that all servers share (the *turn*), so that each act sees everything that was taken before it. A refused act does not
 * affect the others of its group. Each is answered once its group is committed.
 */
export class Capture {
  readonly #parts: CaptureParts;
  readonly #group: GroupCommit<ActInput, Captured | KeyReused>;
  readonly #batches = pLimit(1);

  constructor(parts: CaptureParts) {
    this.#parts = parts;
    this.#group = new GroupCommit((inputs) => this.#commit(inputs), { lanes: 1, limit: 5000, largest: largestGroup });
  }

  /**
   * Carries out one act in the next group. Resolves, after the commit, to what was written or to refusals by code. Rejects with
   * 503 when too many acts wait. An act with an idempotency key that its source has sent before gets the answer of that time; rejects
   * with 409 if the key stands for something else, and with 400 if the act is about nothing.
   */
  async act(input: ActInput): Promise<Captured> {
    requireSubject(input);
    const captured = await this.#group.add(input);
    if (captured === keyReused) throw keyReusedRefusal();
    return captured;
  }

  /** What would be refused of an act as things are now, without the capture lock; nothing is written. */
  async refusals(input: ActInput): Promise<readonly Refused[]> {
    const { outcomes } = await checkActs(this.#parts, this.#parts.sql, [input], { ahead: true });
    return outcomes.flatMap((outcome) => ('refused' in outcome ? outcome.refused : []));
  }

  /**
   * The refusals of codes whose goods are not in the custody of whom an act is done for. Whoever refuses an act for a reason of its
   * own asks first: of goods that are elsewhere nothing else is told.
   */
  async outOfCustody(
    done: Pick<ActInput, 'at' | 'utcOffset' | 'by' | 'custodian'>,
    codes: readonly number[],
    sql: Connection = this.#parts.sql,
  ): Promise<readonly Refused[]> {
    if (done.custodian === 'enterprise') return [];
    const looking: ActInput = { ...done, act: 'inspect', codes };
    return outOfCustody((await checkActs(this.#parts, sql, [looking], { ahead: true })).context, looking);
  }

  /**
   * Runs `work` in a transaction that holds the capture lock: it writes many acts by `actIn`, and whatever belongs with them.
   * Throws 503 when too many others wait.
   */
  async withCaptureLock<Result>(work: (sql: Connection) => Promise<Result>): Promise<Result> {
    return this.queued(() =>
      this.#transaction(async (sql) => {
        await takeCaptureLock(sql);
        return work(sql);
      }),
    );
  }

  /**
   * Runs `work`, which begins a transaction that will wait for the capture lock. One at a time on this server, so that waiting
   * transactions do not use up the connection pool. Throws 503 when too many others wait.
   */
  async queued<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#batches.pendingCount >= maxBatches) throw overloaded(2);
    return this.#batches(work);
  }

  /** Carries out acts in the transaction of a change that was begun by `queued`; takes the capture lock. */
  async actWith(sql: Connection, inputs: readonly ActInput[]): Promise<Captured[]> {
    await takeCaptureLock(sql);
    return this.actIn(sql, inputs);
  }

  /** Carries out acts in a transaction of the caller, who holds the capture lock. */
  async actIn(sql: Connection, inputs: readonly ActInput[]): Promise<Captured[]> {
    inputs.forEach(requireSubject);
    const captured: Captured[][] = [];
    for (const part of partsOfGroup(inputs))
      captured.push(await writeActs(this.#parts, sql, await checkActs(this.#parts, sql, part)));
    return captured.flat();
  }

  /** For a source that sends many batches, as a file: checks the next batch while one is being written. */
  series(): ActSeries {
    return new ActSeries(this.#parts, (work) => this.withCaptureLock(work));
  }

  async #commit(inputs: readonly ActInput[]): Promise<(Captured | KeyReused)[]> {
    return this.#transaction(async (sql) => {
      // Pipelined: the first queries are sent behind the lock statement and wait for it in PostgreSQL. Both promises have to
      // settle before the transaction ends, so that no query is sent after it.
      const [turn, captured] = await Promise.allSettled([
        takeCaptureLock(sql),
        answeredOnce(
          sql,
          inputs.map((input) => ({ item: input, source: sourceOf(input.by), idempotency: input.idempotency })),
          (fresh) => this.actIn(sql, fresh),
          {
            // A refusal is not stored: what was in the way may be gone when the act is sent again.
            isKept: (one) => !('refused' in one),
            fits: isTaken,
          },
        ),
      ]);
      if (turn.status === 'rejected') throw turn.reason;
      if (captured.status === 'rejected') throw captured.reason;
      return captured.value;
    });
  }

  #transaction<Result>(work: (sql: Connection) => Promise<Result>): Promise<Result> {
    return this.#parts.sql.begin(work);
  }
}

const isTaken = (answer: unknown): boolean => typeof answer === 'object' && answer !== null && 'eventId' in answer;

/** Takes the capture lock, which is held until the transaction ends. */
async function takeCaptureLock(sql: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('suyuan.capture'))`;
}
