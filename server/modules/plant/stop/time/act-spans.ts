import { shortestStop } from '@suyuan/contract/plant/line/line-stop.ts';
import { eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { markDirty } from './progress.ts';
import type { Span } from './spans.ts';

/** Events by which units pass a line; labels are printed ahead. */
const passing = [eventTypes.bind, eventTypes.pack, eventTypes.reject, eventTypes.sample].map(({ no }) => no);

/** Events that commit late have times of recording before those that were read already. */
const overlap = '5 minutes';

interface NewSpan extends Span {
  readonly orderId: number;
  readonly lineId: number;
}

/** Reads the events that came in since the last time, and keeps when units passed the lines of their work orders. */
export async function readActs(sql: Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    const [reading] = await transaction<{ read_until: Date; now: Date }[]>`
      select read_until, now() as now from act_reading where id = 1 for update`;
    if (!reading) return;
    for (const span of await spansSince(transaction, reading.read_until)) await keep(transaction, span);
    await transaction`update act_reading set read_until = ${reading.now} where id = 1`;
  });
}

/** Events that are no more than a minute apart make one span. */
async function spansSince(sql: Connection, since: Date): Promise<NewSpan[]> {
  const rows = await sql<{ work_order_id: number; line_id: number; begins_at: Date; ends_at: Date }[]>`
    with act as (
      select distinct work_order_id, date_trunc('second', event_time, 'UTC') as at
      from trace_event
      where recorded_at >= ${since}::timestamptz - ${overlap}::interval and work_order_id is not null and corrects is null
        and act = any(${passing}::smallint[])
    ), marked as (
      select work_order_id, at, case
        when at - lag(at) over (partition by work_order_id order by at) <= make_interval(secs => ${shortestStop}) then 0
        else 1 end as is_first
      from act
    ), numbered as (
      select work_order_id, at, sum(is_first) over (partition by work_order_id order by at) as nth from marked
    )
    select n.work_order_id, o.line_id, min(n.at) as begins_at, max(n.at) as ends_at
    from numbered n join work_order o on o.id = n.work_order_id
    where o.line_id is not null
    group by n.work_order_id, o.line_id, n.nth
    order by 1, 3`;
  return rows.map(({ work_order_id, line_id, begins_at, ends_at }) => ({
    ...{ orderId: work_order_id, lineId: line_id, begins: begins_at.getTime(), ends: ends_at.getTime() },
  }));
}

/** Adds a span to those of its order; those that it touches become one with it. */
async function keep(sql: Connection, { orderId, lineId, begins, ends }: NewSpan): Promise<void> {
  const near = shortestStop * 1000;
  const touched = await sql<{ id: number; begins_at: Date; ends_at: Date }[]>`
    select id, begins_at, ends_at from act_span
    where work_order_id = ${orderId} and begins_at <= ${new Date(ends + near)} and ends_at >= ${new Date(begins - near)}`;
  if (touched.some(({ begins_at, ends_at }) => begins_at.getTime() <= begins && ends_at.getTime() >= ends)) return;
  const from = Math.min(begins, ...touched.map(({ begins_at }) => begins_at.getTime()));
  const to = Math.max(ends, ...touched.map(({ ends_at }) => ends_at.getTime()));
  await sql`delete from act_span where id = any(${touched.map(({ id }) => id)}::bigint[])`;
  await sql`
    insert into act_span (work_order_id, begins_at, ends_at) values (${orderId}, ${new Date(from)}, ${new Date(to)})`;
  await markDirty(sql, lineId, begins);
}
