import { sql } from 'kysely';
import { defineWaiting } from '#platform/notices/waiting.ts';

/** Goods on hold whose owner should have decided by now. */
export const holdsOverdue = defineWaiting({
  name: 'holds_overdue',
  permission: 'hold:release',
  screen: 'hold',
  query: { overdue: 'true' },
  due: sql<Date | null>`quality_hold.due_at`,
  items: {
    table: 'quality_hold',
    byTime: true,
    rows: (db) => db.selectFrom('quality_hold').where('status', '=', 'held').where('due_at', '<', new Date()),
    what: sql<string>`quality_hold.hold_no`,
    since: sql<Date | null>`quality_hold.due_at`,
  },
});
