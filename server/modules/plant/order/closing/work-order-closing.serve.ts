import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { workOrderLife } from '@suyuan/contract/plant/order/work-order.life.ts';
import {
  countedFigures,
  type Reconciliation,
  workOrderReconciliation,
} from '@suyuan/contract/plant/order/work-order.ts';
import { workOrderClose, workOrderReopen, workOrderToCome } from '@suyuan/contract/plant/order/work-order-closing.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Connection } from '#platform/database/database.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { requireOrder } from '#trace/services.ts';
import { reconciliationOf } from '../figures/reconciliation.ts';
import { aboutOrder, setStatus, takeStep } from '../work-order-life.ts';
import { toComeFor } from './to-come.ts';

const { steps } = workOrderLife;

/** Serves the end of a work order: what may still come in for it, closing it with its figures, and opening it again. */
export default function serveWorkOrderClosing(services: Services): void {
  const { routes, notices } = services;
  const { sql } = services.system.codes;

  routes.serve(workOrderToCome, async ({ id }, caller) => {
    await requireOrder(caller, id);
    return toComeFor(sql, id);
  });

  routes.serve(workOrderReconciliation, async ({ id }, caller) => {
    await requireOrder(caller, id);
    return signedFiguresOf(sql, id);
  });

  routes.change(workOrderClose, async ({ id, reason }, { account, secondPerson }, change) => {
    const order = await takeStep(change, id, 'close');
    const [figures, toCome] = await Promise.all([reconciliationOf(sql, id), toComeFor(sql, id)]);
    const close_reason = reason?.trim() || null;
    const isComplete = figures.holds && toCome.nothing;
    if (!isComplete && !close_reason) throw badInput({ path: 'reason', reason: 'required' });
    if (isComplete) secondPerson.waive();
    else await secondPerson.require({ account: order.finished_by as number, at: order.finished_at as Date });
    const closing = { closed_by: account.id, closed_at: new Date(), close_reason };
    const record = { work_order_id: id, figures, ...closing };
    const row = await change.db
      .insertInto('work_order_closing')
      .values(record)
      .returning('id')
      .executeTakeFirstOrThrow();
    change.made('work_order_closing', row.id);
    await setStatus(change, id, steps.close.to, closing);
    await notices.settle(change.system, 'work_order_finished', aboutOrder(id));
    return { id, status: steps.close.to };
  });

  routes.change(workOrderReopen, async ({ id, reason }, { account, secondPerson }, change) => {
    const order = await takeStep(change, id, 'reopen');
    await secondPerson.require({ account: order.closed_by as number, at: order.closed_at as Date });
    await keepReopening(change, id, { reopened_by: account.id, reopen_reason: reason.trim() }, order);
    await setStatus(change, id, steps.reopen.to, { closed_at: null, closed_by: null, close_reason: null });
    return { id, status: steps.reopen.to };
  });
}

/** An order that was closed before figures were signed gets the record of that closing, with none. */
async function keepReopening(
  change: Change,
  id: number,
  reopening: { readonly reopened_by: number; readonly reopen_reason: string },
  order: Pick<Awaited<ReturnType<typeof takeStep>>, 'closed_by' | 'closed_at' | 'close_reason'>,
): Promise<void> {
  const columns = { ...reopening, reopened_at: new Date() };
  const closing = await change.db
    .selectFrom('work_order_closing')
    .select('id')
    .where('work_order_id', '=', id)
    .where('reopened_at', 'is', null)
    .executeTakeFirst();
  if (closing) {
    await change.changing('work_order_closing', closing.id);
    await change.db.updateTable('work_order_closing').set(columns).where('id', '=', closing.id).execute();
    return;
  }
  const { closed_by, closed_at, close_reason } = order;
  const newClosing = await change.db
    .insertInto('work_order_closing')
    .values({
      work_order_id: id,
      figures: {},
      closed_by: closed_by as number,
      closed_at: closed_at as Date,
      close_reason,
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  change.made('work_order_closing', newClosing.id);
}

/**
 * The reconciliation of a work order. Of a closed one, it is what was signed when it was closed, with the figures that have changed
 * since. A figure that was not counted yet when the order was closed is told as it is now.
 */
async function signedFiguresOf(sql: Connection, id: number): Promise<OutputOf<typeof workOrderReconciliation>> {
  const [now, [closing]] = await Promise.all([
    reconciliationOf(sql, id),
    sql<{ figures: Partial<Reconciliation> }[]>`
      select figures from work_order_closing where work_order_id = ${id} and reopened_at is null`,
  ]);
  const figures = { ...now, ...closing?.figures };
  const changes = countedFigures.filter((figure) => figures[figure] !== now[figure]);
  return { ...figures, since: changes.map((figure) => ({ figure, now: now[figure] })) };
}
