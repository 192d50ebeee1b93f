import pLimit from 'p-limit';
import { type Connection, isWorthRepeating } from '#platform/database/database.ts';
import { GroupCommit } from '#platform/database/group-commit.ts';
import { badInput, overloaded } from '#platform/refusal.ts';
import {
  type Captured,
  type CaptureParts,
  type CheckedEvents,
  checkEvents,
  largestGroup,
  writeEvents,
} from './checked-events.ts';
import { type Committed, Outdated, outdated, ReadWriteSets, recordChanges } from './commits.ts';
import { codesOf, type EventInput } from './context/event-input.ts';
import { answeredOnce, type KeyReused, keyReused, keyReusedRefusal, sourceOf } from './context/idempotency.ts';
import { outOfCustody, type Refused } from './context/refused.ts';
import { EventSeries } from './event-series.ts';
import { isClockBehind } from './server-clock.ts';

/** How many transactions of one server may wait for the capture lock. */
const maxWaiting = 100;
/** How many batches one server checks and writes at once, before they hold the capture lock. */
const batchesAtOnce = 3;
/** How often a batch is done before the lock is taken. */
const attempts = 3;
/**
 * How often a transaction under the lock is done that was ended as a deadlock. Citus looks every two seconds for transactions that wait for
 * each other at that moment, and ends the youngest, although batches give up by themselves: it may meet the same one several times.
 */
const attemptsInDeadlock = 10;

/**
 * The only writer of events, from every source. Events are checked and written in groups, each in one transaction under an advisory
 * lock that all servers share (the capture lock), so that each event sees everything that was taken before it. A refused event does not
 * affect the others of its group. Each is answered once its group is committed.
 *
 * Batches that nobody waits for are checked and written first and take the lock to commit (`inBatch`), and of all batches only one at a
 * time waits for it. So an event that a person waits for never waits for more than the end of one batch.
 */
export class Capture {
  readonly #parts: CaptureParts;
  readonly #group: GroupCommit<EventInput, Captured | KeyReused>;
  readonly #changes = pLimit(1);
  readonly #batches = pLimit(batchesAtOnce);
  /** What the transactions that do not hold the capture lock yet have read and changed. */
  readonly #sets = new WeakMap<Connection, ReadWriteSets>();

