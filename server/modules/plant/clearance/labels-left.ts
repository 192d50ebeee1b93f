import { rangeFrom, totalOf } from '@suyuan/codes/sets/ranges.ts';
import type { OpenLease } from '@suyuan/contract/plant/line/line-clearance.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import { usedIn } from '../device/leases/free-codes.ts';
import { reconciliationOf } from '../order/figures/reconciliation.ts';

/** Where the labels of an order are, by their codes: printed = used + scrapped + expected at its line. */
export interface LabelsLeft {
  readonly labels_printed: number;
  /** On goods, taken as samples, and void: closed or replaced. */
  readonly labels_used: number;
  readonly labels_scrapped: number;
  readonly labels_expected: number;
  readonly codes_returned: number;
  /** Codes on lease to devices that no event is about: neither printed nor used, nor returned. */
  readonly leased_left: number;
}

interface LeaseRow {
  readonly lease: number;
  readonly level: number;
  readonly device: string | null;
  readonly leased_at: Date;
  readonly first: number;
  readonly count: number;
  readonly returned: number;
}

/** A lease with codes that no event is about; its codes as numbers. */
type OpenRow = Omit<OpenLease, 'first' | 'last' | 'leased_at'> & LeaseRow;

export async function labelsLeftOf(sql: Connection, order: number): Promise<LabelsLeft & { leases: OpenRow[] }> {
  const [figures, rows] = await Promise.all([reconciliationOf(sql, order), leasesOf(sql, order)]);
  const leases: OpenRow[] = [];
  for (const row of rows.filter(({ count }) => count > 0)) {
    const used = await usedIn(sql, rangeFrom(row.first, row.count));
    const open = row.count - totalOf(used);
    const last = row.first + row.count - 1;
    if (open > 0) leases.push({ ...row, open, returnable: last - (used.at(-1)?.last ?? row.first - 1) });
  }
  const { bound, label_sampled, voided, label_scrapped, printed_unused } = figures;
  const used = bound + label_sampled + voided;
  return {
    labels_printed: used + label_scrapped + printed_unused,
    labels_used: used,
    labels_scrapped: label_scrapped,
    labels_expected: printed_unused,
    codes_returned: rows.reduce((sum, { returned }) => sum + returned, 0),
    leased_left: leases.reduce((sum, { open }) => sum + open, 0),
    leases,
  };
}

const leasesOf = (sql: Connection, order: number): Promise<LeaseRow[]> =>
  sql<LeaseRow[]>`
    select l.id as lease, l.level, k.name as device, l.leased_at, l.first_id as first,
      safe_integer(l.last_id - l.returned - l.first_id + 1) as count, safe_integer(l.returned) as returned
    from code_lease l left join device_key k on k.id = l.device_key_id
    where l.work_order_id = ${order} order by l.id`;

/** Open leases with the texts of their first and last codes. */
export async function openLeases(sql: Connection, rules: RuleBook, leases: readonly OpenRow[]): Promise<OpenLease[]> {
  const texts = await rules.texts(
    sql,
    leases.flatMap(({ first, count }) => [first, first + count - 1]),
  );
  return leases.map(({ first, count, leased_at, ...lease }) => ({
    ...lease,
    leased_at: leased_at.toISOString(),
    first: texts.get(first) ?? '',
    last: texts.get(first + count - 1) ?? '',
  }));
}
