import { handoverReceive, handoverWithdraw } from '@suyuan/contract/report/handover.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { isStockByHandover } from '#trace/places.ts';
import { giveGoodsBack, type LockedPaper, storeGoods } from './handover-goods.ts';

/** Serves signing for goods, which puts them into stock, and withdrawing that, each in one transaction with its events. */
export default function serveHandoverSigning(services: Services, shared: SharedServices): void {
  const { routes } = services;

  routes.serve(handoverReceive, async ({ id, counted, missing = [], difference_reason }, caller) => {
    await requirePaper(caller, id);
    const { ids } = await CodeLookup.resolveOrThrow(services, shared, caller, missing, { forCapture: true });
    return shared.capture.withCaptureLock(async (sql) => {
      const paper = await lockPaper(sql, id);
      if (paper.status === 'draft') throw conflict('handover_not_handed');
      if (paper.status !== 'handed') throw conflict('handover_signed');
      const signature = { account: paper.handed_by as number, at: paper.handed_at as Date };
      await caller.secondPerson.require(signature, sql);
      const why = difference_reason?.trim() || null;
      const differs = counted !== paper.packages;
      if (differs && why === null) throw badInput({ path: 'difference_reason', reason: 'required' });
      await takeOff(sql, paper, counted, [...new Set(ids)]);
      await storeGoods(sql, shared, caller, paper);
      await sql`
        update handover set status = 'received', received_by = ${caller.account.id}, received_name = ${caller.account.name},
          received_at = now(), counted = ${counted}, difference_reason = ${differs ? why : null}, updated_at = now()
        where id = ${id}`;
      return { id };
    });
  });

  routes.serve(handoverWithdraw, async ({ id, reason }, caller) => {
    await requirePaper(caller, id);
    return shared.capture.withCaptureLock(async (sql) => {
      const paper = await lockPaper(sql, id);
      if (paper.status === 'draft') throw conflict('handover_not_handed');
      if (paper.status === 'withdrawn') throw conflict('handover_withdrawn');
      await giveGoodsBack(sql, shared, caller, paper, reason.trim());
      await sql`update handover_package set off = true where handover_id = ${id}`;
      await sql`
        update handover set status = 'withdrawn', withdrawn_by = ${caller.account.id}, withdrawn_name = ${caller.account.name},
          withdrawn_at = now(), withdrawal_reason = ${reason.trim()}, updated_at = now()
        where id = ${id}`;
      return { id };
    });
  });
}

async function requirePaper({ db }: Pick<Caller<Account>, 'db'>, id: number): Promise<void> {
  const row = await db.selectFrom('handover').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('handover');
}

async function lockPaper(sql: Connection, id: number): Promise<LockedPaper> {
  await sql`select id from handover where id = ${id} for update`;
  const [paper] = await sql<LockedPaper[]>`
    select h.id, h.handover_no, h.status, h.packages, h.handed_by, h.handed_at, h.warehouse_id, o.line_id
    from handover h join work_order o on o.id = h.work_order_id
    where h.id = ${id}`;
  if (!paper) throw notFound('handover');
  return paper;
}

/**
 * Removes packages that did not arrive from the paper. If goods come into stock by handover, the number of missing packages must
 * match the count, because packages that are not named would come into stock.
 */
async function takeOff(
  sql: Connection,
  paper: LockedPaper,
  count: number,
  missingCodes: readonly number[],
): Promise<void> {
  const byHandover = await isStockByHandover(sql);
  const shortage = paper.packages - count;
  if (byHandover && shortage < 0) throw conflict('handover_too_many', { packages: -shortage });
  if (shortage !== missingCodes.length && (byHandover || missingCodes.length > 0))
    throw conflict('handover_name_missing', { packages: Math.max(0, shortage), named: missingCodes.length });
  if (missingCodes.length === 0) return;
  const off = await sql`
    update handover_package set off = true
    where handover_id = ${paper.id} and not off and code = any(${missingCodes as number[]}::bigint[])`;
  if (off.count < missingCodes.length)
    throw conflict('handover_not_on_it', { packages: missingCodes.length - off.count });
}
