import {
  intersect,
  numbersIn,
  type Range,
  rangesOf,
  sizeOf,
  subtract,
  totalOf,
  union,
} from '../../../../../codes/sets/ranges.ts';
import { acts, changingNothing } from '../../../../../contract/trace/acts.ts';
import type { Connection } from '../../../../platform/database/database.ts';
import { confirmedIn } from '../../../../trace/state/contents/confirmed-sets.ts';
import { misplacedIn } from './misplaced-codes.ts';

/** Unit codes of a work order as ranges. Except for the last two, ranges still contain codes that were used. */
export interface IssuedCodes {
  /** Leased for it; the printed ones if it has no leases. */
  readonly issued: readonly Range[];
  readonly unprinted: readonly Range[];
  readonly printed_unused: readonly Range[];
  /** Closed before they were used. */
  readonly voided: readonly Range[];
  /** Printed for it, used or not. */
  readonly printed: readonly Range[];
  readonly isLeased: boolean;
  /** Issued ones that acts of other work orders have used. */
  readonly used_elsewhere: readonly Range[];
  /** Issued ones that are on no product again, because the act about them was declared wrong. */
  readonly unusedAgain: readonly Range[];
}

interface RangeRow extends Range {
  readonly what: 'leased' | 'printed';
}

/** Reads the unit codes that were leased for an order, printed for it, and closed. */
export async function issuedCodesOf(sql: Connection, id: number): Promise<IssuedCodes> {
  const rows = await sql<RangeRow[]>`
    select 'leased' as what, first_id as first, last_id - returned as last
    from code_lease where work_order_id = ${id} and level = 1
    union all
    select 'printed', p.first_id, p.last_id
    from trace_event e
    join printed_codes p on p.event_id = e.id
    cross join lateral (
      select r.level from code_order o join code_rule r on r.id = o.rule_id
      where o.first_id <= p.first_id order by o.first_id desc limit 1
    ) printed_for
    where e.work_order_id = ${id} and e.act = ${acts.print.no} and printed_for.level = 1`;
  const of = (what: RangeRow['what']) => union(rows.filter((row) => row.what === what));
  const [leased, printed] = [of('leased'), of('printed')];
  const issued = leased.length > 0 ? leased : printed;
  const [closed, misplaced] = await Promise.all([closedIn(sql, issued), misplacedIn(sql, id, issued)]);
  const voided = intersect(issued, closed);
  return {
    issued,
    unprinted: subtract(subtract(issued, voided), printed),
    printed_unused: subtract(intersect(issued, printed), voided),
    voided,
    printed,
    isLeased: leased.length > 0,
    used_elsewhere: rangesOf(misplaced.elsewhere),
    unusedAgain: rangesOf(misplaced.unusedAgain),
  };
}

async function closedIn(sql: Connection, ranges: readonly Range[]): Promise<Range[]> {
  const [first, last] = [ranges[0]?.first, ranges.at(-1)?.last];
  if (first === undefined || last === undefined) return [];
  const closed = await sql<Range[]>`
    select first_id as first, last_id as last from code_segment
    where closure_id is not null and first_id <= ${last} and last_id >= ${first}
    union all
    select first_id, last_id from code_order where status = 'closed' and first_id <= ${last} and last_id >= ${first}`;
  return union(closed);
}

/** The codes of a range that acts have used; acts that change nothing, as printing, do not count. */
const usedCodes = (sql: Connection, { first, last }: Range) => sql`
  select code from event_code where code between ${first} and ${last}
    and act <> all(${changingNothing as number[]}::smallint[])
  union select child from packing where child between ${first} and ${last}`;

/** How many codes of some ranges are unused, including those in `unusedAgain`. */
export async function unusedIn(
  sql: Connection,
  ranges: readonly Range[],
  { unusedAgain }: Pick<IssuedCodes, 'unusedAgain'>,
): Promise<number> {
  let unused = totalOf(intersect(ranges, unusedAgain));
  // All codes of confirmed sets are used, most of them without a row.
  for (const range of subtract(ranges, await confirmedIn(sql, ranges))) {
    const [used] = await sql<
      { codes: number }[]
    >`select count(*)::bigint as codes from (${usedCodes(sql, range)}) used`;
    unused += sizeOf(range) - (used?.codes ?? 0);
  }
  return unused;
}

/** The unused codes of a range, including those in `unusedAgain`, sorted. */
export async function unusedCodes(
  sql: Connection,
  range: Range,
  { unusedAgain }: Pick<IssuedCodes, 'unusedAgain'>,
): Promise<number[]> {
  const [rows, confirmed] = await Promise.all([
    sql<{ code: number }[]>`${usedCodes(sql, range)}`,
    confirmedIn(sql, [range]),
  ]);
  const used = subtract(rangesOf(rows.map(({ code }) => code)), unusedAgain);
  return subtract([range], union(confirmed, used)).flatMap(numbersIn);
}
