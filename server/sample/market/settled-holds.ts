import { day, hour } from '@suyuan/contract/durations.ts';
import { holdRelease } from '@suyuan/contract/inspect/hold.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { CallServer } from '../filling/sample-account.ts';

interface Parts {
  readonly sql: Sql;
  /** Somebody else than who signed for the goods. */
  readonly callAsKeeper: CallServer;
}

/** Goods that arrived damaged longer ago than this were inspected. */
const inspectedAfter = 4 * day;
const inspectedWithin = 26 * hour;

/** Dates holds of goods that arrived damaged to their arrival: old ones were released once they were inspected. */
export async function dateDamagedGoods({ sql, callAsKeeper }: Parts): Promise<void> {
  const holds = await sql<{ id: number; arrived_at: Date }[]>`
    select h.id, w.shipped_at + interval '2 days' as arrived_at
    from quality_hold h join waybill w on w.id = h.waybill_id where h.status = 'held'`;
  for (const { id, arrived_at } of holds) {
    if (arrived_at.getTime() > Date.now()) continue;
    const isOver = Date.now() - arrived_at.getTime() > inspectedAfter;
    if (isOver) await callAsKeeper(holdRelease, { id, reason: '已换外箱，破碎两瓶报损，其余完好' });
    await sql`
      update waybill set signed_at = ${arrived_at} where id = (select waybill_id from quality_hold where id = ${id})`;
    await sql`
      update quality_hold set created_at = ${arrived_at}, due_at = ${new Date(arrived_at.getTime() + 3 * day)},
        released_at = case when released_at is not null then ${new Date(arrived_at.getTime() + inspectedWithin)}::timestamptz end
      where id = ${id}`;
    await sql`
      update hold set held_at = ${arrived_at},
        released_at = case when released_at is not null then ${new Date(arrived_at.getTime() + inspectedWithin)}::timestamptz end
      where quality_hold_id = ${id}`;
  }
}
