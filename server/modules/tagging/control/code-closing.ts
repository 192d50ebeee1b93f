import { codesClose } from '@suyuan/contract/tagging/code-closure.ts';
import { orderClose } from '@suyuan/contract/tagging/code-order.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account } from '#platform/caller.ts';
import { ksql } from '#platform/database/schema.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import type { Capture } from '#trace/capture/capture.ts';
import { reviseSegments } from '../order/code-segments.ts';
import { type Target, targetOf } from '../order/code-target.ts';
import { closingEvent, rangesClosedBy, rangesOfOrder } from './closing-event.ts';
import { isClosed } from './code-control.ts';

interface Closing {
  readonly account: Account;
  readonly reason: string;
  readonly timeZone: string;
}

/** Closes codes for a reason. From the commit on, scans of them answer "void". */
export function serveCodeClosing(services: Services, { rules, guesses, capture }: SharedServices): void {
  const { routes } = services;
  const closingOf = (reason: string, account: Account): Closing => ({
    account,
    reason: reason.trim(),
    timeZone: services.timeZone(),
  });

  routes.changeDeferred(orderClose, ({ id, reason }, caller, inTransaction) =>
    capture.queued(() =>
      inTransaction(async (change) => {
        await change.changing('code_order', id);
        const target = await targetOf({ services, rules, guesses, caller, db: change.db }, { order_id: id });
        await closeOrder(capture, change, target, closingOf(reason, caller.account));
        return { id };
      }),
    ),
  );

  routes.changeDeferred(codesClose, ({ reason, ...input }, caller, inTransaction) =>
    capture.queued(() =>
      inTransaction(async (change) => {
        const target = await targetOf({ services, rules, guesses, caller, db: change.db }, input);
        const closing = closingOf(reason, caller.account);
        if (target.scope !== 'order') return closeSome(capture, change, target, closing);
        await change.changing('code_order', target.ranges[0]?.order.id as number);
        const id = await closeOrder(capture, change, target, closing);
        return { id, changed: target.quantity, unchanged: 0 };
      }),
    ),
  );
}

async function closeSome(capture: Capture, change: Change, target: Target, closing: Closing) {
  const id = await writeClosure(change, target, closing);
  const changed = await reviseSegments(change.db, target.ranges, (facts, order) =>
    isClosed(facts, order) ? facts : { ...facts, closure_id: id },
  );
  if (changed === 0) throw conflict('codes_closed_already');
  await change.db.updateTable('code_closure').set({ quantity: changed }).where('id', '=', id).execute();
  await closingEvent(capture, change, { ...closing, act: 'close', ranges: await rangesClosedBy(change, id) });
  return { id, changed, unchanged: target.quantity - changed };
}

async function closeOrder(capture: Capture, change: Change, target: Target, closing: Closing): Promise<number> {
  const order = target.ranges[0]?.order;
  if (!order) throw notFound('code_order');
  if (order.status === 'closed') throw conflict('order_closed');
  await change.db
    .updateTable('code_order')
    .set({ status: 'closed', close_reason: closing.reason, closed_at: new Date(), closed_by: closing.account.id })
    .where('id', '=', order.id)
    .execute();
  await closingEvent(capture, change, { ...closing, act: 'close', ranges: await rangesOfOrder(change, order.id) });
  return writeClosure(change, target, closing);
}

async function writeClosure(
  change: Change,
  { scope, ranges, quantity }: Target,
  { account, reason, timeZone }: Closing,
): Promise<number> {
  const orders = [...new Set(ranges.map(({ order }) => order.id))];
  const orderId = orders.length === 1 ? (orders[0] as number) : null;
  const { rows } = await ksql<{ id: number }>`
    with next as (select nextval(pg_get_serial_sequence('code_closure', 'id')) as id)
    insert into code_closure (id, closure_no, order_id, scope, quantity, reason, closed_by)
    overriding system value
    select id, 'C' || to_char(now() at time zone ${timeZone}, 'YYYYMMDD') || '-' || lpad(id::text, greatest(6, length(id::text)), '0'),
      ${orderId}, ${scope}, ${quantity}, ${reason}, ${account.id}
    from next returning id`.execute(change.db);
  const id = rows[0]?.id as number;
  change.made('code_closure', id);
  return id;
}
