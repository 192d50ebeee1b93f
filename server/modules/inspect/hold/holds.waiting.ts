import { sql } from 'kysely';
import { defineWaiting } from '#platform/notices/waiting.ts';

/** Goods on hold, until their owner or, if the owner began the hold, somebody else has decided about them. */
export const holdsToRelease = defineWaiting({
  name: 'holds_to_release',
  permission: 'hold:release',
  screen: 'hold',
  query: { status: 'held' },
  due: sql<Date | null>`quality_hold.due_at`,
  items: {
    table: 'quality_hold',
    rows: (db) => db.selectFrom('quality_hold').where('status', '=', 'held'),
    what: sql<string>`quality_hold.hold_no`,
    since: sql<Date | null>`quality_hold.created_at`,
    usualOwner: sql<number | null>`quality_hold.owner_id`,
    except: sql<number | null>`quality_hold.created_by`,
  },
});
