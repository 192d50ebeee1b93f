import { intersect, type Range, rangesOf, totalOf } from '../../../../codes/sets/ranges.ts';
import { mostInUseCounted } from '../../../../contract/tagging/code-order.ts';
import { acts, changingNothing } from '../../../../contract/trace/acts.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { confirmedIn } from '../../../trace/state/contents/confirmed-sets.ts';
import { recordsOfActs } from '../../../trace/state/goods-of-codes.ts';
import type { CodeRecord } from '../../../trace/state/record/code-record.ts';

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

/** Acts after which a code may be on nothing that is sold. */
const ending = [acts.scrap.no, acts.sample.no, acts.replace.no, acts.destroy.no];

/**
 * What became of the codes of each order; undefined where more than `most` were used. Used codes are counted in indexes; only those
 * that may be void, and those whose acts were declared wrong, are read.
 */
export async function codesInUse(
  sql: Connection,
  orders: readonly Counted[],
  most = mostInUseCounted,
): Promise<(CodesInUse | undefined)[]> {
  const used = await usedInEach(sql, orders, most);
  const told: (CodesInUse | undefined)[] = [];
  for (const [at, order] of orders.entries())
    told.push((used[at] ?? 0) > most ? undefined : await inUse(sql, order, used[at] ?? 0));
  return told;
}

/** A limit beyond all there is. */
const mostNamed = 1_000_000_000;

/** How many codes of each range acts are about, counted up to one more than `most`. */
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
  const found = await sql<{ used: number }[]>`
    select used from (${counts.reduce((all, count) => sql`${all} union all ${count}`)}) each_of_them order by at`;
  return found.map(({ used }) => used);
}

async function inUse(sql: Connection, { first, last, closed }: Counted, used: number): Promise<CodesInUse> {
  const range = { first, last };
  const confirmed = await confirmedIn(sql, [range]);
  const odd = await Array.fromAsync(recordsOfActs(sql, range, sql`e.act = any(${ending}::smallint[])`));
  const idsOf = (records: readonly CodeRecord[]) => rangesOf(records.map(({ id }) => id));
  const ended = idsOf(odd.filter(({ life }) => life !== 'issued' && life !== 'active'));
  const unused = idsOf(odd.filter(({ life }) => life === 'issued'));
  /** Codes of some ranges that were used: those that rows name, and those of confirmed sets that none names. */
  const usedIn = async (ranges: readonly Range[], named: number): Promise<number> => {
    const implied = intersect(ranges, confirmed);
    const rows = implied.length === 0 ? [] : await usedInEach(sql, implied, mostNamed);
    const told = rows.reduce((sum, one) => sum + one, 0);
    return named - totalOf(intersect(ranges, unused)) + totalOf(implied) - told;
  };
  const namedClosed = (await usedInEach(sql, closed, mostNamed)).reduce((sum, one) => sum + one, 0);
  const on_products = (await usedIn([range], used)) - totalOf(ended);
  const gone = totalOf(ended) + totalOf(closed) - (await usedIn(closed, namedClosed));
  return { on_products, gone, left: last - first + 1 - on_products - gone };
}
