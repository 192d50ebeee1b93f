import { sql } from 'kysely';
import { defineWaiting } from '#platform/notices/waiting.ts';

/** Open tasks of an inspector, which stand above the desk for inspections. */
export const ownTasks = defineWaiting({
  name: 'inspect_tasks',
  permission: 'inspectrecord:add',
  screen: 'inspectrecord',
  query: {},
  due: sql<Date | null>`inspect_task.due_at`,
  items: {
    table: 'inspect_task',
    rows: (db) => db.selectFrom('inspect_task').where('status', '=', 'open'),
    what: sql<string>`inspect_task.task_no`,
    since: sql<Date>`inspect_task.created_at`,
    ownerColumn: 'assignee_id',
  },
});
