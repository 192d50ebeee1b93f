import { defineWaiting } from '#platform/notices/waiting.ts';

export const lineAlarmsWaiting = defineWaiting({
  name: 'line_alarms',
  permission: 'board:acknowledge',
  screen: 'board',
  query: { tab: 'alarms', waits: 'true' },
  rows: (db) => db.selectFrom('line_alarm').where('cleared_at', 'is', null).where('acknowledged_at', 'is', null),
});
