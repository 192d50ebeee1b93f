import { defineWaiting } from '#platform/notices/waiting.ts';

export const holdsOverdue = defineWaiting({
  name: 'holds_overdue',
  permission: 'hold:release',
  screen: 'hold',
  query: { overdue: 'true' },
  rows: (db) => db.selectFrom('quality_hold').where('status', '=', 'held').where('due_at', '<', new Date()),
});
