import { sql } from 'kysely';
import { defineWaiting } from '#platform/notices/waiting.ts';

/** Open tasks of an inspector, which stand above the desk for inspections. */
export const ownTasks = defineWaiting({
  name: 'inspect_tasks',
  permission: 'inspectrecord:add',
  screen: 'inspectrecord',
  query: {},
  rows: (db, { id }) => db.selectFrom('inspect_task').where('status', '=', 'open').where('assignee_id', '=', id),
  due: sql<Date | null>`inspect_task.due_at`,
});
