import { rangeFrom, totalOf } from '@suyuan/codes/sets/ranges.ts';
import type { Connection } from '#platform/database/database.ts';
import { usedIn } from '../device/leases/free-codes.ts';
import { reconciliationOf } from '../order/figures/reconciliation.ts';

/** Labels of an order that may still be at its line. */
export interface LabelsLeft {
  /** Printed and not used. */
  readonly labels_expected: number;
  readonly labels_scrapped: number;
  /** Codes on lease to devices that no event is about: neither printed nor used, nor returned. */
  readonly leased_left: number;
}

export async function labelsLeftOf(sql: Connection, order: number): Promise<LabelsLeft> {
  const [figures, leases] = await Promise.all([
    reconciliationOf(sql, order),
    sql<{ first: number; count: number }[]>`
      select first_id as first, (last_id - returned - first_id + 1)::int as count from code_lease
      where work_order_id = ${order} and last_id - returned >= first_id`,
  ]);
  let leased = 0;
  for (const { first, count } of leases) leased += count - totalOf(await usedIn(sql, rangeFrom(first, count)));
  return { labels_expected: figures.printed_unused, labels_scrapped: figures.label_scrapped, leased_left: leased };
}
