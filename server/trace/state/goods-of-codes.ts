import { type Range, rangesOf, subtract, totalOf, union } from '@suyuan/codes/sets/ranges.ts';
import { changesNothing, eventTypeOf, eventTypes, keepsGoods } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { type CodeRecord, goodsIn } from './code-record.ts';
import { readCodes } from './code-records.ts';
import { confirmedIn } from './confirmed-sets.ts';

/** Events that determine order, product and lot of the goods that carry a code. */
const makingGoods = Object.values(eventTypes)
  .map(({ no }) => no)
  .filter((no) => !changesNothing(eventTypeOf(no)) && !keepsGoods(eventTypeOf(no)));

/** How many codes are read at once. */
const many = 2000;

/** The goods that codes are meant for: any of a product, or those of one of its lots or of one work order. */
export interface MeantFor {
  readonly productId: number;
  readonly lotId?: number | null;
  readonly workOrderId?: number;
}

/** How many codes there are, with one of them. */
export interface UsedCodes {
  readonly count: number;
  readonly example: number;
}

/**
 * The codes of some ranges that were used for other goods than they are meant for, on products or as labels; for anything at all
 * if `meant` is undefined. Only codes with events about other goods are read.
 */
export async function usedOtherwise(
  sql: Connection,
  ranges: readonly Range[],
  meant: MeantFor | undefined,
): Promise<UsedCodes | undefined> {
  const other = isOther(sql, meant);
  const ids: number[] = [];
  for (const range of ranges) {
    for await (const record of recordsOfEvents(sql, range, other)) {
      if (record.life !== 'issued' && isOnOther(record, meant)) ids.push(record.id);
    }
  }
  const isOdd = (record: CodeRecord) => isOnOther(record, meant);
  const all = union(rangesOf(ids), await confirmedFor(sql, ranges, other, isOdd));
  return all[0] && { count: totalOf(all), example: all[0].first };
}

/**
 * The codes of some ranges that belong to sets confirmed by events for which `odd` holds, an SQL condition on `trace_event e`. Of
 * confirmed sets only the outermost code is named; what happened since to codes within is in their records, which `isOdd` judges.
 */
export async function confirmedFor(
  sql: Connection,
  ranges: readonly Range[],
  odd: Fragment,
  isOdd: (record: CodeRecord) => boolean,
): Promise<Range[]> {
  const confirmed = await confirmedIn(sql, ranges, odd);
  const others: number[] = [];
  for (const range of confirmed) {
    for await (const record of recordsOfEvents(sql, range, sql`not (${odd})`)) {
      if (record.life === 'issued' || !isOdd(record)) others.push(record.id);
    }
  }
  return subtract(confirmed, rangesOf(others));
}

/** Whether an event, `e`, is about other goods, as SQL. */
function isOther(sql: Connection, meant: MeantFor | undefined): Fragment {
  if (!meant) return sql`true`;
  const { productId, lotId, workOrderId } = meant;
  return sql`(
    e.product_id is distinct from ${productId}
    or ${lotId === undefined ? sql`false` : sql`e.lot_id is distinct from ${lotId}`}
    or ${workOrderId === undefined ? sql`false` : sql`e.work_order_id is distinct from ${workOrderId}`})`;
}

function isOnOther(record: CodeRecord, meant: MeantFor | undefined): boolean {
  if (!meant) return true;
  const { productId, lotId, workOrderId } = meant;
  const goods = record.contents ? goodsIn(record) : [record];
  return (
    goods.some((one) => one.productId !== productId || (lotId !== undefined && one.lotId !== lotId)) ||
    (workOrderId !== undefined && record.workOrderId !== workOrderId)
  );
}

/**
 * The codes of a range with events for which `odd` holds, an SQL condition on `trace_event e`, or with events that were declared wrong.
 * Codes that such events named once may be of others since: their records show it.
 */
export async function* recordsOfEvents(
  sql: Connection,
  { first, last }: Range,
  odd: Fragment,
): AsyncGenerator<CodeRecord> {
  const eventRows = await sql<{ id: number }[]>`
    select distinct event_id as id from event_code
    where code between ${first} and ${last} and act = any(${makingGoods}::smallint[])
    union select packed_by from packing where child between ${first} and ${last}
    union select packed_by from package where code between ${first} and ${last}`;
  const ids = eventRows.map(({ id }) => id);
  const rows = await sql<{ id: number }[]>`
    select e.id from trace_event e
    where e.id = any(${ids}::bigint[]) and (${odd} or e.corrects is not null)
    union select corrects from trace_event where corrects = any(${ids}::bigint[])`;
  if (rows.length === 0) return;
  const events = rows.map(({ id }) => id);
  const codes = await sql<{ code: number }[]>`
    select code from event_code where code between ${first} and ${last} and event_id = any(${events}::bigint[])
    union select child from packing where child between ${first} and ${last} and packed_by = any(${events}::bigint[])
    union select code from package where code between ${first} and ${last} and packed_by = any(${events}::bigint[])
    order by code`;
  for (let at = 0; at < codes.length; at += many) {
    yield* await recordsOf(
      sql,
      codes.slice(at, at + many).map(({ code }) => code),
    );
  }
}

/** The records of issued codes, in the order of `ids`. */
export const recordsOf = async (sql: Connection, ids: readonly number[]): Promise<CodeRecord[]> =>
  (await readCodes(sql, ids)).among(ids);
