/** Serialises work that shares a key, in the order of arrival. */
export class KeyLocks {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = keys.map((key) => this.#last.get(key));
    // All queues are joined at once, so that there can be no deadlock.
    const outcome = Promise.all(before).then(work);
    const end = outcome.then(nothing, nothing);
    for (const key of keys) this.#last.set(key, end);
    try {
      return await outcome;
    } finally {
      for (const key of keys) if (this.#last.get(key) === end) this.#last.delete(key);
    }
  }
}

const nothing = () => undefined;
