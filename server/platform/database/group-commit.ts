import { setImmediate as nextTurn } from 'node:timers/promises';
import { overloaded } from '../refusal.ts';

interface Waiting<Item, Result> {
  item: Item;
  since: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface GroupRules {
  readonly limit?: number;
  readonly lanes?: number;
  readonly largest?: number;
  readonly patience?: number;
  readonly isWorthRepeating?: (error: unknown) => boolean;
  /** Told the size of each group that was committed. */
  readonly committed?: (size: number) => void;
}

/** Results handed out in one turn of the event loop: answering all of a large group at once would keep others waiting. */
const resultsOfTurn = 64;

/** Milliseconds for which the items of a group that failed are carried out one by one, while others wait behind them. */
const longestAlone = 5000;

/**
 * Group commit: carries out items of many callers together. While one group is committed the next one gathers, so that under
 * load one transaction serves hundreds of requests, and a lone request does not wait. `commit` takes up to `largest` items and
 * resolves to one result an item, in order, once they are durable; if it rejects, so do all items of the group, unless
 * `isWorthRepeating` says that nothing was committed: then each is carried out alone, for the error may be of one of them. `lanes`
 * groups run at once. `add` rejects with 503 when `limit` items wait, and so does an item that has waited for `patience` seconds,
 * whose caller has given up by then.
 */
export class GroupCommit<Item, Result> {
  readonly #commit: (items: Item[]) => Promise<Result[]>;
  readonly #limit: number;
  readonly #lanes: number;
  readonly #largest: number;
  readonly #patience: number;
  readonly #isWorthRepeating: (error: unknown) => boolean;
  readonly #committed: (size: number) => void;
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;

  constructor(
    commit: (items: Item[]) => Promise<Result[]>,
    {
      limit = 10_000,
      lanes = 2,
      largest = 512,
      patience = Number.POSITIVE_INFINITY,
      isWorthRepeating = () => false,
      committed = () => {},
    }: GroupRules = {},
  ) {
    this.#commit = commit;
    this.#limit = limit;
    this.#lanes = lanes;
    this.#largest = largest;
    this.#patience = patience * 1000;
    this.#isWorthRepeating = isWorthRepeating;
    this.#committed = committed;
  }

  /** How many items wait for a group. */
  get waiting(): number {
    return this.#waiting.length;
  }

  add(item: Item): Promise<Result> {
    if (this.#waiting.length >= this.#limit) return Promise.reject(overloaded(1, 'too many scans or events wait'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, since: performance.now(), resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#next());
    });
  }

  async #next(): Promise<void> {
    if (this.#running >= this.#lanes) return;
    const group = this.#nextGroup();
    if (group.length === 0) return;
    this.#running += 1;
    try {
      await this.#commitGroup(group);
    } catch (error) {
      if (this.#isWorthRepeating(error)) await this.#commitEach(group, error);
      else for (const { reject } of group) reject(error);
    } finally {
      this.#running -= 1;
      void this.#next();
    }
  }

  /** Takes the items that waited longest, except for those whose time is over. */
  #nextGroup(): Waiting<Item, Result>[] {
    const oldest = performance.now() - this.#patience;
    const inTime = this.#waiting.findIndex(({ since }) => since >= oldest);
    for (const { reject } of this.#waiting.splice(0, inTime < 0 ? this.#waiting.length : inTime))
      reject(overloaded(2, 'a scan waited for too long'));
    return this.#waiting.splice(0, this.#largest);
  }

  async #commitGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    const results = await this.#commit(group.map(({ item }) => item));
    this.#committed(group.length);
    for (const [index, { resolve }] of group.entries()) {
      resolve(results[index] as Result);
      if (index % resultsOfTurn === resultsOfTurn - 1) await nextTurn();
    }
  }

  async #commitEach(group: readonly Waiting<Item, Result>[], reason: unknown): Promise<void> {
    const until = performance.now() + longestAlone;
    for (const one of group) {
      if (performance.now() > until) one.reject(reason);
      else await this.#commitGroup([one]).catch(one.reject);
    }
  }
}
