import { hour, minute } from '@suyuan/contract/durations.ts';
import type { Connection } from '#platform/database/database.ts';
import type { StoredRefusal } from '#trace/exceptions/exception-kind.ts';
import { madeOf } from '#trace/figures/figures.ts';
import { isHeard, queueOf, type WatchedLine } from './watched-lines.ts';

/** How many refusals of a minute are kept, to be shown. */
const maxKept = 3;
const keptDays = 2;

/** What became of the events of a batch. */
export interface BatchCount {
  readonly taken: number;
  readonly refused: number;
  readonly refusals: readonly StoredRefusal[];
}

/** Counts the events of a batch in the minute in which it came. */
export async function countBatch(
  sql: Connection,
  lineId: number,
  { taken, refused, refusals }: BatchCount,
): Promise<void> {
  const last = JSON.stringify(refusals.slice(-maxKept));
  await sql`
    insert into line_minute as m (line_id, minute, taken, refused, refusals)
    values (${lineId}, date_trunc('minute', now()), ${taken}, ${refused}, ${last}::text::jsonb)
    on conflict (line_id, minute) do update set taken = m.taken + excluded.taken, refused = m.refused + excluded.refused,
      refusals = case when excluded.refused > 0 then excluded.refusals else m.refusals end`;
}

/** Keeps what was made of the work order of each line by now, from which the rate of the hour follows. */
export async function keepMinutes(sql: Connection, lines: readonly WatchedLine[]): Promise<void> {
  const made = await madeOf(
    sql,
    lines.flatMap(({ order }) => order?.id ?? []),
  );
  for (const line of lines) {
    const { id, order } = line;
    if (!order) continue;
    const queue = queueOf(line.devices.filter(isHeard));
    await sql`
      insert into line_minute as m (line_id, minute, work_order_id, made, queue)
      values (${id}, date_trunc('minute', now()), ${order.id}, ${made.get(order.id) ?? 0}, ${queue})
      on conflict (line_id, minute) do update set
        work_order_id = excluded.work_order_id, made = excluded.made, queue = excluded.queue`;
  }
  await sql`delete from line_minute where minute < now() - make_interval(days => ${keptDays})`;
}

/**
 * How fast lines make the work order that runs on them: by what was made since an hour ago or, if it was seen later than that first,
 * since then.
 */
export async function ratesOf(
  sql: Connection,
  orders: ReadonlyMap<number, { readonly id: number; readonly made: number }>,
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<{ line_id: number; work_order_id: number; minute: Date; made: number }[]>`
    select distinct on (line_id, work_order_id) line_id, work_order_id, minute, made
    from line_minute
    where line_id = any(${[...orders.keys()]}::bigint[]) and minute >= now() - interval '1 hour' and made is not null
    order by line_id, work_order_id, minute`;
  return new Map(
    rows.flatMap(({ line_id, work_order_id, minute: since, made }) => {
      const order = orders.get(line_id);
      const elapsed = Date.now() - since.getTime();
      if (order?.id !== work_order_id || elapsed < minute) return [];
      return [[line_id, Math.max(0, Math.round(((order.made - made) / elapsed) * hour))]];
    }),
  );
}

/** What became of the events of lines in the last quarter of an hour. */
export async function lastCounts(sql: Connection, lineIds: readonly number[]) {
  const rows = await sql<{ line_id: number; taken: number; refused: number }[]>`
    select line_id, safe_integer(sum(taken)) as taken, safe_integer(sum(refused)) as refused from line_minute
    where line_id = any(${lineIds as number[]}::bigint[]) and minute >= now() - interval '15 minutes' group by line_id`;
  return new Map(rows.map(({ line_id, taken, refused }) => [line_id, { taken, refused }]));
}
