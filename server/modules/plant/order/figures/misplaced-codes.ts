import type { Range } from '../../../../../codes/sets/ranges.ts';
import { actOf, acts, changesNothing, keepsGoods } from '../../../../../contract/trace/acts.ts';
import type { Connection } from '../../../../platform/database/database.ts';
import { Ledger } from '../../../../trace/state/ledger.ts';
import type { CodeRecord } from '../../../../trace/state/record/code-record.ts';
import { namingNo } from '../../../../trace/state/sets/set-acts.ts';

/** Codes of a work order whose use cannot be counted from its own acts alone. */
interface Misplaced {
  /** Used for another work order. */
  readonly elsewhere: readonly number[];
  /** Unused again, since the act that used them was declared wrong. */
  readonly unusedAgain: readonly number[];
}

/** Acts that determine order, product and lot of the goods that carry a code. */
const makingGoods = Object.values(acts)
  .map(({ no }) => no)
  .filter((no) => !changesNothing(actOf(no)) && !keepsGoods(actOf(no)));

/** How many codes are read at once. */
const many = 2000;

/**
 * Codes of some ranges that were used for another work order, or that are unused again. Only codes with acts of other orders or
 * with acts that were declared wrong are read; these are few.
 */
export async function misplacedIn(sql: Connection, order: number, ranges: readonly Range[]): Promise<Misplaced> {
  const elsewhere: number[] = [];
  const unusedAgain: number[] = [];
  for (const range of ranges) {
    for await (const record of suspectsIn(sql, order, range)) {
      if (record.life === 'issued') unusedAgain.push(record.id);
      else if (record.workOrderId !== order) elsewhere.push(record.id);
    }
  }
  return { elsewhere, unusedAgain };
}

async function* suspectsIn(sql: Connection, order: number, { first, last }: Range): AsyncGenerator<CodeRecord> {
  const named = await sql<{ id: number }[]>`
    select distinct event_id as id from event_code
    where code between ${first} and ${last} and act = any(${makingGoods}::smallint[])
    union select packed_by from packing where child between ${first} and ${last}`;
  const ids = named.map(({ id }) => id);
  const odd = await sql<{ id: number }[]>`
    select id from trace_event
    where id = any(${ids}::bigint[]) and (work_order_id is distinct from ${order} or corrects is not null)
    union select corrects from trace_event where corrects = any(${ids}::bigint[])`;
  if (odd.length === 0) return;
  const events = odd.map(({ id }) => id);
  const codes = await sql<{ code: number }[]>`
    select code from event_code where code between ${first} and ${last} and event_id = any(${events}::bigint[])
    union select child from packing where child between ${first} and ${last} and packed_by = any(${events}::bigint[])
    order by code`;
  for (let at = 0; at < codes.length; at += many) {
    yield* await recordsOf(
      sql,
      codes.slice(at, at + many).map(({ code }) => code),
    );
  }
}

/** Unit codes of a work order that were replaced by another code. */
export async function replacedUnits(sql: Connection, order: number): Promise<number[]> {
  const events = await sql<{ id: number }[]>`
    select id from trace_event where work_order_id = ${order} and act = ${acts.replace.no}`;
  if (events.length === 0) return [];
  const named = await sql<{ code: number }[]>`
    select distinct code from event_code
    where event_id = any(${events.map(({ id }) => id)}::bigint[]) and naming = ${namingNo.item}
    order by code`;
  const records = await recordsOf(
    sql,
    named.map(({ code }) => code),
  );
  return records.filter((record) => isReplacedUnit(record, order)).map(({ id }) => id);
}

export const isReplacedUnit = ({ level, life, workOrderId }: CodeRecord, order: number): boolean =>
  level === 1 && life === 'inactive' && workOrderId === order;

async function recordsOf(sql: Connection, ids: readonly number[]): Promise<CodeRecord[]> {
  const ledger = new Ledger(sql);
  await ledger.read(ids);
  return ids.flatMap((id) => ledger.get(id) ?? []);
}
