import type { Range } from '../../../../../codes/sets/ranges.ts';
import { actOf, acts, changesNothing, keepsGoods } from '../../../../../contract/trace/acts.ts';
import type { Connection } from '../../../../platform/database/database.ts';
import { Ledger } from '../../../../trace/state/ledger.ts';
import type { CodeRecord } from '../../../../trace/state/record/code-record.ts';
import { namingNo } from '../../../../trace/state/sets/set-acts.ts';

/** Codes that a work order was given and that are not what its acts have made of them. */
interface Misplaced {
  /** Used for another work order. */
  readonly elsewhere: readonly number[];
  /** An act made something of them, and was declared wrong. */
  readonly unusedAgain: readonly number[];
}

/** Acts that say what the goods are that carry a code. */
const makingGoods = Object.values(acts)
  .map(({ no }) => no)
  .filter((no) => !changesNothing(actOf(no)) && !keepsGoods(actOf(no)));

/** Codes that are looked at together. */
const many = 2000;

/**
 * Those of some ranges that acts of other work orders speak of, or acts that were declared wrong, each with what it is now.
 * Few of an order's codes are so: the others cost no look at what they are.
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

/** Units of a work order that were given another code: their first one is void. */
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
