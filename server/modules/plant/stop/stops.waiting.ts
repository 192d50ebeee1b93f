import { day } from '@suyuan/contract/durations.ts';
import { dueWithin } from '@suyuan/contract/trace/due.ts';
import { sql } from 'kysely';
import { defineWaiting, hoursAfter } from '#platform/notices/waiting.ts';

/** After a week nobody remembers why a line stood. */
const since = () => new Date(Date.now() - 7 * day);

export const stopsWithoutReason = defineWaiting({
  name: 'stops_without_reason',
  permission: 'stop:reason',
  screen: 'stop',
  query: () => ({ has_reason: 'false', from: since().toISOString() }),
  due: hoursAfter('line_stop.begins_at', dueWithin.stop_without_reason),
  items: {
    table: 'line_stop',
    rows: (db) =>
      db
        .selectFrom('line_stop')
        .innerJoin('production_line as l', 'l.id', 'line_stop.line_id')
        .innerJoin('work_order as o', 'o.id', 'line_stop.work_order_id')
        .where('line_stop.reason_id', 'is', null)
        .where('line_stop.void_at', 'is', null)
        .where('line_stop.begins_at', '>', since()),
    what: sql<string>`l.line_name`,
    since: sql<Date | null>`line_stop.begins_at`,
    factory: sql<number | null>`o.factory_id`,
  },
});
