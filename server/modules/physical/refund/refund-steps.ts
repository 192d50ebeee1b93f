import { type RefundStep, refundLife } from '@suyuan/contract/physical/refund.life.ts';
import type { RefundStatus } from '@suyuan/contract/physical/refund.ts';
import { type Account, type Caller, isOfEnterprise } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { conflict, noAccess, notFound } from '#platform/refusal.ts';

export interface LockedRefund {
  readonly refund_no: string;
  readonly status: RefundStatus;
  readonly dealer_id: number;
  readonly warehouse_id: number;
}

export const statusWord = (status: RefundStatus) => ({ list: 'refund', word: `status.${status}` });

/** Locks a return for a step until the end of the transaction; throws 409 if its status does not allow the step. */
export async function lockFor(sql: Connection, id: number, step: RefundStep): Promise<LockedRefund> {
  const [row] = await sql<LockedRefund[]>`
    select refund_no, status, dealer_id, warehouse_id from refund where id = ${id} for update`;
  if (!row) throw notFound('refund');
  if (!refundLife.mayTake(step, row.status)) throw conflict(`refund_${step}`, { status: statusWord(row.status) });
  return row;
}

export async function setStatus(sql: Connection, id: number, status: RefundStatus): Promise<void> {
  await sql`update refund set status = ${status}, updated_at = now() where id = ${id}`;
}

/** Throws 403 for dealers: people of the enterprise, or of the factory with the warehouse, take goods back and inspect them. */
export async function requireReceiving(
  { account, db }: Pick<Caller<Account>, 'account' | 'db'>,
  id: number,
): Promise<void> {
  const row = await db.selectFrom('refund').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('refund');
  if (!isOfEnterprise(account) && account.party?.kind !== 'factory') throw noAccess();
}
