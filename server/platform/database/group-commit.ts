import { overloaded } from '../refusal.ts';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface GroupOptions {
  readonly limit?: number;
  readonly lanes?: number;
  readonly largest?: number;
  /** Told the size of each group that was committed. */
  readonly committed?: (size: number) => void;
}

/**
 * Group commit: carries out items of many callers together. While one group is committed the next one gathers, so that under
 * load one transaction serves hundreds of requests, and a lone request does not wait. `commit` takes up to `largest` items and
 * resolves to one result an item, in order, once they are durable; if it rejects, so do all items of the group. `lanes` groups
 * run at once. `add` rejects with 503 when `limit` items wait.
 */
export class GroupCommit<Item, Result> {
  readonly #commit: (items: Item[]) => Promise<Result[]>;
  readonly #limit: number;
  readonly #lanes: number;
  readonly #largest: number;
  readonly #committed: GroupOptions['committed'];
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;

  constructor(
    commit: (items: Item[]) => Promise<Result[]>,
    { limit = 10_000, lanes = 2, largest = 512, committed }: GroupOptions = {},
  ) {
    this.#commit = commit;
    this.#limit = limit;
    this.#lanes = lanes;
    this.#largest = largest;
    this.#committed = committed;
  }

  /** How many items wait for a group. */
  get waiting(): number {
    return this.#waiting.length;
  }

  add(item: Item): Promise<Result> {
    if (this.#waiting.length >= this.#limit) return Promise.reject(overloaded(1));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#next());
    });
  }

  async #next(): Promise<void> {
    if (this.#running >= this.#lanes || this.#waiting.length === 0) return;
    const group = this.#waiting.splice(0, this.#largest);
    this.#running += 1;
    try {
      const results = await this.#commit(group.map(({ item }) => item));
      this.#committed?.(group.length);
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      this.#running -= 1;
      void this.#next();
    }
  }
}
