import { ownTasks, stopMark, taskDetail, taskInspectors } from '@suyuan/contract/inspect/task/inspect-task.ts';
import { ksql } from '#platform/database/schema.ts';
import { containing } from '#platform/lists/list.ts';
import { badInput, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { inspectorIds } from './inspectors.ts';
import { lockTask, presentedTask, requireOwn, routesOf, tasks } from './task-rows.ts';

/** Serves tasks as the inspector on the way has them: stop by stop. */
export default function serveTaskStops({ routes, notices, system }: Services): void {
  routes.serve(taskDetail, async ({ id }, { db }) => {
    const row = await tasks(db).where('inspect_task.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('inspect_task');
    return { ...presentedTask(row), route: (await routesOf(db, [id])).get(id) ?? [] };
  });

  routes.serve(ownTasks, async (_, { account, db }) => {
    const rows = await tasks(db)
      .where('inspect_task.assignee_id', '=', account.id)
      .where('inspect_task.status', '=', 'open')
      .orderBy('inspect_task.due_at')
      .orderBy('inspect_task.id')
      .limit(50)
      .execute();
    const routesById = await routesOf(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, task_no, case_title, due_at, overdue, note }) => ({
      ...{ id, task_no, case_title, overdue, note },
      due_at: due_at.toISOString(),
      route: routesById.get(id) ?? [],
    }));
  });

  routes.change(stopMark, async ({ id, status, reason }, { account }, change) => {
    const stop = await change.db.selectFrom('task_stop').select('task_id').where('id', '=', id).executeTakeFirst();
    if (!stop) throw notFound('inspect_task');
    const task = await lockTask(change, stop.task_id, 'mark');
    requireOwn(task, account);
    const why = reason?.trim() || null;
    if ((status === 'not_found' || status === 'closed') && !why) throw badInput({ path: 'reason', reason: 'required' });
    await change.db
      .updateTable('task_stop')
      .set({ status, reason: status === 'open' ? null : why, done_at: status === 'open' ? null : new Date() })
      .where('id', '=', id)
      .execute();
    return { id };
  });

  routes.serve(taskInspectors, async ({ keyword, id }) => {
    const words = containing(keyword ?? '');
    const { rows } = await ksql<{ id: number; name: string; account_name: string; tasks: number }>`
      select a.id, a.name, a.account_name,
        (select count(*)::int from inspect_task t where t.assignee_id = a.id and t.status = 'open') as tasks
      from account a
      where a.id in (${inspectorIds(notices)}) and (a.name ilike ${words} or a.account_name ilike ${words})
      order by a.id = ${id ?? 0} desc, a.account_name limit 50`.execute(system.enterprise.db);
    return rows;
  });
}
