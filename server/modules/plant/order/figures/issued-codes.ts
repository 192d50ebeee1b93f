import {
  intersect,
  numbersIn,
  type Range,
  rangesOf,
  sizeOf,
  subtract,
  totalOf,
  union,
} from '@suyuan/codes/sets/ranges.ts';
import { changingNothing, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { handedOutIn } from '#trace/state/code-use.ts';
import { confirmedIn } from '#trace/state/confirmed-sets.ts';
import { misplacedIn } from './misplaced-codes.ts';

/** Unit codes of a work order as ranges. Except for the last two, ranges still contain codes that were used. */
export interface IssuedCodes {
  /** Bound to it or leased for it; if nothing is, those that a printer reported for it. */
  readonly issued: readonly Range[];
  /** Whether anything was bound to it or leased for it. */
  readonly isGiven: boolean;
  readonly unprinted: readonly Range[];
  readonly printed_unused: readonly Range[];
  /** Closed before they were used. */
  readonly voided: readonly Range[];
  /** Printed for it, used or not: by a machine, or handed out as labels or as a file for a printer. */
  readonly printed: readonly Range[];
  /** Those of them that were handed out and that no machine reported as printed. */
  readonly handedOut: readonly Range[];
  /** Issued ones that events of other work orders have used. */
  readonly used_elsewhere: readonly Range[];
  /** Issued ones that are on no product again, because the event about them was declared wrong. */
  readonly unusedAgain: readonly Range[];
}

/** Reads the unit codes that were bound to an order, leased or printed for it, handed out, and closed. */
export async function issuedCodesOf(sql: Connection, id: number): Promise<IssuedCodes> {
  const [leasedRanges, boundRanges, reportedRanges] = await Promise.all([
    leasedFor(sql, id),
    boundTo(sql, id),
    reportedFor(sql, id),
  ]);
  const ranges = union(leasedRanges, boundRanges);
  const handedOut = subtract(await handedOutIn(sql, boundRanges), reportedRanges);
  return partsOf(sql, id, {
    issued: ranges.length > 0 ? ranges : reportedRanges,
    isGiven: ranges.length > 0,
    printed: union(reportedRanges, handedOut),
    handedOut,
  });
}

/** The same of the codes leased for an order alone: those that its line has. */
export async function leasedCodesOf(sql: Connection, id: number): Promise<IssuedCodes> {
  const [issued, printed] = await Promise.all([leasedFor(sql, id), reportedFor(sql, id)]);
  return partsOf(sql, id, { issued, isGiven: true, printed, handedOut: [] });
}

async function partsOf(
  sql: Connection,
  id: number,
  codes: Pick<IssuedCodes, 'issued' | 'isGiven' | 'printed' | 'handedOut'>,
): Promise<IssuedCodes> {
  const { issued, printed } = codes;
  const [closedRanges, { elsewhere, unusedAgain }] = await Promise.all([
    closedIn(sql, issued),
    misplacedIn(sql, id, issued),
  ]);
  const voided = intersect(issued, closedRanges);
  return {
    ...codes,
    unprinted: subtract(subtract(issued, voided), printed),
    printed_unused: subtract(intersect(issued, printed), voided),
    voided,
    used_elsewhere: elsewhere,
    unusedAgain,
  };
}

const leasedFor = async (sql: Connection, id: number): Promise<Range[]> =>
  union(
    await sql<Range[]>`
      select first_id as first, last_id - returned as last
      from code_lease where work_order_id = ${id} and level = 1 and last_id - returned >= first_id`,
  );

const boundTo = async (sql: Connection, id: number): Promise<Range[]> =>
  union(
    await sql<Range[]>`
      select s.first_id as first, s.last_id as last
      from code_segment s join code_order o on o.id = s.order_id join code_rule r on r.id = o.rule_id
      where s.work_order_id = ${id} and r.level = 1`,
  );

/** The codes whose labels a machine reported as printed. */
const reportedFor = async (sql: Connection, id: number): Promise<Range[]> =>
  union(
    await sql<Range[]>`
      select p.first_id as first, p.last_id as last
      from trace_event e
      join printed_codes p on p.event_id = e.id
      cross join lateral (
        select r.level from code_order o join code_rule r on r.id = o.rule_id
        where o.first_id <= p.first_id order by o.first_id desc limit 1
      ) printed_for
      where e.work_order_id = ${id} and e.act = ${eventTypes.print.no} and printed_for.level = 1`,
  );

async function closedIn(sql: Connection, ranges: readonly Range[]): Promise<Range[]> {
  const [first, last] = [ranges[0]?.first, ranges.at(-1)?.last];
  if (first === undefined || last === undefined) return [];
  const rows = await sql<Range[]>`
    select first_id as first, last_id as last from code_segment
    where closure_id is not null and first_id <= ${last} and last_id >= ${first}
    union all
    select first_id, last_id from code_order where status = 'closed' and first_id <= ${last} and last_id >= ${first}`;
  return union(rows);
}

/** The codes of a range that events have used; events that change nothing, as printing, do not count. */
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
  let count = totalOf(intersect(ranges, unusedAgain));
  // All codes of confirmed sets are used, most of them without a row.
  for (const range of subtract(ranges, await confirmedIn(sql, ranges))) {
    const [row] = await sql<{ codes: number }[]>`select count(*)::bigint as codes from (${usedCodes(sql, range)}) used`;
    count += sizeOf(range) - (row?.codes ?? 0);
  }
  return count;
}

/** The unused codes of a range, including those in `unusedAgain`, sorted. */
export async function unusedCodes(
  sql: Connection,
  range: Range,
  { unusedAgain }: Pick<IssuedCodes, 'unusedAgain'>,
): Promise<number[]> {
  const [rows, confirmedRanges] = await Promise.all([
    sql<{ code: number }[]>`${usedCodes(sql, range)}`,
    confirmedIn(sql, [range]),
  ]);
  const usedRanges = subtract(rangesOf(rows.map(({ code }) => code)), unusedAgain);
  return subtract([range], union(confirmedRanges, usedRanges)).flatMap(numbersIn);
}
