import type { InputOf } from '@suyuan/contract/call/call.ts';
import { lineClearanceLife } from '@suyuan/contract/plant/line/line-clearance.life.ts';
import {
  clearanceAdd,
  clearanceDelete,
  clearanceSign,
  clearanceTakeBack,
} from '@suyuan/contract/plant/line/line-clearance.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { lifeSteps } from '#platform/records/life-steps.ts';
import { defineNumberSeries, withNextNumber } from '#platform/records/number-series.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { destroyedCodes } from './destroyed-labels.ts';
import { labelsLeftOf } from './labels-left.ts';
import type { Check } from './line-clearance.table.ts';
import { orderToClear } from './order-to-clear.ts';
import { scrapLabels, unscrapLabels } from './scrap-labels.ts';

const { steps } = lineClearanceLife;

const { take, set } = lifeSteps({
  table: 'line_clearance',
  life: lineClearanceLife,
  read: (db, id) => db.selectFrom('line_clearance').selectAll().where('id', '=', id).executeTakeFirst(),
  refused: (step) => conflict(step === 'take_back' ? 'clearance_unsigned' : 'clearance_signed'),
});

/** Serves recording the clearance of a line, signing it by another person, and taking that back. */
export default function serveClearanceSigning({ routes }: Services, shared: SharedServices): void {
  const { capture } = shared;

  routes.changeDeferred(clearanceAdd, (input, caller, inTransaction) =>
    capture.queued(() =>
      inTransaction(async (change) => {
        const { account } = caller;
        const { line_id, labels_left } = input;
        const order = await orderToClear(change.db, line_id);
        const { leases: _, ...labels } = await labelsLeftOf(change.sql, order.id);
        const codes = await destroyedCodes({ ...shared, caller, sql: change.sql }, order.id, input);
        const checks = await checklistOf(change, input.checks);
        const difference_reason = input.difference_reason?.trim() || null;
        const isComplete =
          labels_left === labels.labels_expected &&
          codes.length === labels_left &&
          labels.leased_left === 0 &&
          checks.every(({ done }) => done);
        if (!isComplete && difference_reason === null)
          throw badInput({ path: 'difference_reason', reason: 'required' });
        const row = {
          ...{ line_id, work_order_id: order.id, ...labels, labels_left, labels_destroyed: codes.length },
          ...{ difference_reason, checks },
          ...{ prepared_by: account.id, prepared_name: account.name, prepared_at: new Date() },
        };
        const { id, clearance_no } = await withNextNumber(change, clearanceNumbers, (number) =>
          change.db
            .insertInto('line_clearance')
            .values({ ...row, clearance_no: number })
            .returning(['id', 'clearance_no'])
            .executeTakeFirstOrThrow(),
        );
        change.made('line_clearance', id);
        await scrapLabels(change, shared, caller, { id, clearance_no, order: order.id, codes });
        return { id, clearance_no };
      }),
    ),
  );

  routes.changeDeferred(clearanceDelete, ({ id }, caller, inTransaction) =>
    capture.queued(() =>
      inTransaction(async (change) => {
        const clearance = await take(change, id, 'delete');
        await unscrapLabels(change, shared, caller, clearance);
        await change.db.deleteFrom('line_clearance').where('id', '=', id).execute();
        return null;
      }),
    ),
  );

  routes.change(clearanceSign, async ({ id }, { account, secondPerson }, change) => {
    const { prepared_by, prepared_at } = await take(change, id, 'sign');
    await secondPerson.require({ account: prepared_by, at: prepared_at });
    await set(change, id, {
      status: steps.sign.to,
      ...{ signed_by: account.id, signed_name: account.name, signed_at: new Date() },
    });
    return { id };
  });

  routes.change(clearanceTakeBack, async ({ id, reason }, _, change) => {
    const { line_id, work_order_id, signed_at } = await take(change, id, 'take_back');
    const next = await change.db
      .selectFrom('work_order')
      .select('order_no')
      .where('line_id', '=', line_id)
      .where('id', '<>', work_order_id)
      .where('started_at', '>=', signed_at)
      .executeTakeFirst();
    if (next) throw conflict('clearance_used', { order: next.order_no });
    await set(change, id, {
      status: steps.take_back.to,
      taken_back_reason: reason.trim(),
      ...{ signed_by: null, signed_name: null, signed_at: null },
    });
    return { id };
  });
}

const clearanceNumbers = defineNumberSeries({
  prefix: 'QC',
  sequence: 'clearance_no',
  table: 'line_clearance',
  column: 'clearance_no',
  unique: 'line_clearance_code_key',
});

/** The enabled checks with what was said about each; one that nothing was said about is not done. */
async function checklistOf({ db }: Change, given: InputOf<typeof clearanceAdd>['checks']): Promise<Check[]> {
  const items = await db
    .selectFrom('plant_item')
    .select(['id', 'item_name'])
    .where('kind', '=', 'clearance')
    .where('status', '=', 'enabled')
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const said = new Map(given.map((one) => [one.item_id, one]));
  return items.map(({ id, item_name }) => {
    const { done = false, note } = said.get(id) ?? {};
    return { name: item_name, done, note: note?.trim() || null };
  });
}
