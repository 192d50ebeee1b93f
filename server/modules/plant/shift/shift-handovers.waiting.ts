import { defineWaiting } from '#platform/notices/waiting.ts';

export const shiftsToReceive = defineWaiting({
  name: 'shifts_to_receive',
  permission: 'shift:sign',
  screen: 'shift',
  query: { status: 'handed' },
  rows: (db) => db.selectFrom('shift_handover').where('status', '=', 'handed'),
});
