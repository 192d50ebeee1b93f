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

/** Codes of units that a work order has and has not used, as ranges in which the used ones still lie. */
export interface IssuedCodes {
  /** Handed out for it; what was printed where it has no leases. */
  readonly issued: readonly Range[];
  readonly unprinted: readonly Range[];
  readonly printed_unused: readonly Range[];
  /** Closed before they were used. */
  readonly voided: readonly Range[];
  /** Whose labels were printed for it, used or not. */
  readonly printed: readonly Range[];
  readonly isLeased: boolean;
  /** Of the issued ones: those that acts of other work orders have used. */
  readonly used_elsewhere: readonly Range[];
  /** Of the issued ones: those that are on no product again, since what was said of them was declared wrong. */
  readonly unusedAgain: readonly Range[];
}

interface RangeRow extends Range {
  readonly what: 'leased' | 'printed';
}

/** What was handed out for an order, printed for it and closed of that. */
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

/** The codes of a range that acts have made something of: more than printing or looking at them. */
const usedCodes = (sql: Connection, { first, last }: Range) => sql`
  select code from event_code where code between ${first} and ${last}
    and act <> all(${changingNothing as number[]}::smallint[])
  union select child from packing where child between ${first} and ${last}`;

/** How many codes of some ranges nothing was made of, or nothing is any more. */
export async function unusedIn(
  sql: Connection,
  ranges: readonly Range[],
  { unusedAgain }: Pick<IssuedCodes, 'unusedAgain'>,
): Promise<number> {
  let unused = totalOf(intersect(ranges, unusedAgain));
  // Of the codes of a set that was confirmed each is used, and most of them by no row.
  for (const range of subtract(ranges, await confirmedIn(sql, ranges))) {
    const [used] = await sql<
      { codes: number }[]
    >`select count(*)::bigint as codes from (${usedCodes(sql, range)}) used`;
    unused += sizeOf(range) - (used?.codes ?? 0);
  }
  return unused;
}

/** The codes of a range that nothing was made of, or nothing is any more, in their order. */
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
