import { workOrderLife } from '../../../../contract/plant/work-order.life.ts';
import {
  workOrderClose,
  workOrderFinish,
  workOrderHold,
  workOrderRelease,
  workOrderStart,
} from '../../../../contract/plant/work-order.ts';
import { badInput } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import { clockIn } from '../../../trace/figures/shift.ts';
import { reconciliationOf } from './figures/reconciliation.ts';
import { lotToMake } from './made-lot.ts';
import { setStatus, takeStep } from './work-order-life.ts';

const { steps } = workOrderLife;

/** Serves the steps of a work order: release, start, hold, finish, close. */
export default function serveWorkOrderLife(services: Services): void {
  const { routes, system, notices } = services;
  const today = () => clockIn(services.timeZone())(Date.now()).day;

  routes.change(workOrderRelease, async ({ id }, _, change) => {
    const order = await takeStep(change, id, 'release');
    const [product] = await change.db
      .selectFrom('product')
      .select('hierarchy_id')
      .where('id', '=', order.product_id)
      .execute();
    const hierarchy_id = order.hierarchy_id ?? product?.hierarchy_id ?? null;
    const hierarchy = hierarchy_id
      ? await change.db.selectFrom('hierarchy').select('version').where('id', '=', hierarchy_id).executeTakeFirst()
      : undefined;
    await setStatus(change, id, steps.release.to, {
      ...(await lotToMake(change, id, order, today())),
      hierarchy_id,
      hierarchy_version: hierarchy?.version ?? null,
      released_at: new Date(),
    });
    return { id, status: steps.release.to };
  });

  routes.change(workOrderStart, async ({ id }, _, change) => {
    const order = await takeStep(change, id, 'start');
    // A finished order may be started again; the notice that it is to be closed is then obsolete.
    await notices.settle(change.system, 'work_order_finished', aboutOrder(id));
    await setStatus(change, id, steps.start.to, {
      // An order that was released before every order got a lot gets its lot now.
      ...(order.lot_id === null ? await lotToMake(change, id, order, today()) : {}),
      started_at: order.started_at ?? new Date(),
      finished_at: null,
      finished_by: null,
    });
    return { id, status: steps.start.to };
  });

  routes.change(workOrderHold, async ({ id }, _, change) => {
    await takeStep(change, id, 'hold');
    await setStatus(change, id, steps.hold.to, {});
    return { id, status: steps.hold.to };
  });

  routes.change(workOrderFinish, async ({ id }, { account }, change) => {
    const { order_no } = await takeStep(change, id, 'finish');
    await setStatus(change, id, steps.finish.to, { finished_at: new Date(), finished_by: account.id });
    await notices.tell(
      change.system,
      { holding: 'orderlist:close', except: account.id },
      {
        kind: 'work_order_finished',
        params: { what: order_no, by: account.name },
        leads: [{ screen: 'orderlist', query: `${new URLSearchParams({ keyword: order_no })}` }],
        about: aboutOrder(id),
      },
    );
    return { id, status: steps.finish.to };
  });

  routes.change(workOrderClose, async ({ id, reason }, { account, secondPerson }, change) => {
    const order = await takeStep(change, id, 'close');
    const { holds } = await reconciliationOf(system.sql, id);
    if (!holds && !reason?.trim()) throw badInput({ path: 'reason', reason: 'required' });
    if (holds) secondPerson.waive();
    else await secondPerson.require({ account: order.finished_by as number, at: order.finished_at as Date });
    await setStatus(change, id, steps.close.to, {
      closed_at: new Date(),
      closed_by: account.id,
      close_reason: reason?.trim() || null,
    });
    await notices.settle(change.system, 'work_order_finished', aboutOrder(id));
    return { id, status: steps.close.to };
  });
}

const aboutOrder = (id: number) => `work_order:${id}`;
