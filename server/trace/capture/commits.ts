import { isDeepStrictEqual } from 'node:util';
import type { Range } from '@suyuan/codes/sets/ranges.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { Sweeping } from '#platform/jobs/sweeps.ts';
import type { WorkOrderFacts } from '../services.ts';
import { rangesAround } from '../state/issue-facts.ts';
import type { CaptureParts, CheckedEvents } from './checked-events.ts';
import type { Changes } from './context/effects.ts';
import type { EventInput } from './context/event-input.ts';
import { LentCodes, OrderAllowance } from './context/labels-at-hand.ts';
import { isReadByCodes, needing } from './context/readings.ts';

// Optimistic concurrency control (Kung and Robinson, 1981). A batch reads, checks and writes before it holds the capture lock. Under the
// lock it only compares what it has read with what others have committed since, and commits.

interface Recorded extends Changes {
  /** Work orders for which other events wait than before. */
  readonly waitingOrders?: readonly number[];
}

/**
 * Records changes and returns their number. The caller holds the capture lock, so that the numbers ascend in the order of the
 * commits.
 */
export async function recordChanges(
  sql: Connection,
  { everything = false, codes = [], ranges = [], waitingOrders = [] }: Recorded,
): Promise<number> {
  const [row] = await sql<[{ seq: number }]>`
    insert into capture_commit (everything, codes, waiting_orders)
    values (${everything}, ${multirange(codes, ranges)}::int8multirange, ${waitingOrders as number[]}::bigint[])
    returning seq`;
  return row.seq;
}

/** Is told the number of a commit. */
export type Committed = (commit: number) => void;

/** How many ranges stand for a set of codes at most: beyond, ranges that lie close to each other are joined. */
const mostRanges = 2000;

/** Codes as a literal of PostgreSQL, which sorts and joins what overlaps. */
function multirange(codes: ArrayLike<number>, ranges: readonly Range[]): string {
  const ids = Float64Array.from(codes).sort();
  let codeRanges = rangesAround(ids, 1);
  for (let gap = 4; codeRanges.length > mostRanges; gap *= 4) codeRanges = rangesAround(ids, gap);
  return `{${[...codeRanges, ...ranges].map(({ first, last }) => `[${first},${last + 1})`).join()}}`;
}

/** Transactions older than this are repeated: rows of `capture_commit` may be gone that they have to be compared with. */
const oldest = '2 minutes';
const retention = '10 minutes';

/** Deletes changes that no transaction can have missed. */
export class CaptureCommits implements Sweeping {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async sweep(): Promise<void> {
    await this.#sql`delete from capture_commit where committed_at < now() - ${retention}::interval`;
  }
}

/** What a transaction that does not hold the capture lock yet has read and changed. */
export class ReadWriteSets {
  readonly #parts: CaptureParts;
  /** The last commit when it began to read. */
  readonly #since: number;
  readonly #checked: CheckedEvents[] = [];
  readonly #waitingOrders = { read: new Set<number>(), changed: new Set<number>() };

  private constructor(parts: CaptureParts, since: number) {
    this.#parts = parts;
    this.#since = since;
  }

  /** Has to be the first that a transaction reads. */
  static async begin(parts: CaptureParts, sql: Connection): Promise<ReadWriteSets> {
    const [row] = await sql<[{ since: number }]>`select coalesce(max(seq), 0) as since from capture_commit`;
    return new ReadWriteSets(parts, row.since);
  }

  add(events: CheckedEvents): void {
    this.#checked.push(events);
  }

  readsWaiting(orders: Iterable<number>): void {
    for (const order of orders) this.#waitingOrders.read.add(order);
  }

  changesWaiting(orders: Iterable<number>): void {
    for (const order of orders) this.#waitingOrders.changed.add(order);
  }

  /** Whether everything that was read is still so. The caller holds the capture lock. */
  async areCurrent(sql: Connection): Promise<boolean> {
    const [isUntouched, isUnchanged, isLent] = await Promise.all([
      this.#isUntouched(sql),
      this.#areOrdersUnchanged(sql),
      this.#areLeasesUnchanged(sql),
    ]);
    return isUntouched && isUnchanged && isLent;
  }

  /** Records what it has changed, and returns the number of the commit. The caller holds the capture lock. */
  async record(sql: Connection): Promise<number> {
    const changes = this.#checked.map(({ context }) => context.effects.changes());
    return recordChanges(sql, {
      everything: changes.some(({ everything }) => everything),
      codes: joined(changes.map(({ codes = [] }) => codes)),
      ranges: changes.flatMap(({ ranges = [] }) => ranges),
      waitingOrders: [...this.#waitingOrders.changed],
    });
  }

  async #isUntouched(sql: Connection): Promise<boolean> {
    const codes = multirange(joined(this.#checked.map(codesReadBy)), []);
    // Whoever read more than codes has to be compared with every commit.
    const isOfAll = !this.#inputs.every(isReadByCodes);
    const [row] = await sql<[{ stale: boolean }]>`
      select now() < clock_timestamp() - ${oldest}::interval or exists (
        select from capture_commit
        where seq > ${this.#since} and (
          ${isOfAll} or everything or codes && ${codes}::int8multirange
          or waiting_orders && ${[...this.#waitingOrders.read]}::bigint[])
      ) as stale`;
    return !row.stale;
  }

  /** The work orders are as they were read, and what was made for them has not exceeded their limits. */
  async #areOrdersUnchanged(sql: Connection): Promise<boolean> {
    const orders = new Map(this.#checked.flatMap(({ context }) => [...context.orders]));
    if (orders.size === 0) return true;
    const [now, allowance] = await Promise.all([
      this.#parts.orders.get().facts(sql, [...orders.keys()]),
      OrderAllowance.read(sql, needing(this.#inputs, 'allowance')),
    ]);
    return isDeepStrictEqual(now, orders) && [...now.values()].every((order) => this.#hasRoom(allowance, order));
  }

  /** `allowance` contains what this transaction has added. */
  #hasRoom(allowance: OrderAllowance, order: WorkOrderFacts): boolean {
    const hasAdded = this.#checked.some(({ context }) => context.allowance.addedTo(order.id) > 0);
    return !hasAdded || allowance.hasRoom(order);
  }

  async #areLeasesUnchanged(sql: Connection): Promise<boolean> {
    const same = await Promise.all(
      this.#checked.map(async ({ inputs, context: { orders, representatives, lent } }) =>
        lent.equals(await LentCodes.read(sql, needing(inputs, 'leases'), orders, representatives?.named)),
      ),
    );
    return same.every(Boolean);
  }

  get #inputs(): readonly EventInput[] {
    return this.#checked.flatMap(({ inputs }) => inputs);
  }
}

/** The codes that a check has read, with the packages around them. */
function codesReadBy({ context: { representatives, ledger } }: CheckedEvents): ArrayLike<number> {
  return joined([representatives?.named ?? [], [...ledger.ids()]]);
}

function joined(lists: readonly ArrayLike<number>[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

/** In place of a result: others have changed what was read, or written the same rows. */
export const outdated = Symbol('what was read has changed');

/** Ends a transaction whose events have to be checked again. */
export class Outdated extends Error {}
