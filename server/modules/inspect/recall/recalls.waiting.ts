import { dueWithin } from '@suyuan/contract/trace/due.ts';
import { defineWaiting, hoursAfter } from '#platform/notices/waiting.ts';

/** Recalls under way are those of whoever began them, until they are closed. */
export const recallsUnderWay = defineWaiting({
  name: 'recalls',
  permission: 'recall:close',
  screen: 'recall',
  query: { status: 'begun' },
  rows: (db, { id }) => db.selectFrom('recall').where('status', '=', 'begun').where('begun_by', '=', id),
  due: hoursAfter('recall.begun_at', dueWithin.recall),
});

/** Closed, and its goods are still on hold: somebody else than who began it releases them. */
export const recallsToRelease = defineWaiting({
  name: 'recalls_to_release',
  permission: 'recall:release',
  screen: 'recall',
  query: { status: 'closed', in_force: 'true' },
  rows: (db) => db.selectFrom('recall').where('in_force', '=', true).where('status', '=', 'closed'),
});
