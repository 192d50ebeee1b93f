import { mostTasks, snapshot, type Task, tasks } from '@suyuan/contract/handheld/task.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { withLines } from '../waybill/waybill-lines.ts';
import { waybills } from '../waybill/waybills.serve.ts';
import { installationKey } from './installation-key.ts';
import { type AboutTask, snapshotOf } from './snapshot.ts';

/** Serves what people take along on handhelds: their tasks, and for each what is needed to do it without a network. */
export default function serveTasks(services: Services, shared: SharedServices): void {
  const { routes, system, answers, masterKey } = services;

  routes.serve(tasks, async (_, { db }) => {
    const rows = await openWaybills(db).orderBy('waybill.planned_day').orderBy('waybill.id').limit(mostTasks).execute();
    return { tasks: (await withLines(system.codes.sql, rows)).map(taskOf) };
  });

  routes.serve(
    snapshot,
    async ({ id }, caller) => {
      const { sql } = system.codes;
      const [row] = await withLines(sql, await openWaybills(caller.db).where('waybill.id', '=', id).execute());
      if (!row) throw notFound('waybill');
      const key = await installationKey(sql, masterKey);
      const head = { type: 'application/octet-stream' };
      await answers.send(caller, head, async function* () {
        const unsigned = await snapshotOf(sql, shared.rules, aboutOf(row));
        yield unsigned;
        yield key.sign(unsigned);
      });
    },
    { compress: false } as object,
  );
}

/** Waybills that have not left, of warehouses that the reader acts for. */
const openWaybills = (db: Kysely<Schema>) =>
  waybills(db).where('waybill.status', 'in', ['draft', 'loading']).where('from_w.id', 'is not', null);

type WaybillRow = Awaited<ReturnType<ReturnType<typeof openWaybills>['execute']>>[number];
type LinedRow = Awaited<ReturnType<typeof withLines<WaybillRow>>>[number];

const receiverOf = (row: WaybillRow): string | null =>
  row.dealer_name ?? row.to_warehouse_name ?? row.to_factory_name ?? row.receiver;

const taskOf = (row: LinedRow): Task => ({
  ...{ kind: 'load', id: row.id, no: row.waybill_no, status: row.status, planned_day: row.planned_day },
  ...{ receiver: receiverOf(row), warehouse: row.from_warehouse_name, planned: row.planned, loaded: row.loaded },
  updated_at: row.updated_at.toISOString(),
});

const aboutOf = (row: LinedRow): AboutTask => ({
  ...{ version: 1, kind: 'load', id: row.id, no: row.waybill_no, taken_at: new Date().toISOString() },
  ...{ receiver: receiverOf(row), warehouse: row.from_warehouse_name },
  lines: row.lines.map(({ id, product_id, product_code, product_name, lot, quantity, loaded }) => ({
    ...{ line_id: id, product_id, product_code, product_name, lot, quantity, loaded },
  })),
});
