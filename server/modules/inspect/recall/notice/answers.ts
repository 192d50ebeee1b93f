import { recallNoticeLife } from '@suyuan/contract/inspect/recall/recall-notice.life.ts';
import {
  recallAcknowledge,
  recallAnswer,
  recallPass,
  recallUnacknowledge,
  recallUnpass,
} from '@suyuan/contract/inspect/recall/recall-notice.ts';
import type { StepOf } from '@suyuan/contract/life.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account } from '#platform/caller.ts';
import { badInput, conflict, noAccess, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { noticeLines, toldOf } from './notice-rows.ts';
import { tellReceivers } from './sending.ts';

/** Serves what receivers do with a notice: acknowledge it, answer, and pass it on to dealers below. */
export function serveAnswers({ routes, notices, system }: Services): void {
  routes.change(recallAcknowledge, async ({ id }, { account }, change) => {
    await lockFor(change, id, 'acknowledge', account);
    await change.db
      .updateTable('recall_notice')
      .set({ status: 'acknowledged', acknowledged_at: new Date(), acknowledged_by: account.id })
      .where('id', '=', id)
      .execute();
    return { id };
  });

  routes.change(recallUnacknowledge, async ({ id }, { account }, change) => {
    await lockFor(change, id, 'unacknowledge', account);
    const { passed } = await sumsOf(change, id);
    if (passed > 0) throw conflict('recall_notice_passed');
    await change.db
      .updateTable('recall_notice')
      .set({ status: 'sent', acknowledged_at: null, acknowledged_by: null })
      .where('id', '=', id)
      .execute();
    return { id };
  });

  routes.change(recallAnswer, async ({ id, lines, note }, { account }, change) => {
    const notice = await lockFor(change, id, 'answer', account);
    const known = new Map((await noticeLines(change.db, id)).map((line) => [line.line_id, line]));
    for (const [index, { line_id, ...told }] of lines.entries()) {
      const line = known.get(line_id);
      if (!line) throw badInput({ path: `lines.${index}.line_id`, reason: 'no_such', params: { value: line_id } });
      const most = Number(line.units) - Number(line.passed);
      if (toldOf(told) > most)
        throw badInput({
          path: `lines.${index}`,
          reason: 'more_than_received',
          params: { lot: line.lot ?? line.product_name, told: toldOf(told), units: most },
        });
      await change.db.updateTable('recall_notice_line').set(told).where('id', '=', line_id).execute();
      await change.db
        .insertInto('recall_answer')
        .values({ notice_id: id, line_id, by_id: account.id, ...told, note: note?.trim() || null })
        .execute();
    }
    const now = new Date();
    const acknowledged = notice.acknowledged_at ? {} : { acknowledged_at: now, acknowledged_by: account.id };
    await change.db
      .updateTable('recall_notice')
      .set({ status: 'answered', answered_at: now, ...acknowledged })
      .where('id', '=', id)
      .execute();
    const accounted = await accountUpwards(change, id);
    await notices.tell(
      change.system,
      { holding: 'recall:begin' },
      {
        kind: 'recall_answered',
        params: { what: notice.recall_no, by: account.name },
        leads: [{ screen: 'recallnotice', query: `${new URLSearchParams({ detail: `${id}` })}` }],
        about: `recall_notice:${id}`,
      },
    );
    return { id, accounted, missing: Number(notice.units) - accounted };
  });

  routes.change(recallPass, async ({ id, dealer_id, lines }, { account }, change) => {
    const notice = await lockFor(change, id, 'pass', account);
    const [below] = await system.partners.sql<{ dealer_name: string }[]>`
      select dealer_name from dealer where id = ${dealer_id} and parent_id = ${notice.dealer_id} and status = 'enabled'`;
    if (!below) throw badInput({ path: 'dealer_id', reason: 'no_such', params: { value: dealer_id } });
    const known = new Map((await noticeLines(change.db, id)).map((line) => [line.line_id, line]));
    for (const [index, { line_id, units }] of lines.entries()) {
      const line = known.get(line_id);
      if (!line) throw badInput({ path: `lines.${index}.line_id`, reason: 'no_such', params: { value: line_id } });
      const left = Number(line.units) - toldOf(line) - Number(line.passed);
      if (units > left)
        throw badInput({
          path: `lines.${index}`,
          reason: 'more_than_received',
          params: { lot: line.lot ?? line.product_name, told: units, units: left },
        });
    }
    const { recall_id, recall_no, drill, scope, reason, instructions, acknowledge_by, answer_by } = notice;
    const facts = { recall_id, recall_no, drill, scope, reason, instructions };
    const made = await change.system
      .insertInto('recall_notice')
      .values({
        ...facts,
        // The clock of whoever learns of it late is not over before it began.
        acknowledge_by: new Date(Math.max(acknowledge_by.getTime(), Date.now() + 24 * 3_600_000)),
        answer_by: new Date(Math.max(answer_by.getTime(), Date.now() + 48 * 3_600_000)),
        dealer_id,
        receiver: below.dealer_name,
        parent_id: id,
        passed_by: notice.receiver,
        passed_by_dealer_id: notice.dealer_id,
        units: lines.reduce((sum, { units }) => sum + units, 0),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    change.made('recall_notice', made.id);
    for (const { line_id, units } of lines) {
      const line = known.get(line_id) as NonNullable<ReturnType<typeof known.get>>;
      await change.system
        .insertInto('recall_notice_line')
        .values({
          notice_id: made.id,
          product_id: line.product_id,
          lot_id: line.lot_id,
          lot: line.lot,
          units,
          waybills: line.waybills,
          parent_line_id: line_id,
        })
        .execute();
      await change.db
        .updateTable('recall_notice_line')
        .set({ passed: Number(line.passed) + units })
        .where('id', '=', line_id)
        .execute();
    }
    await tellReceivers(
      notices,
      change.system,
      [{ id: made.id, recall_no, dealer_id, factory_id: null, warehouse_id: null }],
      'recall_notice',
    );
    return { id: made.id };
  });

  routes.change(recallUnpass, async ({ id }, { account }, change) => {
    await change.changing('recall_notice', id);
    const notice = await change.db.selectFrom('recall_notice').selectAll().where('id', '=', id).executeTakeFirst();
    if (!notice?.parent_id) throw notFound('recall_notice');
    if (account.party && account.party.id !== notice.passed_by_dealer_id) throw noAccess();
    if (notice.status !== 'sent') throw conflict('recall_notice_acknowledged');
    await change.changing('recall_notice', notice.parent_id);
    const lines = await change.db
      .selectFrom('recall_notice_line')
      .select(['units', 'parent_line_id'])
      .where('notice_id', '=', id)
      .execute();
    for (const { units, parent_line_id } of lines)
      await change.db
        .updateTable('recall_notice_line')
        .set((eb) => ({ passed: eb('passed', '-', Number(units)) }))
        .where('id', '=', parent_line_id)
        .execute();
    await change.db.deleteFrom('recall_notice').where('id', '=', id).execute();
    return { id };
  });
}

/** Locks a notice for a step of its receiver. Throws 404, 401 for one that was passed on to somebody else, 409 by its status. */
async function lockFor(change: Change, id: number, step: StepOf<typeof recallNoticeLife>, { party }: Account) {
  await change.changing('recall_notice', id);
  const row = await change.db.selectFrom('recall_notice').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('recall_notice');
  if (party && row[`${party.kind}_id`] !== party.id) throw noAccess();
  if (!recallNoticeLife.mayTake(step, row.status)) throw conflict(`recall_notice_${row.status}`);
  return row;
}

async function sumsOf(change: Change, id: number): Promise<{ told: number; passed: number }> {
  const lines = await change.system
    .selectFrom('recall_notice_line')
    .select(['on_hand', 'quarantined', 'returned', 'destroyed', 'passed'])
    .where('notice_id', '=', id)
    .execute();
  return {
    told: lines.reduce((sum, line) => sum + toldOf(line), 0),
    passed: lines.reduce((sum, { passed }) => sum + Number(passed), 0),
  };
}

/** Sums up what a receiver and those below it accounted for, and carries it to those above. Returns the receiver's own sum. */
async function accountUpwards(change: Change, id: number): Promise<number> {
  const below = await change.system
    .selectFrom('recall_notice')
    .select('accounted')
    .where('parent_id', '=', id)
    .execute();
  const passed = below.reduce((sum, one) => sum + Number(one.accounted), 0);
  const accounted = (await sumsOf(change, id)).told + passed;
  const row = await change.system
    .updateTable('recall_notice')
    .set({ accounted })
    .where('id', '=', id)
    .returning('parent_id')
    .executeTakeFirstOrThrow();
  if (row.parent_id !== null) {
    await change.changing('recall_notice', row.parent_id);
    await accountUpwards(change, row.parent_id);
  }
  return accounted;
}
