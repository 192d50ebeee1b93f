import type { Connection } from '#platform/database/database.ts';
import { rangesAround } from '../state/code-ranges.ts';
import { covering, type IssuedRange } from '../state/issue-facts.ts';
import type { Custodian } from './custodian.ts';

interface LeaseRow extends IssuedRange {
  readonly line_id: number | null;
  readonly factory_id: number | null;
}

/** Codes further apart than this are queried as separate ranges. */
const gap = 10_000;

/** Whether a code is leased to a line of somebody else, who alone may put it on goods. */
export type LeasedAway = (custodian: Custodian, code: number) => boolean;

/** Reads the leases of some codes, which are sorted. What was returned is not leased any more. */
export async function leasesOf(sql: Connection, codes: ArrayLike<number>): Promise<LeasedAway> {
  const ranges = rangesAround(codes, gap);
  const leases =
    ranges.length === 0
      ? []
      : await sql<LeaseRow[]>`
          select distinct l.first_id, l.last_id - l.returned as last_id, o.line_id, o.factory_id
          from unnest(
            ${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[]) as c (first, last)
          join code_lease l
            on int8range(l.first_id, l.last_id - l.returned + 1) && int8range(c.first, c.last + 1)
          join work_order o on o.id = l.work_order_id
          order by first_id`;
  return (custodian, code) => {
    if (custodian === 'enterprise' || leases.length === 0) return false;
    const lease = covering(leases, code);
    if (!lease) return false;
    const { kind, id } = custodian;
    return kind === 'line' ? lease.line_id !== id : kind === 'dealer' || lease.factory_id !== id;
  };
}
