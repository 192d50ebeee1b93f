import { dueWithin } from '@suyuan/contract/trace/due.ts';
import { sql } from 'kysely';
import { defineWaiting, hoursAfter } from '#platform/notices/waiting.ts';

const number = sql<string>`recall.recall_no`;

/** Recalls under way are those of whoever began them, until they are closed. */
export const recallsUnderWay = defineWaiting({
  name: 'recalls',
  permission: 'recall:close',
  screen: 'recall',
  query: { status: 'begun' },
  due: hoursAfter('recall.begun_at', dueWithin.recall),
  items: {
    table: 'recall',
    rows: (db) => db.selectFrom('recall').where('status', '=', 'begun'),
    what: number,
    since: sql<Date | null>`recall.begun_at`,
    usualOwner: sql<number | null>`recall.begun_by`,
  },
});

/** Closed, and its goods are still on hold: somebody else than who began it releases them. */
export const recallsToRelease = defineWaiting({
  name: 'recalls_to_release',
  permission: 'recall:release',
  screen: 'recall',
  query: { status: 'closed', in_force: 'true' },
  items: {
    table: 'recall',
    rows: (db) => db.selectFrom('recall').where('in_force', '=', true).where('status', '=', 'closed'),
    what: number,
    since: sql<Date | null>`recall.closed_at`,
    except: sql<number | null>`recall.begun_by`,
  },
});
