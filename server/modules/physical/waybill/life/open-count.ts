import type { StepOf } from '@suyuan/contract/life.ts';
import { arrivalCountLife } from '@suyuan/contract/physical/waybill/arrival.life.ts';
import type { CountState } from '@suyuan/contract/physical/waybill/arrival.ts';
import type { SealState } from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import { waybillLife } from '@suyuan/contract/physical/waybill/waybill.life.ts';
import type { WaybillStatus } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { Connection } from '#platform/database/database.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { codesOn, statusWord } from './waybill-steps.ts';

export interface FoundSeal {
  readonly state: SealState;
  readonly found: string | null;
  readonly note: string | null;
  readonly photos: readonly string[];
}

export interface OpenCount {
  readonly id: number;
  readonly waybill_id: number;
  readonly completed_at: Date | null;
  readonly recounts: number;
  readonly seal: FoundSeal | null;
}

type CountStep = StepOf<typeof arrivalCountLife>;

export const stateOf = (count: Pick<OpenCount, 'completed_at'> | undefined): CountState =>
  count ? (count.completed_at ? 'completed' : 'counting') : 'none';

/** The count of a waybill that nobody has signed for yet. */
export async function openCount(sql: Connection, waybillId: number): Promise<OpenCount | undefined> {
  const [count] = await sql<OpenCount[]>`
    select id, waybill_id, completed_at, recounts, seal from arrival_count where waybill_id = ${waybillId} and signed_at is null`;
  return count;
}

/** Whether the warehouse that a waybill goes to has arrivals counted blind. */
export async function isBlind(sql: Connection, waybillId: number): Promise<boolean> {
  const [row] = await sql`
    select 1 from waybill b join warehouse w on w.id = b.to_warehouse_id where b.id = ${waybillId} and w.blind_count`;
  return row !== undefined;
}

/**
 * Locks a waybill for its count, until the end of the transaction; throws 409 if nothing of it is still to arrive. Steps of several
 * people at one waybill follow each other.
 */
export async function lockAwaited(sql: Connection, id: number): Promise<{ waybill_no: string }> {
  const [waybill] = await sql<{ waybill_no: string; status: WaybillStatus }[]>`
    select waybill_no, status from waybill where id = ${id} for update`;
  if (!waybill) throw notFound('waybill');
  const { status } = waybill;
  const isAwaited =
    waybillLife.mayTake('sign', status) && (status === 'shipped' || (await codesOn(sql, id, true)).length > 0);
  if (!isAwaited) throw conflict('waybill_sign', { status: statusWord(status) });
  return waybill;
}

/** The open count of a locked waybill, for one of its steps; throws 409 if there is none, or its state does not allow the step. */
export async function countFor(sql: Connection, waybillId: number, step: CountStep): Promise<OpenCount> {
  const count = await openCount(sql, waybillId);
  const state = stateOf(count);
  if (!count || state === 'none') throw conflict('arrival_none');
  if (!arrivalCountLife.mayTake(step, state))
    throw conflict(state === 'completed' ? 'arrival_completed' : 'arrival_not_completed');
  return count;
}

/** The same for scanning, which begins a count. */
export async function begunCount(sql: Connection, waybillId: number, accountId: number): Promise<OpenCount> {
  if (await openCount(sql, waybillId)) return countFor(sql, waybillId, 'scan');
  const [count] = await sql<OpenCount[]>`
    insert into arrival_count (waybill_id, begun_by) values (${waybillId}, ${accountId})
    returning id, waybill_id, completed_at, recounts, seal`;
  return count as OpenCount;
}

/** The counts of a waybill wait to be signed for again, as one, since its signature is taken back. */
export async function reopenCounts(sql: Connection, waybillId: number): Promise<void> {
  const counts = await sql<{ id: number; completed_at: Date | null }[]>`
    select id, completed_at from arrival_count where waybill_id = ${waybillId} order by signed_at desc nulls last, id desc`;
  const [kept, ...others] = counts;
  if (!kept) return;
  const ids = others.map(({ id }) => id);
  // A code that was counted twice, because it came off and arrived again, stays once.
  await sql`
    delete from arrival_scan s where count_id = any(${ids}::bigint[]) and exists (
      select from arrival_scan o where o.waybill_id = s.waybill_id and o.code = s.code and o.id > s.id)`;
  await sql`update arrival_scan set count_id = ${kept.id} where count_id = any(${ids}::bigint[])`;
  await sql`delete from arrival_count where id = any(${ids}::bigint[])`;
  await sql`update arrival_count set signed_at = null, signed_by = null where id = ${kept.id}`;
}
