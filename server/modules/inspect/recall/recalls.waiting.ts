import { defineWaiting } from '../../../platform/notices/waiting.ts';

export const recallsToClose = defineWaiting({
  name: 'recalls_to_close',
  permission: 'recall:close',
  screen: 'recall',
  query: { status: 'begun' },
  rows: (db) => db.selectFrom('recall').where('status', '=', 'begun'),
});

/** Closed, and its goods are still on hold: somebody else than who began it releases them. */
export const recallsToRelease = defineWaiting({
  name: 'recalls_to_release',
  permission: 'recall:release',
  screen: 'recall',
  query: { status: 'closed', in_force: 'true' },
  rows: (db) => db.selectFrom('recall').where('in_force', '=', true).where('status', '=', 'closed'),
});
