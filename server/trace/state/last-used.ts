import type { Range } from '@suyuan/codes/sets/ranges.ts';
import { changingNothing } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { confirmedIn } from './confirmed-sets.ts';

/** The last code of a range that events have used; 0 if there is none. Events that change nothing, as printing, do not count. */
export async function lastUsedIn(sql: Connection, range: Range): Promise<number> {
  const { first, last } = range;
  const [[used], confirmed] = await Promise.all([
    sql<{ last: number | null }[]>`
      select greatest(
        (select code from event_code where code between ${first} and ${last} and act <> all(${changingNothing as number[]}::smallint[])
          order by code desc limit 1),
        (select child from packing where child between ${first} and ${last} order by child desc limit 1),
        (select code from package where code between ${first} and ${last} order by code desc limit 1)) as last`,
    confirmedIn(sql, [range]),
  ]);
  return Math.max(used?.last ?? 0, confirmed.at(-1)?.last ?? 0);
}
