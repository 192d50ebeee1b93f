import { textIn } from '@suyuan/contract/languages.ts';
import { workOrderLife } from '@suyuan/contract/plant/order/work-order.life.ts';
import {
  workOrderFinish,
  workOrderHold,
  workOrderRelease,
  workOrderStart,
} from '@suyuan/contract/plant/order/work-order.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { enabledFields, type KeptValues } from '#platform/extension/extension-values.ts';
import type { Language } from '#platform/language.ts';
import { conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { clockIn } from '#trace/figures/shift.ts';
import { requireClearedLine } from './cleared-line.ts';
import { orderExtension } from './fields/order-extension.ts';
import { makeWay } from './line-of-order.ts';
import { requireUnreleasedLot } from './lot/lot-release.ts';
import { lotToMake } from './lot/made-lot.ts';
import { aboutOrder, setStatus, takeStep } from './work-order-life.ts';

const { steps } = workOrderLife;

/** Serves the steps of a work order while it is made: release, start, hold, finish. */
export default function serveWorkOrderLife(services: Services): void {
  const { routes, notices } = services;
  const today = () => clockIn(services.timeZone())(Date.now()).day;

  routes.change(workOrderRelease, async ({ id }, { language }, change) => {
    const order = await takeStep(change, id, 'release');
    await requireFields(change, order.extension, language);
    const day = today();
    const [product] = await change.db
      .selectFrom('product')
      .select('hierarchy_id')
      .where('id', '=', order.product_id)
      .execute();
    const hierarchy_id = order.hierarchy_id ?? product?.hierarchy_id ?? null;
    const hierarchy = hierarchy_id
      ? await change.db.selectFrom('hierarchy').select('version').where('id', '=', hierarchy_id).executeTakeFirst()
      : undefined;
    const lot = await lotToMake(change, id, order, day);
    await requireUnreleasedLot(change, lot.lot_id);
    await setStatus(change, id, steps.release.to, {
      ...lot,
      planned_from: order.planned_from ?? order.planned_to ?? lot.production_date ?? day,
      planned_to: order.planned_to ?? order.planned_from ?? lot.production_date ?? day,
      hierarchy_id,
      hierarchy_version: hierarchy?.version ?? null,
      released_at: new Date(),
    });
    return { id, status: steps.release.to };
  });

  routes.change(workOrderStart, async ({ id, ...besides }, caller, change) => {
    const order = await takeStep(change, id, 'start');
    await requireUnreleasedLot(change, order.lot_id);
    const { held, beside_reason } = await makeWay(change, caller, { ...order, id }, besides);
    await requireClearedLine(change, { ...order, id });
    // A finished order may be started again; the notice that it is to be closed is then obsolete.
    await notices.settle(change.system, 'work_order_finished', aboutOrder(id));
    await setStatus(change, id, steps.start.to, {
      // An order that was released before every order got a lot gets its lot now.
      ...(order.lot_id === null ? await lotToMake(change, id, order, today()) : {}),
      started_at: order.started_at ?? new Date(),
      held_at: null,
      finished_at: null,
      finished_by: null,
      beside_reason,
    });
    return { id, status: steps.start.to, held };
  });

  routes.change(workOrderHold, async ({ id }, _, change) => {
    await takeStep(change, id, 'hold');
    await setStatus(change, id, steps.hold.to, { held_at: new Date() });
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
}

/** Throws 409 if an order lacks a required field: one that was required only after the order was written, or filled in by nobody. */
async function requireFields(change: Change, values: KeptValues, language: Language): Promise<void> {
  const fields = await enabledFields(change.db, orderExtension);
  const lacking = fields.filter(({ required, field_code }) => required && !Object.hasOwn(values, field_code));
  if (lacking.length === 0) return;
  const names = lacking.map((field) => textIn(field.label, language)).join(', ');
  throw conflict('work_order_lacks_fields', { fields: names });
}
