import type { Connection } from '#platform/database/database.ts';
import { readCodes } from '../state/code-records.ts';

/** A code, and the GTIN in 14 digits that a text states beside it. */
export interface StatedCode {
  readonly id: number;
  readonly statedGtin: string;
}

/** The product of a code; its GTIN is null if it has none. */
interface ProductOf {
  readonly code_id: number;
  readonly product_id: number | null;
  readonly gtin: string | null;
}

/**
 * The codes of another product than a text states beside them, with the GTIN of their product, empty if it has none. A serial number
 * belongs to its GTIN (General Specifications 3.5.2): a label with another one is printed wrongly or forged. Codes without a product
 * contradict nothing.
 */
export async function wrongGtins(sql: Connection, stated: readonly StatedCode[]): Promise<Map<number, string>> {
  if (stated.length === 0) return new Map();
  const ids = [...new Set(stated.map(({ id }) => id))];
  const products = new Map((await productsOfRanges(sql, ids)).map((row) => [row.code_id, row]));
  // Codes that were ordered without a product may have got one by an event.
  const open = ids.filter((id) => products.get(id)?.product_id === null);
  const codes = await readCodes(sql, open);
  for (const record of codes.among(open)) products.set(record.id, { code_id: record.id, ...codes.goodsOf(record) });
  const wrong = stated.flatMap(({ id, statedGtin }): [number, string][] => {
    const product = products.get(id);
    if (!product || product.product_id === null) return [];
    const gtin = product.gtin?.padStart(14, '0') ?? '';
    return gtin === statedGtin ? [] : [[id, gtin]];
  });
  return new Map(wrong);
}

/** The products that the orders of codes say, or that ranges were bound to later. */
const productsOfRanges = (sql: Connection, ids: readonly number[]) => sql<ProductOf[]>`
  select c.code_id, p.id as product_id, p.gtin from unnest(${ids as number[]}::bigint[]) as c (code_id)
  cross join lateral (
    select last_id, product_id from code_order where first_id <= c.code_id order by first_id desc limit 1
  ) o
  left join lateral (
    select last_id, product_id from code_segment where first_id <= c.code_id order by first_id desc limit 1
  ) s on s.last_id >= c.code_id
  left join product p on p.id = coalesce(s.product_id, o.product_id)
  where o.last_id >= c.code_id`;
