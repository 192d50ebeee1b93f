import { stopGiveReason, stopMerge, stopSplit } from '@suyuan/contract/plant/line/line-stop.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { requireFresh } from '#platform/records/stale.ts';
import { isThere } from '#platform/references/references.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';

/** Serves what people say of stops: their reasons, and which of them are two or one. */
export function serveStopChanges({ routes }: Services): void {
  routes.change(stopGiveReason, async ({ ids, reason_id, note, updated_at }, { account }, change) => {
    await requireReason(change, reason_id);
    const rows = await stopsToChange(change, ids);
    const [only] = rows;
    if (only && rows.length === 1) await requireFresh(change, 'line_stop', only, updated_at);
    await change.db
      .updateTable('line_stop')
      .set({
        reason_id,
        reason_from: reason_id === null ? null : 'person',
        ...(note === undefined ? {} : { note: note?.trim() || null }),
        given_by: account.id,
        given_at: new Date(),
        updated_at: new Date(),
      })
      .where('id', 'in', ids)
      .execute();
    return { stops: rows.length };
  });

  routes.change(stopSplit, async ({ id, at }, _, change) => {
    const [stop] = await stopsToChange(change, [id]);
    if (!stop) throw notFound('line_stop');
    const moment = new Date(Math.floor(Date.parse(at) / 1000) * 1000);
    if (moment <= stop.begins_at || moment >= stop.ends_at) throw badInput({ path: 'at', reason: 'outside_stop' });
    await change.db
      .updateTable('line_stop')
      .set({ ends_at: moment, goes_on: false, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    const { id: _id, created_at: _created, ...like } = stop;
    const second = await change.db
      .insertInto('line_stop')
      .values({ ...like, begins_at: moment, updated_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    change.made('line_stop', second.id);
    return { id, second: second.id };
  });

  routes.change(stopMerge, async ({ id }, _, change) => {
    const [stop] = await stopsToChange(change, [id]);
    if (!stop) throw notFound('line_stop');
    const before = await stopBefore(change, stop);
    await change.changing('line_stop', before.id);
    const [longer, shorter] = lengthOf(before) >= lengthOf(stop) ? [before, stop] : [stop, before];
    const { reason_id, reason_from, note, given_by, given_at } = longer.reason_id === null ? shorter : longer;
    await change.db.deleteFrom('line_stop').where('id', '=', id).execute();
    await change.db
      .updateTable('line_stop')
      .set({
        ...{ reason_id, reason_from, note, given_by, given_at },
        ...{ ends_at: stop.ends_at, goes_on: stop.goes_on, updated_at: new Date() },
      })
      .where('id', '=', before.id)
      .execute();
    return { id: before.id };
  });
}

type StopRow = Awaited<ReturnType<typeof stopsToChange>>[number];

const lengthOf = ({ begins_at, ends_at }: StopRow): number => ends_at.getTime() - begins_at.getTime();

/** Locks stops. Throws 404 if one is not there, 409 if one counts no more. */
async function stopsToChange(change: Change, ids: readonly number[]) {
  await change.changing('line_stop', ...ids);
  const rows = await change.db
    .selectFrom('line_stop')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  if (rows.length < ids.length) throw notFound('line_stop');
  if (rows.some(({ void_at }) => void_at !== null)) throw conflict('stop_void');
  return rows;
}

/** The stop that ends where another one begins; a stop of another order or shift is none of them. */
async function stopBefore({ db }: Change, stop: StopRow): Promise<StopRow> {
  const before = await db
    .selectFrom('line_stop')
    .selectAll()
    .where('line_id', '=', stop.line_id)
    .where('ends_at', '=', stop.begins_at)
    .where('void_at', 'is', null)
    .executeTakeFirst();
  if (!before) throw conflict('stop_ran_before');
  if (before.work_order_id !== stop.work_order_id || before.team_id !== stop.team_id)
    throw conflict('stop_of_other_shift');
  return before;
}

async function requireReason(change: Change, reasonId: number | null): Promise<void> {
  if (reasonId === null) return;
  const problem = { path: 'reason_id', reason: 'no_such', params: { value: reasonId } };
  if (!(await isThere(change, 'stop_reason', reasonId))) throw badInput(problem);
}
