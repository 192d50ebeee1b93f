import { day, hour } from '@suyuan/contract/durations.ts';
import type { Connection } from '#platform/database/database.ts';

interface Life {
  readonly id: number;
  readonly begun: number;
  /** The end of the last shift. */
  readonly ended: number;
}

/** Goods are released this long after the last shift, when quality control is done. */
const untilReleased = 6 * hour;

/** Sets the times of a work order's steps to the past; resolves to the release of its lot, if there was one. */
export async function tellMoments(sql: Connection, { id, begun, ended }: Life): Promise<number> {
  const past = (moment: number) => new Date(Math.min(moment, Date.now()));
  const releasedAt = ended + untilReleased;
  await sql`
    update work_order set
      created_at = ${past(begun - 3 * day)}, released_at = case when released_at is not null then ${past(begun - day)}::timestamptz end,
      started_at = case when started_at is not null then ${past(begun)}::timestamptz end,
      finished_at = case when finished_at is not null then ${past(ended)}::timestamptz end,
      closed_at = case when closed_at is not null then ${past(ended + day)}::timestamptz end,
      updated_at = ${past(ended + day)}
    where id = ${id}`;
  await sql`update code_lease set leased_at = ${past(begun)} where work_order_id = ${id}`;
  await sql`
    update lot set created_at = ${past(begun - day)},
      quality_released_at = case when quality_released_at is not null then ${past(ended + untilReleased / 2)}::timestamptz end,
      market_released_at = case when market_released_at is not null then ${past(releasedAt)}::timestamptz end
    where id = (select lot_id from work_order where id = ${id})`;
  return releasedAt;
}
