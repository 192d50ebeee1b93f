import { defineWaiting } from '#platform/notices/waiting.ts';

export const clearancesToSign = defineWaiting({
  name: 'clearances_to_sign',
  permission: 'clearance:sign',
  screen: 'clearance',
  query: { status: 'prepared' },
  rows: (db) => db.selectFrom('line_clearance').where('status', '=', 'prepared'),
});
