import { minute } from '@suyuan/contract/durations.ts';
import type { Connection } from '#platform/database/database.ts';

/** A shift in which a line worked on an order, in epoch milliseconds. */
export interface Worked {
  readonly begins: number;
  readonly ends: number;
}

/** The line is set up before the first unit, and cleared after the last one. */
const [setUp, clearance] = [18 * minute, 14 * minute];

/**
 * Says when an order ran on its line: its team put it on hold at the end of each shift. One that is still running goes on with its last
 * shift or, if that is over, from now on.
 */
export async function tellRuns(
  sql: Connection,
  { id, line, goesOn }: { readonly id: number; readonly line: number; readonly goesOn: boolean },
  shifts: readonly Worked[],
): Promise<void> {
  const now = Date.now();
  const runs = shifts.map(({ begins, ends }) => ({ begins: begins - setUp, ends: Math.min(now, ends + clearance) }));
  const last = runs.at(-1);
  const isAtWork = last !== undefined && last.ends === now;
  await sql`delete from order_run where work_order_id = ${id}`;
  for (const { begins, ends } of goesOn && isAtWork ? runs.slice(0, -1) : runs)
    await sql`
      insert into order_run (work_order_id, line_id, begins_at, ends_at)
      values (${id}, ${line}, ${new Date(begins)}, ${new Date(ends)})`;
  if (!goesOn) return;
  await sql`
    insert into order_run (work_order_id, line_id, begins_at)
    values (${id}, ${line}, ${new Date(isAtWork ? last.begins : now)})`;
}
