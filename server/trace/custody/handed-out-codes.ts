import { intersect, type Range, union } from '@suyuan/codes/sets/ranges.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';

// Codes go out as files for printers and as labels. `code_download` has a row for each time.

/** Takes the lock under which codes are handed out and leased, over all servers, until the transaction ends. */
export async function takeHandOutLock(sql: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('suyuan.lease'))`;
}

/** A download without progress for so long has lost its server. */
export const lostAfter = '30 seconds';

/** The downloads with the codes that each is of, as a table of SQL: older ones have no range of their own. */
export const handOuts = (sql: Connection): Fragment => sql`(
  select d.*, coalesce(d.first_id, p.first_id, o.first_id) as first, coalesce(d.last_id, p.last_id, o.last_id) as last,
    case when d.state = 'running' and d.updated_at < now() - ${lostAfter}::interval then 'broken' else d.state end as now
  from code_download d join code_order o on o.id = d.order_id left join code_part p on p.id = d.part_id)`;

/** The parts of some ranges that were handed out completely. */
export async function handedOutIn(sql: Connection, ranges: readonly Range[]): Promise<Range[]> {
  if (ranges.length === 0) return [];
  const [firsts, lasts] = [ranges.map(({ first }) => first), ranges.map(({ last }) => last)];
  const out = await sql<Range[]>`
    select distinct h.first, h.last
    from unnest(${firsts}::bigint[], ${lasts}::bigint[]) as r (first, last)
    join code_order o on o.first_id <= r.last and o.last_id >= r.first
    join ${handOuts(sql)} h on h.order_id = o.id
    where h.state = 'done'`;
  return intersect(ranges, union(out));
}
