import type { Change } from '#platform/audit/audit-log.ts';
import type { Connection } from '#platform/database/database.ts';
import { badInput } from '#platform/refusal.ts';

/** A stop of a task, with the case that the task is for. */
export interface StopOfCase {
  readonly id: number;
  readonly task_id: number;
  readonly case_id: number;
}

/**
 * The stop that an inspection is done for; throws 400 if there is none. Its task may be over meanwhile: a phone may send late what was
 * inspected in time.
 */
export async function stopOf(sql: Connection, id: number): Promise<StopOfCase> {
  const [stop] = await sql<StopOfCase[]>`
    select s.id, s.task_id, t.case_id from task_stop s join inspect_task t on t.id = s.task_id where s.id = ${id}`;
  if (!stop) throw badInput({ path: 'stop_id', reason: 'no_such', params: { value: id } });
  return stop;
}

/** Marks a stop as inspected, unless its task is over or somebody has marked it already. */
export async function inspectedAtStop(change: Change, { id, task_id }: StopOfCase): Promise<void> {
  await change.changing('inspect_task', task_id);
  const task = await change.db
    .selectFrom('inspect_task')
    .select('status')
    .where('id', '=', task_id)
    .executeTakeFirstOrThrow();
  if (task.status !== 'open') return;
  await change.db
    .updateTable('task_stop')
    .set({ status: 'inspected', reason: null, done_at: new Date() })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}
