import { dueWithin } from '@suyuan/contract/trace/due.ts';
import { sql } from 'kysely';
import { defineWaiting, hoursAfter } from '#platform/notices/waiting.ts';

/** Handover notes that a line has signed, for the keeper of the warehouse that counts the goods and signs. */
export const handoversToSign = defineWaiting({
  name: 'handovers_to_sign',
  permission: 'connect:sign',
  screen: 'connect',
  query: { status: 'handed' },
  due: hoursAfter('handover.handed_at', dueWithin.handover_to_sign),
  items: {
    table: 'handover',
    rows: (db) =>
      db
        .selectFrom('handover')
        .innerJoin('work_order as made', 'made.id', 'handover.work_order_id')
        .where('handover.status', '=', 'handed'),
    what: sql<string>`handover.handover_no`,
    since: sql<Date | null>`handover.handed_at`,
    usualOwner: 'keeper',
    warehouse: sql<number | null>`handover.warehouse_id`,
    factory: sql<number | null>`made.factory_id`,
    except: sql<number | null>`handover.handed_by`,
  },
});
