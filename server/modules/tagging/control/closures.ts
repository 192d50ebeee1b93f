import type { Range } from '@suyuan/codes/sets/ranges.ts';
import { codeClosure, reopenApprove, reopenAsk, reopenRefuse } from '@suyuan/contract/tagging/code-closure.ts';
import type { Kysely } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import { type Account, holds } from '#platform/caller.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { declaredRow, type Query, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { containing } from '#platform/lists/list.ts';
import { conflict, noAccess, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { closingEvent, rangesClosedBy, rangesOfOrder } from './closing-event.ts';

/** Closures, and reopening them, which needs the consent of a second person. */
export function serveClosures(services: Services, { capture }: SharedServices): void {
  const { routes, notices } = services;

  serveDeclaredList(services, codeClosure, {
    rows: closures,
    narrow: { keyword: withKeyword },
    defaultSort: '-closed_at',
    present: ({ closer, asker, decider, ...row }) =>
      declaredRow(codeClosure, {
        ...row,
        closed_by: closer,
        closed_by_id: row.closed_by,
        asked_by: asker,
        asked_by_id: row.asked_by,
        decided_by: decider,
        decided_by_id: row.decided_by,
      }),
  });

  routes.change(reopenAsk, async ({ id, reason }, { account }, change) => {
    const closure = await closureToChange(change, id);
    if (closure.status === 'reopened') throw conflict('reopened_already');
    if (closure.status === 'reopen_asked') throw conflict('reopen_asked_already');
    await set(change, id, {
      status: 'reopen_asked',
      reopen_reason: reason.trim(),
      asked_by: account.id,
      asked_at: new Date(),
    });
    await notices.touched(change.system, 'code_closure', id);
    await notices.tell(
      change.system,
      { holding: 'queryclose:approve', except: account.id },
      { ...noticeOf(closure, { by: account.name }), kind: 'reopen_asked' },
    );
    return { id };
  });

  routes.changeDeferred(reopenApprove, ({ id }, { account, secondPerson }, inTransaction) =>
    capture.queued(() =>
      inTransaction(async (change) => {
        const closure = await closureToChange(change, id);
        if (closure.status !== 'reopen_asked') throw conflict('reopen_not_asked');
        await secondPerson.require({ account: closure.asked_by as number, at: closure.asked_at as Date });
        const ranges = await reopen(change, closure);
        await set(change, id, { status: 'reopened', decided_by: account.id, decided_at: new Date() });
        await closingEvent(capture, change, { act: 'reopen', ranges, reason: closure.reopen_reason, account });
        await tellAsker(change, closure, 'reopen_approved', account);
        return { id };
      }),
    ),
  );

  routes.change(reopenRefuse, async ({ id }, { account }, change) => {
    const closure = await closureToChange(change, id);
    if (closure.status !== 'reopen_asked') throw conflict('reopen_not_asked');
    if (closure.asked_by !== account.id && !holds(account, ['queryclose:approve'])) throw noAccess();
    await set(change, id, { status: 'closed', reopen_reason: null, asked_by: null, asked_at: null });
    await tellAsker(change, closure, 'reopen_refused', account);
    return { id };
  });

  /** Settles the notices of a decided request, and notifies the account that made it, unless it decided itself. */
  async function tellAsker(
    change: Change,
    closure: Closure,
    kind: 'reopen_approved' | 'reopen_refused',
    { id, name }: Account,
  ): Promise<void> {
    const notice = noticeOf(closure, { by: name });
    await notices.touched(change.system, 'code_closure', closure.id);
    await notices.settle(change.system, 'reopen_asked', notice.about);
    if (closure.asked_by !== null && closure.asked_by !== id)
      await notices.tell(change.system, [closure.asked_by], { ...notice, kind });
  }
}

type Closure = Awaited<ReturnType<typeof closureToChange>>;

const noticeOf = ({ id, closure_no }: Closure, params: { by: string }) => ({
  params: { ...params, what: closure_no },
  leads: [{ screen: 'queryclose', query: `${new URLSearchParams({ keyword: closure_no })}` }],
  about: `code_closure:${id}`,
});

const closures = (db: Kysely<Schema>) =>
  db
    .selectFrom('code_closure')
    .leftJoin('code_order as o', 'o.id', 'code_closure.order_id')
    .innerJoin('account as closer', 'closer.id', 'code_closure.closed_by')
    .leftJoin('account as asker', 'asker.id', 'code_closure.asked_by')
    .leftJoin('account as decider', 'decider.id', 'code_closure.decided_by')
    .selectAll('code_closure')
    .select(['o.order_no', 'closer.account_name as closer', 'asker.account_name as asker'])
    .select('decider.account_name as decider');

function withKeyword(rows: Query, keyword: string): Query {
  const pattern = containing(keyword);
  return rows.where((eb) =>
    eb.or([
      eb('code_closure.closure_no', 'ilike', pattern),
      eb('o.order_no', 'ilike', pattern),
      eb('code_closure.reason', 'ilike', pattern),
    ]),
  );
}

async function closureToChange(change: Change, id: number) {
  await change.changing('code_closure', id);
  const closure = await change.db.selectFrom('code_closure').selectAll().where('id', '=', id).executeTakeFirst();
  if (!closure) throw notFound('code_closure');
  return closure;
}

const set = (change: Change, id: number, values: object) =>
  change.db.updateTable('code_closure').set(values).where('id', '=', id).execute();

/** Reopens what a closure closed, and resolves to the ranges. Codes that other closures closed stay closed. */
async function reopen(
  change: Change,
  { id, scope, order_id }: { id: number; scope: string; order_id: number | null },
): Promise<readonly Range[]> {
  if (scope === 'order' && order_id !== null) {
    await change.changing('code_order', order_id);
    await change.db
      .updateTable('code_order')
      .set({ status: 'open', close_reason: null, closed_at: null, closed_by: null })
      .where('id', '=', order_id)
      .execute();
    return rangesOfOrder(change, order_id);
  }
  const ranges = await rangesClosedBy(change, id);
  await ksql`
    delete from code_segment
    where closure_id = ${id} and product_id is null and lot is null and production_date is null and work_order_id is null`.execute(
    change.db,
  );
  await ksql`update code_segment set closure_id = null, updated_at = now() where closure_id = ${id}`.execute(change.db);
  return ranges;
}
