import type { Range } from '../../../../codes/sets/ranges.ts';
import type { Connection } from '../../../platform/database/database.ts';

/** The codes that were issued by some rules, as ranges in their order. */
export async function rangesOfRules(sql: Connection, rules: readonly number[]): Promise<Range[]> {
  return joined(
    await sql<Range[]>`
      select first_id as first, last_id as last from code_order where rule_id = any(${rules as number[]}::bigint[])`,
  );
}

/**
 * The codes that may be on some goods: ordered for the product, bound to it or to the lot by ranges, or handed out for one of
 * its work orders. Codes by themselves say nothing of a lot before they are bound, so a lot's product is searched whole.
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

/** Ranges in their order, without what lies in another one. */
function joined(ranges: readonly Range[]): Range[] {
  const all: { first: number; last: number }[] = [];
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = all.at(-1);
    if (before && first <= before.last) before.last = Math.max(before.last, last);
    else all.push({ first, last });
  }
  return all;
}
