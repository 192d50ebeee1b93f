import { dueWithin } from '@suyuan/contract/trace/due.ts';
import { sql } from 'kysely';
import { defineWaiting, hoursAfter } from '#platform/notices/waiting.ts';

/** Alarms that nobody sees to yet. One that clears by itself is done. */
export const lineAlarmsWaiting = defineWaiting({
  name: 'line_alarms',
  permission: 'board:acknowledge',
  screen: 'board',
  query: { tab: 'alarms', waits: 'true' },
  due: hoursAfter('line_alarm.raised_at', dueWithin.line_alarm),
  items: {
    table: 'line_alarm',
    rows: (db) =>
      db
        .selectFrom('line_alarm')
        .innerJoin('production_line as l', 'l.id', 'line_alarm.line_id')
        .leftJoin('workshop as w', 'w.id', 'l.workshop_id')
        .where('line_alarm.cleared_at', 'is', null)
        .where('line_alarm.acknowledged_at', 'is', null),
    what: sql<string>`l.line_name`,
    since: sql<Date | null>`line_alarm.raised_at`,
    factory: sql<number | null>`w.factory_id`,
  },
});
