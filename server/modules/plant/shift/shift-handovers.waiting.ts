import { dueWithin } from '@suyuan/contract/trace/due.ts';
import { sql } from 'kysely';
import { defineWaiting, hoursAfter } from '#platform/notices/waiting.ts';

export const shiftsToReceive = defineWaiting({
  name: 'shifts_to_receive',
  permission: 'shift:sign',
  screen: 'shift',
  query: { status: 'handed' },
  due: hoursAfter('shift_handover.handed_at', dueWithin.shift_to_receive),
  items: {
    table: 'shift_handover',
    rows: (db) =>
      db
        .selectFrom('shift_handover')
        .innerJoin('team as t', 't.id', 'shift_handover.team_id')
        .where('shift_handover.status', '=', 'handed'),
    what: sql<string>`shift_handover.shift_no`,
    since: sql<Date | null>`shift_handover.handed_at`,
    factory: sql<number | null>`t.factory_id`,
    except: sql<number | null>`shift_handover.handed_by`,
  },
});
