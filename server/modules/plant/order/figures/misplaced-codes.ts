import { type Range, rangesOf, union } from '@suyuan/codes/sets/ranges.ts';
import { eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CodeRecord } from '#trace/state/code-record.ts';
import { confirmedFor, recordsOf, recordsOfEvents } from '#trace/state/goods-of-codes.ts';
import { roleNumbers } from '#trace/state/ordered-sets.ts';

/** Codes of a work order whose use cannot be counted from its own events alone. */
interface Misplaced {
  /** Used for another work order. */
  readonly elsewhere: readonly Range[];
  /** Unused again, since the event that used them was declared wrong. */
  readonly unusedAgain: readonly Range[];
}

/**
 * Codes of some ranges that were used for another work order, or that are unused again. Only codes with events of other orders or
 * with events that were declared wrong are read; these are few.
 */
export async function misplacedIn(sql: Connection, order: number, ranges: readonly Range[]): Promise<Misplaced> {
  const ofOthers = sql`e.work_order_id is distinct from ${order}`;
  const elsewhere: number[] = [];
  const unusedAgain: number[] = [];
  for (const range of ranges) {
    for await (const record of recordsOfEvents(sql, range, ofOthers)) {
      if (record.life === 'issued') unusedAgain.push(record.id);
      else if (record.workOrderId !== order) elsewhere.push(record.id);
    }
  }
  const isElsewhere = ({ workOrderId }: CodeRecord) => workOrderId !== order;
  return {
    elsewhere: union(rangesOf(elsewhere), await confirmedFor(sql, ranges, ofOthers, isElsewhere)),
    unusedAgain: rangesOf(unusedAgain),
  };
}

/** Unit codes of a work order that were replaced by another code. */
export async function replacedUnits(sql: Connection, order: number): Promise<number[]> {
  const events = await sql<{ id: number }[]>`
    select id from trace_event where work_order_id = ${order} and act = ${eventTypes.replace.no}`;
  if (events.length === 0) return [];
  const rows = await sql<{ code: number }[]>`
    select distinct code from event_code
    where event_id = any(${events.map(({ id }) => id)}::bigint[]) and naming = ${roleNumbers.item}
    order by code`;
  const records = await recordsOf(
    sql,
    rows.map(({ code }) => code),
  );
  return records.filter((record) => isReplacedUnit(record, order)).map(({ id }) => id);
}

export const isReplacedUnit = ({ level, life, workOrderId }: CodeRecord, order: number): boolean =>
  level === 1 && life === 'inactive' && workOrderId === order;
