import { numbersIn, type Range } from '@suyuan/codes/sets/ranges.ts';
import { closingAffects } from '@suyuan/contract/tagging/code-closure.ts';
import { changingNothing } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { confirmedIn } from '#trace/state/confirmed-sets.ts';
import { targetOf } from '../order/code-target.ts';

/** How many codes on products are looked at, and how many products are named. */
const [maxLooked, maxNamed] = [20_000, 20];

/** Serves what closing codes would affect, to be seen before they are closed. */
export function serveClosingAffects(services: Services, { rules, guesses }: SharedServices): void {
  const { sql } = services.system.codes;
  services.routes.serve(closingAffects, async (input, caller) => {
    const { ranges, quantity } = await targetOf({ services, rules, guesses, caller, db: caller.db }, input);
    const ids = await usedIn(sql, ranges);
    const firstIds = ids.slice(0, maxLooked);
    const codes = await readCodes(sql, firstIds);
    const onProducts = codes.among(firstIds).filter((record) => codes.lifeOf(record) === 'active');
    const names = onProducts.flatMap((record) => codes.goodsOf(record).product_name ?? []);
    return {
      quantity,
      products: [...new Set(names)].slice(0, maxNamed),
      on_products: onProducts.length,
      packed: onProducts.filter(({ parent }) => parent !== null).length,
      shipped: onProducts.filter((record) => codes.outermostOf(record).shippedBy !== null).length,
      more: ids.length > maxLooked,
    };
  });
}

/** The codes of some ranges that events are about, at most one more than are looked at. */
async function usedIn(sql: Connection, ranges: readonly Range[]): Promise<number[]> {
  const ids = new Set<number>();
  for (const { first, last } of ranges) {
    const most = maxLooked + 1;
    const rows = await sql<{ code: number }[]>`
      (select code from event_code where code between ${first} and ${last} and act <> all(${changingNothing as number[]}::smallint[])
        limit ${most})
      union (select child from packing where child between ${first} and ${last} limit ${most})
      union (select code from package where code between ${first} and ${last} limit ${most})`;
    for (const { code } of rows) ids.add(code);
    if (ids.size > maxLooked) return [...ids];
  }
  for (const range of await confirmedIn(sql, ranges)) {
    for (const code of numbersIn({ ...range, last: Math.min(range.last, range.first + maxLooked) })) ids.add(code);
    if (ids.size > maxLooked) break;
  }
  return [...ids];
}
