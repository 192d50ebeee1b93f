import type { InputOf } from '@suyuan/contract/call/call.ts';
import {
  inspectTask,
  taskAdd,
  taskFinish,
  taskReopen,
  taskUpdate,
  taskWithdraw,
} from '@suyuan/contract/inspect/task/inspect-task.ts';
import type { Kysely } from 'kysely';
import { areaOf } from '#platform/areas/areas.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { serveDeclaredList } from '#platform/lists/declared-list.ts';
import { withNextNumber } from '#platform/records/number-series.ts';
import { requireFresh } from '#platform/records/stale.ts';
import { badInput, conflict, notFound, type Problem } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { makeCase } from '../case/case-making.ts';
import { lockCase, noteStep } from '../case/case-rows.ts';
import { keepCommon, putIntoCase } from '../case/warnings-of-case.ts';
import { requireInspector } from './inspectors.ts';
import { pointOf, shortRoute } from './route.ts';
import { isOverdue, lockTask, presentedTask, requireGiver, requireOwn, taskNumbers, tasks } from './task-rows.ts';

type Stop = InputOf<typeof taskAdd>['stops'][number];

/** 稽查任务: shops that an inspector goes to for a case. */
export default function serveTasks(services: Services): void {
  const { routes, notices } = services;

  serveDeclaredList(services, inspectTask, {
    rows: tasks,
    defaultSort: '-created_at',
    narrow: { overdue: (rows, overdue) => rows.where(isOverdue, '=', overdue) },
    present: presentedTask,
  });

  const tellInspector = (change: Change, task: Given, { id: by, name }: Account) =>
    task.assignee_id === by
      ? undefined
      : notices.tell(change.system, [task.assignee_id], {
          kind: 'assigned',
          params: { by: name, what: task.task_no },
          leads: [{ screen: 'inspectrecord', query: `${new URLSearchParams({ task: `${task.id}` })}` }],
          about: `inspect_task:${task.id}`,
        });

  routes.change(taskAdd, async (input, { account }, change) => {
    const { assignee_id, due_at, note, stops, ordered = false } = input;
    await requireStops(change.db, stops);
    await requireInspector(change, notices, assignee_id);
    const inspected = await caseFor(change, input, account);
    const row = { case_id: inspected.id, assignee_id, due_at: new Date(due_at), note: note?.trim() || null };
    const { id, task_no } = await withNextNumber(change, taskNumbers, (task_no) =>
      change.db
        .insertInto('inspect_task')
        .values({ ...row, task_no, created_by: account.id })
        .returning(['id', 'task_no'])
        .executeTakeFirstOrThrow(),
    );
    change.made('inspect_task', id);
    await change.db
      .insertInto('task_stop')
      .values(
        (ordered ? stops : inRoute(stops)).map(({ position, ...stop }, index) => ({
          task_id: id,
          position: index + 1,
          name: stop.name.trim(),
          area_code: stop.area_code ?? null,
          dealer_id: stop.dealer_id ?? null,
          latitude: position?.latitude ?? null,
          longitude: position?.longitude ?? null,
        })),
      )
      .execute();
    await noteStep(change, inspected.id, { step: 'task_given', text: task_no, by_id: account.id });
    await tellInspector(change, { id, task_no, assignee_id }, account);
    return { id, task_no, case_id: inspected.id, case_no: inspected.case_no };
  });

  routes.change(taskUpdate, async ({ id, assignee_id, due_at, note, updated_at }, { account }, change) => {
    const row = await lockTask(change, id, 'update');
    await requireFresh(change, 'inspect_task', row, updated_at);
    await requireInspector(change, notices, assignee_id);
    const changes = { assignee_id, due_at: new Date(due_at), note: note?.trim() || null, updated_at: new Date() };
    await change.db.updateTable('inspect_task').set(changes).where('id', '=', id).execute();
    if (assignee_id !== row.assignee_id) await tellInspector(change, { ...row, assignee_id }, account);
    return { id };
  });

  routes.change(taskFinish, async ({ id, result }, { account }, change) => {
    const task = await lockTask(change, id, 'finish');
    requireOwn(task, account);
    const open = await change.db
      .selectFrom('task_stop')
      .select('name')
      .where('task_id', '=', id)
      .where('status', '=', 'open')
      .orderBy('position')
      .execute();
    if (open.length > 0) throw conflict('task_stops_open', { count: open.length, stop: open[0]?.name ?? '' });
    const text = result.trim();
    await end(change, id, { status: 'finished', result: text, by: account.id });
    const inspected = await lockedCase(change, task.case_id);
    await noteStep(change, task.case_id, {
      step: 'task_finished',
      text: `${task.task_no}: ${text}`,
      by_id: account.id,
    });
    if (inspected.owner_id !== account.id)
      await notices.tell(change.system, [inspected.owner_id], {
        kind: 'task_finished',
        params: { what: task.task_no, case: inspected.case_no, by: account.name },
        leads: [{ screen: 'case', query: `${new URLSearchParams({ detail: `${task.case_id}` })}` }],
        about: `inspect_case:${task.case_id}`,
      });
    return { id };
  });

  routes.change(taskWithdraw, async ({ id, reason }, { account }, change) => {
    const task = await lockTask(change, id, 'withdraw');
    const text = reason.trim();
    await end(change, id, { status: 'withdrawn', result: text, by: account.id });
    await lockedCase(change, task.case_id);
    await noteStep(change, task.case_id, {
      step: 'task_withdrawn',
      text: `${task.task_no}: ${text}`,
      by_id: account.id,
    });
    return { id };
  });

  routes.change(taskReopen, async ({ id }, { account }, change) => {
    const task = await lockTask(change, id, 'reopen');
    requireOwn(task, account);
    // Whoever withdrew it gives tasks; its inspector takes back only what they finished themselves.
    if (task.status === 'withdrawn') requireGiver(account);
    await lockCase(change, task.case_id, 'update');
    await change.db
      .updateTable('inspect_task')
      .set({ status: 'open', result: null, finished_by: null, finished_at: null, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    await noteStep(change, task.case_id, { step: 'task_given', text: task.task_no, by_id: account.id });
    return { id };
  });
}

interface Given {
  readonly id: number;
  readonly task_no: string;
  readonly assignee_id: number;
}

interface Ending {
  readonly status: 'finished' | 'withdrawn';
  readonly result: string;
  readonly by: number;
}

async function end(change: Change, id: number, { status, result, by }: Ending): Promise<void> {
  const finished_at = new Date();
  await change.db
    .updateTable('inspect_task')
    .set({ status, result, finished_by: by, finished_at, updated_at: finished_at })
    .where('id', '=', id)
    .execute();
}

async function lockedCase(change: Change, id: number) {
  await change.changing('inspect_case', id);
  return change.db
    .selectFrom('inspect_case')
    .select(['case_no', 'owner_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The open case of a new task: the given one, or that of the given warning, which gets one of its own if it has none. */
async function caseFor(
  change: Change,
  { case_id, warning_id, due_at }: InputOf<typeof taskAdd>,
  account: Account,
): Promise<{ readonly id: number; readonly case_no: string }> {
  if (case_id !== undefined) return lockCase(change, case_id, 'update');
  if (warning_id === undefined) throw badInput({ path: 'case_id', reason: 'required' });
  await change.changing('consumer_warning', warning_id);
  const warning = await change.db
    .selectFrom('consumer_warning')
    .select(['case_id', 'code', 'subject'])
    .where('id', '=', warning_id)
    .executeTakeFirst();
  if (!warning) throw notFound('consumer_warning');
  if (warning.case_id !== null) return lockCase(change, warning.case_id, 'update');
  const made = await makeCase(
    change,
    { title: warning.code ?? warning.subject, owner_id: account.id, due_at },
    account,
  );
  await putIntoCase(change, made.id, [warning_id]);
  await keepCommon(change, made.id);
  return made;
}

/** Puts stops in the order of a short route; those of which nobody knows where they are come last, as they were given. */
function inRoute(stops: readonly Stop[]): Stop[] {
  const placed = stops.flatMap((stop) => {
    const point = pointOf({ ...stop.position, area_code: stop.area_code });
    return point ? [{ stop, point }] : [];
  });
  const route = shortRoute(placed.map(({ point }) => point)).flatMap((index) => placed[index]?.stop ?? []);
  return [...route, ...stops.filter((stop) => !route.includes(stop))];
}

async function requireStops(db: Kysely<Schema>, stops: readonly Stop[]): Promise<void> {
  const dealers = await db
    .selectFrom('dealer')
    .select('id')
    .where('id', 'in', [0, ...stops.flatMap(({ dealer_id }) => dealer_id ?? [])])
    .execute();
  const known = new Set(dealers.map(({ id }) => id));
  const problems = stops.flatMap(({ area_code, dealer_id }, index): Problem[] => [
    ...(area_code && !areaOf(area_code) ? [{ path: `stops.${index}.area_code`, reason: 'no_such_area' }] : []),
    ...(dealer_id && !known.has(dealer_id)
      ? [{ path: `stops.${index}.dealer_id`, reason: 'no_such', params: { value: dealer_id } }]
      : []),
  ]);
  if (problems.length > 0) throw badInput(...problems);
}
