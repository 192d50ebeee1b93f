import { mostTasks } from '@suyuan/contract/handheld/task.ts';
import { inspectAdd } from '@suyuan/contract/inspect/task/inspect-record.ts';
import type { Kysely } from 'kysely';
import { areaName } from '#platform/areas/areas.ts';
import { isOfEnterprise } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { ChangeAct } from './act.ts';

/** 稽查: a code that was found is compared with where it should be, anywhere or at a stop of an inspector's task. */
export const inspect: ChangeAct = {
  scans: ['inspect'],
  isFree: true,
  tasks: {
    kind: 'inspect',
    list: async (_, { account, db }, id) => {
      if (!isOfEnterprise(account)) return [];
      const rows = await stops(db)
        .leftJoin('dealer as d', 'd.id', 's.dealer_id')
        .select(['s.id', 's.name', 's.area_code', 't.task_no', 't.due_at', 'd.dealer_name'])
        .select((eb) => [
          eb
            .selectFrom('inspect_record as r')
            .select((one) => one.fn.countAll<number>().as('n'))
            .whereRef('r.stop_id', '=', 's.id')
            .as('done'),
        ])
        .where('t.assignee_id', '=', account.id)
        .where('t.status', '=', 'open')
        .$if(id !== undefined, (some) => some.where('s.id', '=', id as number))
        .orderBy('t.due_at')
        .orderBy('s.task_id')
        .orderBy('s.position')
        .limit(mostTasks)
        .execute();
      return rows.map((row) => ({
        ...{ kind: 'inspect', id: row.id, no: row.task_no, about: row.name, planned: null },
        place: row.dealer_name ?? (row.area_code && areaName(row.area_code)),
        planned_day: row.due_at.toISOString().slice(0, 10),
        done: Number(row.done ?? 0),
      }));
    },
    // Of what may be found in a shop, nothing is known beforehand.
    contents: async () => ({ lines: [], scope: { places: [], products: [], marked: async () => new Map() } }),
  },
  documents: async ({ account, db }, ids) => {
    if (!isOfEnterprise(account)) return new Map();
    const rows = await stops(db).select(['s.id', 't.task_no']).where('s.id', 'in', ids).execute();
    return new Map(rows.map(({ id, task_no }) => [id, task_no]));
  },
  prepare: async (shared, caller, scan, time) => {
    const { code, position, reason, document_id: stop_id } = scan;
    const input = {
      ...{ code, upload_key: scan.id, inspected_at: new Date(time.at).toISOString() },
      ...(position && { position }),
      ...(reason?.trim() && { note: reason.trim() }),
      ...(stop_id !== undefined && { stop_id, ...(await placeOfStop(caller.db, stop_id)) }),
    };
    const inspection = await shared.inspecting.get()(input, caller);
    if ('refused' in inspection) return { refused: [inspection.refused] };
    return {
      ...{ call: inspectAdd, input },
      make: async (change) => {
        const { code: printed, ...found } = await inspection.keep(change);
        const { expected } = found;
        return {
          ...{ printed, units: 0, product_id: expected?.product_id ?? null, lot: expected?.lot ?? null },
          inspection: found,
        };
      },
    };
  },
};

/** Stops with their tasks. A task may be over: what was inspected in time may come in late. */
const stops = (db: Kysely<Schema>) =>
  db.selectFrom('task_stop as s').innerJoin('inspect_task as t', 't.id', 's.task_id');

/** Where a stop is, as it was planned. */
async function placeOfStop(db: Kysely<Schema>, id: number) {
  const row = await stops(db).select(['s.area_code', 's.dealer_id']).where('s.id', '=', id).executeTakeFirstOrThrow();
  return {
    ...(row.area_code !== null && { area_code: row.area_code }),
    ...(row.dealer_id !== null && { dealer_id: row.dealer_id }),
  };
}
