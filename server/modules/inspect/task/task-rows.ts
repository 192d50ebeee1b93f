import { taskLife } from '@suyuan/contract/inspect/task/inspect-task.life.ts';
import { inspectTask, type TaskStop } from '@suyuan/contract/inspect/task/inspect-task.ts';
import type { StepOf } from '@suyuan/contract/life.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import type { Kysely, Selectable } from 'kysely';
import { areaName } from '#platform/areas/areas.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { type Account, holds } from '#platform/caller.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { defineNumberSeries } from '#platform/records/number-series.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { kilometres, pointOf } from './route.ts';

export const taskNumbers = defineNumberSeries({
  prefix: 'RW',
  sequence: 'inspect_task_no',
  table: 'inspect_task',
  column: 'task_no',
  unique: 'inspect_task_task_no_key',
});

export const isOverdue = ksql<boolean>`(inspect_task.status = 'open' and inspect_task.due_at < now())`;

/** The query for tasks, with joined columns. */
export const tasks = (db: Kysely<Schema>) =>
  db
    .selectFrom('inspect_task')
    .innerJoin('inspect_case as k', 'k.id', 'inspect_task.case_id')
    .innerJoin('account as a', 'a.id', 'inspect_task.assignee_id')
    .innerJoin('account as c', 'c.id', 'inspect_task.created_by')
    .selectAll('inspect_task')
    .select(['k.case_no', 'k.title as case_title', 'a.name as assignee', 'c.name as creator', isOverdue.as('overdue')])
    .select((eb) => [
      eb
        .selectFrom('task_stop as s')
        .select(ksql<number>`count(*)`.as('n'))
        .whereRef('s.task_id', '=', 'inspect_task.id')
        .as('stops'),
      eb
        .selectFrom('task_stop as s')
        .select(ksql<number>`count(*)`.as('n'))
        .whereRef('s.task_id', '=', 'inspect_task.id')
        .where('s.status', '<>', 'open')
        .as('done'),
      eb
        .selectFrom('task_stop as s')
        .innerJoin('inspect_record as r', 'r.stop_id', 's.id')
        .select(ksql<number>`count(*)`.as('n'))
        .whereRef('s.task_id', '=', 'inspect_task.id')
        .as('inspections'),
    ]);

export type TaskRow = Awaited<ReturnType<ReturnType<typeof tasks>['execute']>>[number];

export const presentedTask = (row: TaskRow) =>
  declaredRow(inspectTask, {
    ...row,
    stops: Number(row.stops ?? 0),
    done: Number(row.done ?? 0),
    inspections: Number(row.inspections ?? 0),
    created_by: row.creator,
    created_by_id: row.created_by,
  });

/** Locks a task for a step; throws 404 if there is none, 409 if its status does not allow the step. */
export async function lockTask(
  change: Change,
  id: number,
  step: StepOf<typeof taskLife>,
): Promise<Selectable<Schema['inspect_task']>> {
  await change.changing('inspect_task', id);
  const row = await change.db.selectFrom('inspect_task').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('inspect_task');
  if (!taskLife.mayTake(step, row.status)) throw conflict(`task_${row.status}`, { task: row.task_no });
  return row;
}

const giving: Permission = 'case:task';
const gives = (account: Account): boolean => holds(account, [giving]);

/** Throws 404 for a task of another inspector, unless the account gives tasks: only these two act on it. */
export function requireOwn(task: { readonly assignee_id: number }, account: Account): void {
  if (task.assignee_id !== account.id && !gives(account)) throw notFound('inspect_task');
}

/** Throws 404 unless the account gives tasks. */
export function requireGiver(account: Account): void {
  if (!gives(account)) throw notFound('inspect_task');
}

/** The stops of tasks in the order of their routes, each with the distance from the one before it and what was inspected there. */
export async function routesOf(db: Kysely<Schema>, ids: readonly number[]): Promise<Map<number, TaskStop[]>> {
  if (ids.length === 0) return new Map();
  const stops = await db
    .selectFrom('task_stop as s')
    .leftJoin('dealer as d', 'd.id', 's.dealer_id')
    .selectAll('s')
    .select('d.dealer_name')
    .where('s.task_id', 'in', ids)
    .orderBy('s.task_id')
    .orderBy('s.position')
    .execute();
  const inspections = await db
    .selectFrom('inspect_record')
    .select(['id', 'code', 'verdict', 'inspected_at', 'stop_id'])
    .where('stop_id', 'in', [0, ...stops.map(({ id }) => id)])
    .orderBy('inspected_at')
    .execute();
  const byStop = Map.groupBy(inspections, ({ stop_id }) => stop_id);
  const routes = Map.groupBy(stops, ({ task_id }) => task_id);
  return new Map(
    [...routes].map(([task, route]) => [
      task,
      route.map((stop, index): TaskStop => {
        const [here, before] = [pointOf(stop), pointOf(route[index - 1] ?? {})];
        return {
          id: stop.id,
          name: stop.name,
          area_code: stop.area_code,
          area_name: stop.area_code && areaName(stop.area_code),
          latitude: stop.latitude === null ? null : Number(stop.latitude),
          longitude: stop.longitude === null ? null : Number(stop.longitude),
          dealer_id: stop.dealer_id,
          dealer_name: stop.dealer_name,
          status: stop.status,
          reason: stop.reason,
          done_at: stop.done_at?.toISOString() ?? null,
          km: here && before ? Math.round(kilometres(before, here)) : null,
          inspections: (byStop.get(stop.id) ?? []).map(({ inspected_at, stop_id: _, ...one }) => ({
            ...one,
            inspected_at: inspected_at.toISOString(),
          })),
        };
      }),
    ]),
  );
}