  constructor(parts: CaptureParts) {
    this.#parts = parts;
    this.#group = new GroupCommit((inputs) => this.#commit(inputs), {
      lanes: 1,
      limit: 5000,
      largest: largestGroup,
      isWorthRepeating: (error) => isClockBehind(error) || isWorthRepeating(error),
      committed: (size) => parts.metrics.committed('events', size),
    });
    parts.metrics.watchGroup('events', () => this.#group.waiting);
  }

  /**
   * Carries out one event in the next group. Resolves, after the commit, to what was written or to refusals by code. Rejects with
   * 503 when too many events wait. An event with an idempotency key that its source has sent before gets the answer of that time; rejects
   * with 409 if the key stands for something else, and with 400 if the event is about nothing.
   */
  async event(input: EventInput): Promise<Captured> {
    requireSubject(input);
    const captured = await this.#group.add(input);
    if (captured === keyReused) throw keyReusedRefusal();
    return captured;
  }

  /** What would be refused of an event as things are now, without the capture lock; nothing is written. */
  async refusals(input: EventInput): Promise<readonly Refused[]> {
    const { outcomes } = await checkEvents(this.#parts, this.#parts.sql, [input], { triedOnly: true });
    return outcomes.flatMap((outcome) => ('refused' in outcome ? outcome.refused : []));
  }

  /**
   * The refusals of codes whose goods are not in the custody of whom an event is done for. Whoever refuses an event for a reason of its
   * own checks this first: nothing else about goods elsewhere is disclosed.
   */
  async outOfCustody(
    event: Pick<EventInput, 'at' | 'utcOffset' | 'by' | 'custodian'>,
    codes: readonly number[],
    sql: Connection = this.#parts.sql,
  ): Promise<readonly Refused[]> {
    if (event.custodian === 'enterprise') return [];
    const looking: EventInput = { ...event, act: 'inspect', codes };
    return outOfCustody((await checkEvents(this.#parts, sql, [looking], { triedOnly: true })).context, looking);
  }

  /**
   * Runs `work` in a transaction that holds the capture lock: it writes many events by `captureIn`, and whatever belongs with them.
   * Throws 503 when too many others wait.
   */
  async withCaptureLock<Result>(work: (sql: Connection) => Promise<Result>): Promise<Result> {
    return this.queued(() =>
      this.#transaction(async (sql) => {
        await takeCaptureLock(sql);
        await recordChanges(sql, { everything: true });
        return work(sql);
      }),
    );
  }

  /**
   * Runs `work` for a batch that nobody waits for, as a file or what a device sends: in a transaction that takes the capture lock only to
   * commit, if nothing that it has read was changed by others since, and is done again otherwise. So `work` may run several times, and
   * changes nothing but the database. Throws 503 when too many batches wait.
   */
  async inBatch<Result>(work: (sql: Connection) => Promise<Result>, committed?: Committed): Promise<Result> {
    if (this.#batches.pendingCount >= maxWaiting) throw overloaded(2, 'too many batches of events wait');
    return this.#batches(async () => {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const result = await this.#beforeLock(work, committed);
        if (result !== outdated) return result;
      }
      return this.#transaction(async (sql) => {
        await takeBatchLock(sql);
        return work(sql);
      });
    });
  }

  /** The same under the lock from the beginning, for events that would be done again too often. */
  async inBatchUnderLock<Result>(work: (sql: Connection) => Promise<Result>): Promise<Result> {
    return this.queued(() =>
      this.#transaction(async (sql) => {
        await takeBatchLock(sql);
        await recordChanges(sql, {});
        return work(sql);
      }),
    );
  }

  /**
   * Runs `work`, which begins a transaction that will wait for the capture lock. One at a time on this server, so that waiting
   * transactions do not use up the connection pool. Throws 503 when too many others wait.
   */
  async queued<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#changes.pendingCount >= maxWaiting) throw overloaded(2, 'too many changes of events wait');
    return this.#changes(work);
  }

  /** Carries out events in the transaction of a change that was begun by `queued`; takes the capture lock. */
  async captureWith(sql: Connection, inputs: readonly EventInput[]): Promise<Captured[]> {
    await takeCaptureLock(sql);
    await recordChanges(sql, { everything: true });
    return this.captureIn(sql, inputs);
  }

  /** Carries out events in a transaction of the caller, who holds the capture lock or was called by `inBatch`. */
  async captureIn(sql: Connection, inputs: readonly EventInput[]): Promise<Captured[]> {
    inputs.forEach(requireSubject);
    const captured: Captured[][] = [];
    for (const part of partsOfGroup(inputs)) {
      captured.push(await this.#write(sql, await checkEvents(this.#parts, sql, part)));
    }
    return captured.flat();
  }

  /** Events of these work orders that wait are about to be read, in a transaction that captures events. */
  readsWaiting(sql: Connection, orders: readonly number[]): void {
    this.#sets.get(sql)?.readsWaiting(orders);
  }

  /** Events of these work orders were left waiting, or do not wait any more. */
  async changesWaiting(sql: Connection, orders: readonly number[]): Promise<void> {
    const sets = this.#sets.get(sql);
    if (sets) sets.changesWaiting(orders);
    else await recordChanges(sql, { waitingOrders: orders });
  }

  /** For a source that sends many batches, as a file: checks and writes the next batch while one is being written. */
  series(): EventSeries {
    return new EventSeries({
      inBatch: (work, committed) => this.inBatch(work, committed),
      beforeLock: (work, committed) => this.#beforeLock(work, committed),
      check: (sql, inputs) => checkEvents(this.#parts, sql, inputs),
      write: (sql, events, whileCopying) => this.#write(sql, events, whileCopying),
    });
  }

  async #write(sql: Connection, events: CheckedEvents, whileCopying?: () => void): Promise<Captured[]> {
    const sets = this.#sets.get(sql);
    sets?.add(events);
    const { effects } = events.context;
    const [captured] = await Promise.all([
      writeEvents(this.#parts, sql, events, whileCopying),
      sets || effects.isEmpty ? undefined : recordChanges(sql, effects.changes()),
    ]);
    return captured;
  }

  /** Runs `work` before the capture lock is taken, and commits under it; resolves to `outdated`, with nothing done, if that is not possible. */
  async #beforeLock<Result>(
    work: (sql: Connection) => Promise<Result>,
    committed: Committed = () => {},
  ): Promise<Result | typeof outdated> {
    try {
      let commit = 0;
      const result = await this.#parts.sql.begin(async (sql) => {
        const [, sets] = await Promise.all([boundWaits(sql), ReadWriteSets.begin(this.#parts, sql)]);
        this.#sets.set(sql, sets);
        const result = await work(sql);
        await takeBatchLock(sql);
        if (!(await sets.areCurrent(sql))) throw new Outdated();
        commit = await sets.record(sql);
        return result;
      });
      committed(commit);
      return result;
    } catch {
      // Also after any error: what was read in several statements, between which others committed, may contradict itself. Under the lock
      // an error that has another cause is thrown again.
      return outdated;
    }
  }

  async #commit(inputs: readonly EventInput[]): Promise<(Captured | KeyReused)[]> {
    return this.#transaction(async (sql) => {
      // Pipelined: the first queries are sent behind the lock statement and wait for it in PostgreSQL. Both promises have to
      // settle before the transaction ends, so that no query is sent after it.
      const [lock, captured] = await Promise.allSettled([
        takeCaptureLock(sql),
        answeredOnce(
          sql,
          inputs.map((input) => ({ item: input, source: sourceOf(input.by), idempotency: input.idempotency })),
          (fresh) => this.captureIn(sql, fresh),
          {
            // A refusal is not stored: what was in the way may be gone when the event is sent again.
            isKept: (one) => !('refused' in one),
            fits: isTaken,
          },
        ),
      ]);
      if (lock.status === 'rejected') throw lock.reason;
      if (captured.status === 'rejected') throw captured.reason;
      return captured.value;
    });
  }

  /** A transaction that takes the lock first. It may wait for rows of a batch that waits for the lock, and be ended as a deadlock. */
  async #transaction<Result>(work: (sql: Connection) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#parts.sql.begin(work);
      } catch (error) {
        if (attempt === attemptsInDeadlock || !isWorthRepeating(error)) throw error;
      }
    }
  }
}

