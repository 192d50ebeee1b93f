import type { Connection } from '#platform/database/database.ts';
import { rangesAround } from '../state/code-ranges.ts';
import { covering, gap, type IssuedRange, ordersAround } from '../state/issue-facts.ts';

/** How many ranges are cached; the cache is emptied when it would exceed this. */
const most = 10_000;

/**
 * Which codes were issued at all, cached: an issued code stays issued, whatever becomes of it, so an order that was found once is
 * not queried again. Events do not rely on this cache; the ledger reads for itself.
 */
export class IssuedCodes {
  /** Disjoint and sorted. */
  #ranges: readonly IssuedRange[] = [];

  /** Which of `ids`, in ascending order, were issued. */
  async among(sql: Connection, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const known = this.#ranges;
    const unknown = ids.filter((id) => !covering(known, id));
    const orders = unknown.length === 0 ? [] : await ordersAround(sql, rangesAround(unknown, gap));
    this.#learn(orders);
    return new Set(ids.filter((id) => covering(known, id) || covering(orders, id)));
  }

  #learn(orders: readonly IssuedRange[]): void {
    const fresh = orders.filter(({ first_id }) => !covering(this.#ranges, first_id));
    if (fresh.length === 0) return;
    const kept = this.#ranges.length + fresh.length > most ? [] : this.#ranges;
    const ranges = [...kept, ...fresh].map(({ first_id, last_id }) => ({ first_id, last_id }));
    this.#ranges = ranges.sort((a, b) => a.first_id - b.first_id);
  }
}
