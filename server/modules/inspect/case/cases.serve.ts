import {
  caseAdd,
  caseClose,
  caseNote,
  caseOwners,
  caseReopen,
  casesOpen,
  caseUpdate,
  caseWarningsAdd,
  caseWarningsRemove,
  inspectCase,
} from '@suyuan/contract/inspect/case/case.ts';
import { provinceOfArea } from '#platform/areas/areas.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { ksql } from '#platform/database/schema.ts';
import { serveDeclaredList } from '#platform/lists/declared-list.ts';
import { containing } from '#platform/lists/list.ts';
import { requireFresh } from '#platform/records/stale.ts';
import { conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { peopleOfEnterprise, personChosen } from '../people.ts';
import { makeCase, tellOwner } from './case-making.ts';
import { cases, isOverdue, lockCase, noteStep, presentedCase } from './case-rows.ts';
import { keepCommon, putIntoCase, reopenWarnings, settleWarnings, takeOutOfCase } from './warnings-of-case.ts';

/** 案件: warnings with one cause, looked into and closed together. */
export default function serveCases(services: Services): void {
  const { routes, notices } = services;

  serveDeclaredList(services, inspectCase, {
    rows: cases,
    defaultSort: '-created_at',
    narrow: {
      title: (rows, title) => rows.where('inspect_case.title', 'ilike', containing(title)),
      province: (rows, area) => rows.where('inspect_case.province', '=', provinceOfArea(area)),
      overdue: (rows, overdue) => rows.where(isOverdue, '=', overdue),
    },
    present: presentedCase,
  });

  routes.change(caseAdd, async ({ warning_ids, note, ...facts }, { account }, change) => {
    const made = await makeCase(change, facts, account);
    await putIntoCase(change, made.id, warning_ids);
    await keepCommon(change, made.id);
    if (note?.trim()) await noteStep(change, made.id, { step: 'note', text: note.trim(), by_id: account.id });
    await tellOwner(notices, change.system, { ...made, owner_id: facts.owner_id }, account);
    return made;
  });

  routes.change(caseUpdate, async ({ id, title, owner_id, due_at, updated_at }, { account }, change) => {
    const row = await lockCase(change, id, 'update');
    await requireFresh(change, 'inspect_case', row, updated_at);
    const owner = await personChosen(change.db, 'owner_id', owner_id);
    const changes = { title: title.trim(), owner_id, due_at: new Date(due_at), updated_at: new Date() };
    await change.db.updateTable('inspect_case').set(changes).where('id', '=', id).execute();
    const isGiven = owner_id !== row.owner_id;
    await noteStep(change, id, { step: 'updated', text: isGiven ? owner.name : null, by_id: account.id });
    if (isGiven) await tellOwner(notices, change.system, { id, case_no: row.case_no, owner_id }, account);
    return { id };
  });

  routes.change(caseNote, async ({ id, text }, { account }, change) => {
    await lockCase(change, id, 'note');
    await noteStep(change, id, { step: 'note', text: text.trim(), by_id: account.id });
    return { id };
  });

  routes.change(caseWarningsAdd, async ({ id, warning_ids }, { account }, change) => {
    await lockCase(change, id, 'addwarnings');
    await putIntoCase(change, id, warning_ids);
    await keepCommon(change, id);
    await noteStep(change, id, { step: 'warnings_added', text: `${warning_ids.length}`, by_id: account.id });
    return { id };
  });

  routes.change(caseWarningsRemove, async ({ id, warning_ids }, { account }, change) => {
    await lockCase(change, id, 'removewarnings');
    await takeOutOfCase(change, id, warning_ids);
    await keepCommon(change, id);
    await noteStep(change, id, { step: 'warnings_removed', text: `${warning_ids.length}`, by_id: account.id });
    return { id };
  });

  routes.change(caseClose, async ({ id, outcome, reason }, { account }, change) => {
    const row = await lockCase(change, id, 'close');
    await requireNoTask(change, id, row.case_no);
    const [text, at] = [reason.trim(), new Date()];
    const settled = await settleWarnings(change, id, { outcome, reason: text, by: account.id, at });
    await change.db
      .updateTable('inspect_case')
      .set({ status: 'closed', outcome, reason: text, closed_by: account.id, closed_at: at, updated_at: at })
      .where('id', '=', id)
      .execute();
    await noteStep(change, id, { step: 'closed', text, by_id: account.id });
    return { id, settled };
  });

  routes.change(caseReopen, async ({ id, reason }, { account }, change) => {
    const { closed_at } = await lockCase(change, id, 'reopen');
    const text = reason.trim();
    const reopened = await reopenWarnings(change, id, { closedAt: closed_at as Date, reason: text, by: account.id });
    await change.db
      .updateTable('inspect_case')
      .set({ status: 'open', outcome: null, reason: null, closed_by: null, closed_at: null, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    await noteStep(change, id, { step: 'reopened', text, by_id: account.id });
    return { id, reopened };
  });

  routes.serve(caseOwners, ({ keyword, id }, { db }) => peopleOfEnterprise(db, { keyword, id }));

  routes.serve(casesOpen, ({ keyword, id }, { db }) =>
    db
      .selectFrom('inspect_case')
      .select(['id', 'case_no', 'title'])
      .where((eb) => eb.or([eb('status', '=', 'open'), eb('id', '=', id ?? 0)]))
      .$if(keyword !== undefined, (rows) =>
        rows.where((eb) =>
          eb.or([
            eb('case_no', 'ilike', containing(keyword as string)),
            eb('title', 'ilike', containing(keyword as string)),
          ]),
        ),
      )
      .orderBy(ksql`id = ${id ?? 0}`, 'desc')
      .orderBy('id', 'desc')
      .limit(50)
      .execute(),
  );
}

/** Throws 409 while an inspector is still under way for the case. */
async function requireNoTask(change: Change, id: number, caseNo: string): Promise<void> {
  const task = await change.db
    .selectFrom('inspect_task')
    .select('task_no')
    .where('case_id', '=', id)
    .where('status', '=', 'open')
    .orderBy('id')
    .executeTakeFirst();
  if (task) throw conflict('case_has_tasks', { case: caseNo, task: task.task_no });
}