const isTaken = (answer: unknown): boolean => typeof answer === 'object' && answer !== null && 'eventId' in answer;

/** Takes the capture lock, which is held until the transaction ends. */
export async function takeCaptureLock(sql: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('suyuan.capture'))`;
}

/** The same for a batch: only one of all batches waits for the capture lock, so that people do not queue behind many. */
async function takeBatchLock(sql: Connection): Promise<void> {
  await Promise.all([
    sql`select pg_advisory_xact_lock(hashtext('suyuan.capture.batch'))`,
    sql`select pg_advisory_xact_lock(hashtext('suyuan.capture'))`,
  ]);
}

/**
 * A transaction that has written rows and waits for the capture lock may be waited for by the one that holds the lock. It gives up first.
 */
async function boundWaits(sql: Connection): Promise<void> {
  await sql`set local lock_timeout = '200ms'`;
}

/**
 * Divides a group where an event depends on what can only be read once an earlier one is written: loading, on the line that has room
 * again after unloading; unloading, on the waybill that is no draft any more after loading; and an event about a package whose packing was
 * declared wrong, on what its code was before.
 */
function partsOfGroup(inputs: readonly EventInput[]): EventInput[][] {
  const parts: EventInput[][] = [[]];
  const unloaded = new Set<number>();
  const loaded = new Set<number>();
  const parents = new Set<number>();
  for (const input of inputs) {
    const depends =
      (input.act === 'load' && unloaded.has(input.waybillId)) ||
      (input.act === 'unload' && loaded.has(input.waybillId)) ||
      (parents.size > 0 && codesOf(input).some((code) => parents.has(code)));
    if (depends) {
      parts.push([]);
      for (const some of [unloaded, loaded, parents]) some.clear();
    }
    if (input.act === 'unload') unloaded.add(input.waybillId);
    if (input.act === 'load') loaded.add(input.waybillId);
    if (input.act === 'retract') parents.add(input.parent);
    parts.at(-1)?.push(input);
  }
  return parts;
}

/**
 * The field by which an event says what it is about; its name in calls is the same. Empty, the event would be about nothing: no rule
 * would have a subject, and its event no code.
 */
function subjectOf(input: EventInput): { readonly field: string; readonly subject: readonly unknown[] } {
  switch (input.act) {
    case 'pack':
    case 'repack':
    case 'retract':
      return { field: 'parent', subject: [input.parent] };
    case 'unpack':
      return { field: 'children', subject: input.parent === undefined ? (input.children ?? []) : [input.parent] };
    case 'replace':
      return { field: 'old', subject: [input.old] };
    case 'load':
      return { field: 'codes', subject: [input.code] };
    case 'exchange':
      return { field: 'pairs', subject: input.pairs };
    case 'hold':
      return { field: 'scope', subject: [...input.lots, ...input.codes, ...input.places] };
    case 'release':
      return { field: 'codes', subject: [...input.holds.filter(({ exempts }) => !exempts), ...(input.codes ?? [])] };
    case 'close':
    case 'reopen':
      return { field: 'ranges', subject: input.ranges };
    default:
      return { field: 'codes', subject: input.codes };
  }
}

/** Throws 400, naming the field, where an event is about nothing. */
function requireSubject(input: EventInput): void {
  const { field, subject } = subjectOf(input);
  if (subject.length === 0) throw badInput({ path: field, reason: 'required' });
}
