import { intersect, type Range, rangesOf, totalOf } from '@suyuan/codes/sets/ranges.ts';
import { maxInUseCounted } from '@suyuan/contract/tagging/code-order.ts';
import { changingNothing, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CodeRecord } from '#trace/state/code-record.ts';
import { confirmedIn } from '#trace/state/confirmed-sets.ts';
import { recordsOf, recordsOfEvents } from '#trace/state/goods-of-codes.ts';

/** What became of the codes of an order. The three add up to its quantity. */
export interface CodesInUse {
  /** On goods that are not destroyed or taken as a sample. */
  readonly on_products: number;
  /** Closed, scrapped, sampled or replaced, and on no goods. */
  readonly gone: number;
  readonly left: number;
}

interface Counted extends Range {
  /** The ranges of it that are closed. */
  readonly closed: readonly Range[];
}

/** Events after which a code may be on nothing that is sold. */
const ending = [eventTypes.scrap.no, eventTypes.sample.no, eventTypes.replace.no];

/**
 * What became of the codes of each order; undefined where more than `most` were used. Used codes are counted in indexes; only those
 * that may be void, and those whose events were declared wrong, are read.
 */
export async function codesInUse(
  sql: Connection,
  orders: readonly Counted[],
  most = maxInUseCounted,
): Promise<(CodesInUse | undefined)[]> {
  const usedCounts = await usedInEach(sql, orders, most);
  const inUseOfOrders: (CodesInUse | undefined)[] = [];
  for (const [at, order] of orders.entries())
    inUseOfOrders.push((usedCounts[at] ?? 0) > most ? undefined : await inUse(sql, order, usedCounts[at] ?? 0));
  return inUseOfOrders;
}

/** How many codes of each range events are about, counted up to one more than `most`. */
async function usedInEach(sql: Connection, ranges: readonly Range[], most: number): Promise<number[]> {
  if (ranges.length === 0) return [];
  const counts = ranges.map(
    ({ first, last }, at) => sql`
      select ${at}::int as at, count(*) as used from (
        select code from (
          (select code from event_code where code between ${first} and ${last} and act <> all(${changingNothing as number[]}::smallint[])
            limit ${most + 1})
          union (select child from packing where child between ${first} and ${last} limit ${most + 1})
          union (select code from package where code between ${first} and ${last} limit ${most + 1})
        ) named limit ${most + 1}) counted`,
  );
  const rows = await sql<{ used: number }[]>`
    select used from (${counts.reduce((all, count) => sql`${all} union all ${count}`)}) each_of_them order by at`;
  return rows.map(({ used }) => used);
}

async function inUse(sql: Connection, { first, last, closed }: Counted, usedCount: number): Promise<CodesInUse> {
  const range = { first, last };
  const confirmedRanges = await confirmedIn(sql, [range]);
  const odd = [
    ...(await Array.fromAsync(recordsOfEvents(sql, range, sql`e.act = any(${ending}::smallint[])`))),
    ...(await recordsOf(sql, await destroyedIn(sql, range))),
  ];
  const idsOf = (records: readonly CodeRecord[]) => rangesOf(records.map(({ id }) => id));
  const endedRanges = idsOf(odd.filter(({ life }) => life !== 'issued' && life !== 'active'));
  const unusedRanges = idsOf(odd.filter(({ life }) => life === 'issued'));
  /** Codes of some ranges that were used: those that rows name, and those of confirmed sets that none names. */
  const usedIn = async (ranges: readonly Range[], codesInRows: number): Promise<number> => {
    const impliedRanges = intersect(ranges, confirmedRanges);
    return (
      codesInRows -
      totalOf(intersect(ranges, unusedRanges)) +
      totalOf(impliedRanges) -
      (await namedIn(sql, impliedRanges))
    );
  };
  const on_products = (await usedIn([range], usedCount)) - totalOf(endedRanges);
  const gone = totalOf(endedRanges) + totalOf(closed) - (await usedIn(closed, await namedIn(sql, closed)));
  return { on_products, gone, left: last - first + 1 - on_products - gone };
}

/** Goods that were destroyed later, as after a return: the event is not of those that make goods. */
async function destroyedIn(sql: Connection, { first, last }: Range): Promise<number[]> {
  const rows = await sql<{ code: number }[]>`
    select distinct code from event_code where code between ${first} and ${last} and act = ${eventTypes.destroy.no} order by code`;
  return rows.map(({ code }) => code);
}

/** How many codes of some ranges events are about. */
async function namedIn(sql: Connection, ranges: readonly Range[]): Promise<number> {
  if (ranges.length === 0) return 0;
  const table = sql`unnest(
    ${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[]) as r (first, last)`;
  const [row] = await sql<{ named: number }[]>`
    select count(*) as named from (
      select c.code from ${table} join event_code c on c.code between r.first and r.last
      where c.act <> all(${changingNothing as number[]}::smallint[])
      union select k.child from ${table} join packing k on k.child between r.first and r.last
      union select p.code from ${table} join package p on p.code between r.first and r.last) used`;
  return row?.named ?? 0;
}
