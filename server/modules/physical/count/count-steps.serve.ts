import { countLife } from '@suyuan/contract/physical/stock/stock-count.life.ts';
import {
  type CountStatus,
  countApprove,
  countCancel,
  countFinish,
  countResume,
  countStart,
} from '@suyuan/contract/physical/stock/stock-count.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { insertRows } from '#platform/database/statements/insert-rows.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { compared, type FoundDifference } from './count-differences.ts';
import { countedPlace } from './counted-place.ts';
import { putRight } from './put-right.ts';

type Step = Parameters<typeof countLife.mayTake>[0];

/** Serves the steps of counts: from their beginning to the approval of what differs. */
export default function serveCountSteps(services: Services, shared: SharedServices): void {
  const { routes } = services;

  routes.change(countStart, async ({ id }, _, change) => {
    await lockFor(change, id, 'start');
    return to(change, id, 'counting', { started_at: new Date() });
  });

  routes.change(countFinish, async ({ id }, { account }, change) => {
    const { sql } = change;
    const count = await lockFor(change, id, 'finish');
    const scans = await sql<{ code: number; scanned_at: Date }[]>`
      select code, scanned_at from stock_count_scan where count_id = ${id} order by code`;
    const times = new Map(scans.map(({ code, scanned_at }) => [code, scanned_at.getTime()]));
    const startedAt = (count.started_at as Date).getTime();
    const { expected, seen, differences } = await compared(sql, await countedPlace(sql, count), times, startedAt);
    await keep(change, id, differences);
    return to(change, id, differences.length === 0 ? 'done' : 'to_approve', {
      ...{ expected, seen, differences: differences.length },
      finished_by: account.id,
      finished_at: new Date(),
    });
  });

  routes.change(countResume, async ({ id }, _, change) => {
    await lockFor(change, id, 'resume');
    await keep(change, id, []);
    const nothing = { expected: null, seen: null, differences: null, finished_by: null, finished_at: null };
    return to(change, id, 'counting', nothing);
  });

  routes.change(countCancel, async ({ id, reason }, _, change) => {
    await lockFor(change, id, 'cancel');
    return to(change, id, 'cancelled', { reason: reason.trim() });
  });

  routes.changeDeferred(countApprove, async ({ id, reason }, caller, inTransaction) =>
    shared.capture.queued(() =>
      inTransaction(async (change) => {
        const count = await lockFor(change, id, 'approve');
        await caller.secondPerson.require({ account: count.finished_by as number, at: count.finished_at as Date });
        const words = `${count.count_no}: ${reason.trim()}`;
        const result = await putRight(shared, change, { ...count, reason: words }, caller);
        const approval = { approved_by: caller.account.id, approved_at: new Date(), reason: reason.trim() };
        return { ...(await to(change, id, 'done', approval)), ...result };
      }),
    ),
  );
}

/** Locks a count for a step; throws 409 if its status does not allow it. */
async function lockFor(change: Change, id: number, step: Step) {
  await change.changing('stock_count', id);
  const row = await change.db.selectFrom('stock_count').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('stock_count');
  if (!countLife.mayTake(step, row.status)) throw conflict(`count_${row.status}`);
  return row;
}

async function to(change: Change, id: number, status: CountStatus, more: object) {
  await change.db
    .updateTable('stock_count')
    .set({ ...more, status, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  return { id, status };
}

/** Replaces the differences of a count. */
async function keep({ sql }: Change, id: number, differences: readonly FoundDifference[]): Promise<void> {
  await sql`delete from stock_count_difference where count_id = ${id}`;
  if (differences.length === 0) return;
  await insertRows(sql, 'stock_count_difference', differences, {
    count_id: ['bigint', () => id],
    code: ['bigint', ({ code }) => code],
    kind: ['text', ({ kind }) => kind],
    units: ['int', ({ units }) => units],
    product_id: ['bigint', ({ productId }) => productId],
    lot_id: ['bigint', ({ lotId }) => lotId],
    place_id: ['bigint', ({ placeId }) => placeId],
    stock: ['text', ({ stock }) => stock],
  });
}
