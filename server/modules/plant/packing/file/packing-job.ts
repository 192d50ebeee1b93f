import { PackingColumns, packingUpload, shortPackages } from '@suyuan/contract/plant/task.ts';
import Type from 'typebox';
import type { Connection } from '#platform/database/database.ts';
import { defineJob, type JobUnderWay } from '#platform/jobs/define-job.ts';
import { listText } from '#platform/language.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { requireOrder } from '#trace/services.ts';
import { PackingWork } from './packing-work.ts';

/** Packs a packing file. One at a time on each server, since it reads and writes at the same time. */
export const packingJob = defineJob({
  name: 'packing-file',
  input: Type.Object({
    work_order_id: Type.Integer(),
    at: Type.Integer(),
    columns: PackingColumns,
    /** Jobs that an older version began do not have it: that version took all short packages as remainders. */
    short: Type.Optional(Type.Enum([...shortPackages])),
  }),
  atOnce: { onEach: 1 },
});

export function servePackingJob(services: Services, shared: SharedServices): void {
  services.jobs.serve(packingJob, {
    rights: () => [packingUpload],
    titles: ({ columns }, first, language) => {
      if (columns.titled) return first;
      const keys = new Map([
        [columns.parent, 'columnParent'],
        [columns.child, 'columnChild'],
      ]);
      const width = Math.max(first.length, columns.parent + 1, columns.child + 1);
      return Array.from(
        { length: width },
        (_, at) => listText(language, 'relevance', keys.get(at) ?? '') ?? `${at + 1}`,
      );
    },
    async run({ work_order_id, at, columns, short = 'remainder' }, job, person) {
      await requireOrder(person, work_order_id);
      // No notes: the lines are in the job's own record.
      const watch = await shared.guesses.watch({ account: person.account, note: () => {} }, { forCapture: true });
      const fileName = await nameOf(services.system.ownWork.sql, job);
      const facts = { workOrderId: work_order_id, at, fileName, short, person, watch };
      return new PackingWork(services, shared, job, facts).run(columns);
    },
  });
}

async function nameOf(sql: Connection, { id }: JobUnderWay): Promise<string> {
  const [job] = await sql<{ source_name: string | null }[]>`select source_name from job where id = ${id}`;
  return job?.source_name ?? '';
}
