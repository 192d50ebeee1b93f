import { snapshot, tasks } from '@suyuan/contract/handheld/task.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { tasksFor } from './acts/acts.ts';
import { installationKey } from './installation-key.ts';
import { snapshotOf } from './snapshot.ts';

/** Serves what people take along on handhelds: their tasks, and for each what is needed to do it without a network. */
export default function serveTasks(services: Services, shared: SharedServices): void {
  const { routes, system, answers, masterKey, timeZone } = services;
  const { sql } = system.codes;

  routes.serve(tasks, async (_, caller) => {
    const lists = await Promise.all(tasksFor(caller.account).map((one) => one.list(sql, caller)));
    return { tasks: lists.flat() };
  });

  routes.serve(
    snapshot,
    async ({ kind, id }, caller) => {
      const [own] = tasksFor(caller.account, kind);
      const [task] = own ? await own.list(sql, caller, id) : [];
      if (!own || !task) throw notFound(documentOf[kind]);
      const key = await installationKey(sql, masterKey);
      const head = { type: 'application/octet-stream' };
      await answers.send(caller, head, async function* () {
        const unsigned = await snapshotOf({ sql, timeZone }, shared, own, task);
        yield unsigned;
        yield key.sign(unsigned);
      });
    },
    { compress: false } as object,
  );
}

/** What the ids of tasks are of. */
const documentOf = {
  load: 'waybill',
  receive: 'waybill',
  move: 'warehouse',
  return: 'refund',
  count: 'stock_count',
  pack: 'work_order',
  commission: 'work_order',
  inspect: 'task_stop',
} as const;
