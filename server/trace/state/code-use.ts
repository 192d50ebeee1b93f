import { intersect, type Range, union } from '@suyuan/codes/sets/ranges.ts';
import { changingNothing } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { confirmedIn } from './confirmed-sets.ts';

/**
 * What forbids binding codes to another product. Ordering, importing or downloading codes says nothing about a product, but a
 * consumer may have been answered with it, and a label may show it.
 */
interface CodeUse {
  /** How many of them consumers have scanned. */
  readonly scanned: number;
  /** Whether labels with the product or lot were made for some of them. */
  readonly labelled: boolean;
}

/** Reads the use of all codes in some ranges. */
export async function useOf(sql: Connection, ranges: readonly Range[]): Promise<CodeUse> {
  const [scanned, labelled] = await Promise.all([scannedIn(sql, ranges), labelledIn(sql, ranges)]);
  return { scanned, labelled };
}

/** How many codes of each range consumers have scanned, counted up to `most`. */
export async function scannedInEach(sql: Connection, ranges: readonly Range[], most: number): Promise<number[]> {
  if (ranges.length === 0) return [];
  const counts = ranges.map(
    ({ first, last }, at) => sql`
      select ${at}::int as at, count(*) as scanned
      from (select 1 from scan_stat where code_id between ${first} and ${last} limit ${most}) as counted`,
  );
  const scans = await sql<{ at: number; scanned: number }[]>`
    ${counts.reduce((all, count) => sql`${all} union all ${count}`)} order by at`;
  return scans.map((row) => row.scanned);
}

/** How many codes of some ranges consumers have scanned. */
export async function scannedIn(sql: Connection, ranges: readonly Range[]): Promise<number> {
  const [row] = await sql<{ scanned: number }[]>`
    select count(*) as scanned from ${rows(sql, ranges)} join scan_stat s on s.code_id between r.first and r.last`;
  return row?.scanned ?? 0;
}

async function labelledIn(sql: Connection, ranges: readonly Range[]): Promise<boolean> {
  const [label] = await sql`
    select 1 from ${rows(sql, ranges)}
    join code_download d on d.names_binding and d.first_id <= r.last and d.last_id >= r.first
    limit 1`;
  return label !== undefined;
}

const rows = (sql: Connection, ranges: readonly Range[]) => sql`
  unnest(${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[]) as r (first, last)`;

/** Whether any code of some ranges has been put on a product, or packed. */
export async function isAnyCommissioned(sql: Connection, ranges: readonly Range[]): Promise<boolean> {
  const firstOfEach = await Promise.all([
    sql`select 1 from ${rows(sql, ranges)} join packing p on p.child between r.first and r.last limit 1`,
    sql`select 1 from ${rows(sql, ranges)} join package p on p.code between r.first and r.last limit 1`,
    sql`
      select 1 from ${rows(sql, ranges)} join event_code c on c.code between r.first and r.last
      where c.act <> all(${changingNothing as number[]}::smallint[]) limit 1`,
  ]);
  return firstOfEach.some(({ length }) => length > 0);
}

/** The last code of a range that events have used; 0 if there is none. Events that change nothing, as printing, do not count. */
export async function lastUsedIn(sql: Connection, range: Range): Promise<number> {
  const { first, last } = range;
  const [[scan], confirmed] = await Promise.all([
    sql<{ last: number | null }[]>`
      select greatest(
        (select code from event_code where code between ${first} and ${last} and act <> all(${changingNothing as number[]}::smallint[])
          order by code desc limit 1),
        (select child from packing where child between ${first} and ${last} order by child desc limit 1),
        (select code from package where code between ${first} and ${last} order by code desc limit 1)) as last`,
    confirmedIn(sql, [range]),
  ]);
  return Math.max(scan?.last ?? 0, confirmed.at(-1)?.last ?? 0);
}

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
