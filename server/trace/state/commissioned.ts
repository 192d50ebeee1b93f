import type { Range } from '@suyuan/codes/sets/ranges.ts';
import { changingNothing } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';

/** Whether any code of some ranges has been put on a product, or packed. */
export async function isAnyCommissioned(sql: Connection, ranges: readonly Range[]): Promise<boolean> {
  const asked = sql`
    unnest(${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[]) as r (first, last)`;
  const found = await Promise.all([
    sql`select 1 from ${asked} join packing p on p.child between r.first and r.last limit 1`,
    sql`select 1 from ${asked} join package p on p.code between r.first and r.last limit 1`,
    sql`
      select 1 from ${asked} join event_code c on c.code between r.first and r.last
      where c.act <> all(${changingNothing as number[]}::smallint[]) limit 1`,
  ]);
  return found.some((rows) => rows.length > 0);
}
