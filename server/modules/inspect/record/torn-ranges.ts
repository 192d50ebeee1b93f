import type { Range } from '@suyuan/codes/sets/ranges.ts';
import type { Connection } from '#platform/database/database.ts';

/** The ranges of all issued codes of some rules, sorted. */
export async function rangesOfRules(sql: Connection, rules: readonly number[]): Promise<Range[]> {
  return joined(
    await sql<Range[]>`
      select first_id as first, last_id as last from code_order where rule_id = any(${rules as number[]}::bigint[])`,
  );
}

/**
 * The ranges of codes that may be on some goods: ordered for the product, bound to it or its lot by ranges, or leased for its
 * work orders. Individual codes have no lot before they are bound, so for a lot the whole product is searched.
 */
export async function rangesOfGoods(
  sql: Connection,
  product: number | undefined,
  lot: string | undefined,
): Promise<Range[]> {
  const products = product === undefined ? await productsOfLot(sql, lot ?? '') : [product];
  return joined(
    await sql<Range[]>`
      select first_id as first, last_id as last from code_order where product_id = any(${products}::bigint[])
      union all
      select first_id, last_id from code_segment
      where product_id = any(${products}::bigint[]) or lot = ${lot ?? null}
      union all
      select l.first_id, l.last_id from code_lease l join work_order w on w.id = l.work_order_id
      where w.product_id = any(${products}::bigint[])`,
  );
}

async function productsOfLot(sql: Connection, lot: string): Promise<number[]> {
  const rows = await sql<{ product_id: number }[]>`
    select product_id from lot where lot_no = ${lot}
    union
    select product_id from work_order where lot = ${lot}`;
  return rows.map(({ product_id }) => product_id);
}

/** Sorts ranges and merges overlapping ones. */
function joined(ranges: readonly Range[]): Range[] {
  const all: { first: number; last: number }[] = [];
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = all.at(-1);
    if (before && first <= before.last) before.last = Math.max(before.last, last);
    else all.push({ first, last });
  }
  return all;
}
