import type { InputOf } from '@suyuan/contract/call/call.ts';
import { lineClearanceLife } from '@suyuan/contract/plant/line-clearance.life.ts';
import {
  clearanceAdd,
  clearanceDelete,
  clearancePrint,
  clearanceReady,
  clearanceSign,
  clearanceTakeBack,
  lineClearance,
} from '@suyuan/contract/plant/line-clearance.ts';
import type { Kysely } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow, heldIn, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { defineNumberSeries, withNextNumber } from '#platform/records/number-series.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { isClearedOf, lastEndedOn } from '../order/cleared-line.ts';
import { lineClearances, visibleClearance } from './clearance-rows.ts';
import { labelsLeftOf } from './labels-left.ts';
import type { Check } from './line-clearance.table.ts';

const { steps, mayTake } = lineClearanceLife;

/** 清场: serves clearances of lines, signed by two. */
export default function serveLineClearances(services: Services): void {
  const { routes, system } = services;

  serveDeclaredList(services, lineClearance, {
    rows: lineClearances,
    narrow: { keyword: heldIn('line_clearance.clearance_no', 'o.order_no', 'l.line_name') },
    defaultSort: '-prepared_at',
    present: ({ prepared_name, signed_name, ...row }) =>
      declaredRow(lineClearance, {
        ...row,
        checks: [...row.checks],
        prepared_by: prepared_name,
        prepared_by_id: row.prepared_by,
        signed_by: signed_name,
        signed_by_id: row.signed_by,
      }),
  });

  routes.serve(clearanceReady, async ({ line_id }, { db }) => {
    const last = await orderToClear(db, line_id);
    const order = await db
      .selectFrom('work_order as o')
      .innerJoin('product as p', 'p.id', 'o.product_id')
      .select(['o.order_no', 'o.lot', 'p.product_name'])
      .where('o.id', '=', last.id)
      .executeTakeFirstOrThrow();
    const [labels, cleared] = await Promise.all([labelsLeftOf(system.codes.sql, last.id), isClearedOf(db, last)]);
    return { work_order_id: last.id, ...order, ...labels, cleared };
  });

  routes.change(clearanceAdd, async (input, { account }, change) => {
    const { line_id, labels_left, labels_destroyed } = input;
    const order = await orderToClear(change.db, line_id);
    const { labels_expected, leased_left } = await labelsLeftOf(system.codes.sql, order.id);
    const checks = await checklistOf(change, input.checks);
    const difference_reason = input.difference_reason?.trim() || null;
    const isComplete =
      labels_left === labels_expected &&
      labels_destroyed === labels_left &&
      leased_left === 0 &&
      checks.every(({ done }) => done);
    if (!isComplete && difference_reason === null) throw badInput({ path: 'difference_reason', reason: 'required' });
    const now = new Date();
    const row = {
      ...{ line_id, work_order_id: order.id, labels_expected, labels_left, labels_destroyed, leased_left },
      ...{ difference_reason, checks },
      ...{ prepared_by: account.id, prepared_name: account.name, prepared_at: now },
    };
    const { id, clearance_no } = await withNextNumber(change, clearanceNumbers, (number) =>
      change.db
        .insertInto('line_clearance')
        .values({ ...row, clearance_no: number })
        .returning(['id', 'clearance_no'])
        .executeTakeFirstOrThrow(),
    );
    change.made('line_clearance', id);
    return { id, clearance_no };
  });

  routes.change(clearanceDelete, async ({ id }, _, change) => {
    await takeStep(change, id, 'delete');
    await change.db.deleteFrom('line_clearance').where('id', '=', id).execute();
    return null;
  });

  routes.change(clearanceSign, async ({ id }, { account, secondPerson }, change) => {
    const { prepared_by, prepared_at } = await takeStep(change, id, 'sign');
    await secondPerson.require({ account: prepared_by, at: prepared_at });
    await set(change, id, {
      status: steps.sign.to,
      ...{ signed_by: account.id, signed_name: account.name, signed_at: new Date() },
    });
    return { id };
  });

  routes.change(clearanceTakeBack, async ({ id, reason }, _, change) => {
    const { line_id, work_order_id, signed_at } = await takeStep(change, id, 'take_back');
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

  routes.serve(clearancePrint, async ({ id }, caller) => {
    const row = await visibleClearance(caller.db, id);
    const { sendClearancePaper } = await import('./clearance-print.ts');
    await sendClearancePaper(services, caller, row);
    return null;
  });
}

const clearanceNumbers = defineNumberSeries({
  prefix: 'QC',
  sequence: 'clearance_no',
  table: 'line_clearance',
  column: 'clearance_no',
  unique: 'line_clearance_code_key',
});

/** The order that a line is to be cleared of. Throws 404 for a line that the caller may not see, 409 if nothing ended there. */
async function orderToClear(db: Kysely<Schema>, line_id: number) {
  const line = await db.selectFrom('production_line').select('line_name').where('id', '=', line_id).executeTakeFirst();
  if (!line) throw notFound('production_line');
  const order = await lastEndedOn(db, line_id);
  if (!order) throw conflict('clearance_nothing', { line: line.line_name });
  return order;
}

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

async function takeStep(change: Change, id: number, step: keyof typeof steps) {
  await change.changing('line_clearance', id);
  const row = await change.db.selectFrom('line_clearance').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('line_clearance');
  if (!mayTake(step, row.status)) throw conflict(step === 'take_back' ? 'clearance_unsigned' : 'clearance_signed');
  return row;
}

const set = ({ db }: Change, id: number, columns: object) =>
  db
    .updateTable('line_clearance')
    .set({ ...columns, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
