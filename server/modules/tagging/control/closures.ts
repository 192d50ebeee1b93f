import { sql as ksql } from 'kysely';
import {
  closureExport,
  closurePage,
  reopenApprove,
  reopenAsk,
  reopenRefuse,
} from '../../../../contract/tagging/code-closure.ts';
import { requireSeparateDuties } from '../../../platform/access/separation-of-duties.ts';
import type { Change } from '../../../platform/audit/audit-log.ts';
import { holds } from '../../../platform/caller.ts';
import { conflict, noAccess, notFound } from '../../../platform/refusal.ts';
import { containing, serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';

/** What was closed, and opening it again, which takes two people. */
export function serveClosures(services: Services): void {
  const { routes } = services;

  serveList(services, {
    name: 'queryclose',
    page: closurePage,
    export: closureExport,
    columns: [
      'closure_no',
      'scope',
      'order_no',
      'quantity',
      'reason',
      'status',
      'closed_by',
      'closed_at',
      'reopen_reason',
      'asked_by',
      'asked_at',
      'decided_by',
      'decided_at',
    ],
    rows: (from, { keyword, scope, status }) => {
      let rows = from
        .selectFrom('code_closure as c')
        .leftJoin('code_order as o', 'o.id', 'c.order_id')
        .innerJoin('account as closer', 'closer.id', 'c.closed_by')
        .leftJoin('account as asker', 'asker.id', 'c.asked_by')
        .leftJoin('account as decider', 'decider.id', 'c.decided_by')
        .selectAll('c')
        .select(['o.order_no', 'closer.account_name as closer', 'asker.account_name as asker'])
        .select('decider.account_name as decider');
      if (keyword) {
        const pattern = containing(keyword);
        rows = rows.where((eb) =>
          eb.or([
            eb('c.closure_no', 'ilike', pattern),
            eb('o.order_no', 'ilike', pattern),
            eb('c.reason', 'ilike', pattern),
          ]),
        );
      }
      if (scope) rows = rows.where('c.scope', '=', scope);
      if (status) rows = rows.where('c.status', '=', status);
      return rows;
    },
    sort: {
      closed_at: ksql.ref('c.closed_at'),
      quantity: ksql.ref('c.quantity'),
      status: ksql.ref('c.status'),
    },
    defaultSort: '-closed_at',
    tieBreak: ksql.ref('c.id'),
    present: (row: ClosureRow) => ({
      id: row.id,
      closure_no: row.closure_no,
      scope: row.scope,
      order_id: row.order_id,
      order_no: row.order_no,
      quantity: row.quantity,
      reason: row.reason,
      status: row.status,
      closed_by: row.closer,
      closed_at: row.closed_at.toISOString(),
      reopen_reason: row.reopen_reason,
      asked_by: row.asker,
      asked_at: row.asked_at?.toISOString() ?? null,
      decided_by: row.decider,
      decided_at: row.decided_at?.toISOString() ?? null,
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
    return { id };
  });

  routes.change(reopenApprove, async ({ id }, { account }, change) => {
    const closure = await closureToChange(change, id);
    if (closure.status !== 'reopen_asked') throw conflict('reopen_not_asked');
    await requireSeparateDuties(change.db, {
      asker: { account: closure.asked_by as number, right: 'queryclose:reopen' },
      decider: { account: account.id, right: 'queryclose:approve' },
      askedAt: closure.asked_at as Date,
    });
    await reopen(change, closure);
    await set(change, id, { status: 'reopened', decided_by: account.id, decided_at: new Date() });
    return { id };
  });

  routes.change(reopenRefuse, async ({ id }, { account }, change) => {
    const closure = await closureToChange(change, id);
    if (closure.status !== 'reopen_asked') throw conflict('reopen_not_asked');
    if (closure.asked_by !== account.id && !holds(account, ['queryclose:approve'])) throw noAccess();
    await set(change, id, { status: 'closed', reopen_reason: null, asked_by: null, asked_at: null });
    return { id };
  });
}

async function closureToChange(change: Change, id: number) {
  await change.changing('code_closure', id);
  const closure = await change.db.selectFrom('code_closure').selectAll().where('id', '=', id).executeTakeFirst();
  if (!closure) throw notFound('code_closure');
  return closure;
}

const set = (change: Change, id: number, values: object) =>
  change.db.updateTable('code_closure').set(values).where('id', '=', id).execute();

/** What the closure closed becomes as it was. What other closures closed stays closed. */
async function reopen(
  change: Change,
  { id, scope, order_id }: { id: number; scope: string; order_id: number | null },
): Promise<void> {
  if (scope === 'order' && order_id !== null) {
    await change.changing('code_order', order_id);
    await change.db
      .updateTable('code_order')
      .set({ status: 'open', close_reason: null, closed_at: null, closed_by: null })
      .where('id', '=', order_id)
      .execute();
    return;
  }
  await ksql`
    delete from code_segment
    where closure_id = ${id} and product_id is null and lot is null and production_date is null`.execute(change.db);
  await ksql`update code_segment set closure_id = null, updated_at = now() where closure_id = ${id}`.execute(change.db);
}

interface ClosureRow {
  id: number;
  closure_no: string;
  scope: 'order' | 'range' | 'list';
  order_id: number | null;
  order_no: string | null;
  quantity: number;
  reason: string;
  status: 'closed' | 'reopen_asked' | 'reopened';
  closer: string;
  closed_at: Date;
  reopen_reason: string | null;
  asker: string | null;
  asked_at: Date | null;
  decider: string | null;
  decided_at: Date | null;
}
