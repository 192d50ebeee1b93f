import { dueWithin } from '@suyuan/contract/trace/due.ts';
import { sql } from 'kysely';
import { defineWaiting, hoursAfter } from '#platform/notices/waiting.ts';

/** Clearances that the second person has not signed: until then, a line that requires one starts no other order. */
export const clearancesToSign = defineWaiting({
  name: 'clearances_to_sign',
  permission: 'clearance:sign',
  screen: 'clearance',
  query: { status: 'prepared' },
  due: hoursAfter('line_clearance.prepared_at', dueWithin.clearance_to_sign),
  items: {
    table: 'line_clearance',
    rows: (db) =>
      db
        .selectFrom('line_clearance')
        .innerJoin('work_order as o', 'o.id', 'line_clearance.work_order_id')
        .where('line_clearance.status', '=', 'prepared'),
    what: sql<string>`line_clearance.clearance_no`,
    since: sql<Date | null>`line_clearance.prepared_at`,
    factory: sql<number | null>`o.factory_id`,
    except: sql<number | null>`line_clearance.prepared_by`,
  },
});
