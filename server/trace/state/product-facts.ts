import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { among } from '#platform/database/statements/among.ts';
import type { CodeState } from './code-state.ts';

/** The product of goods, in the columns of a `CodeState`. */
export type ProductFacts = Pick<CodeState, 'product_code' | 'product_name' | 'gtin' | 'spec'> & {
  readonly product_id: number;
};

/** The columns of a product `r`, except its id. */
export const productColumns = (sql: Connection): Fragment => sql`r.product_code, r.product_name, r.gtin, r.spec`;

export async function readProducts(sql: Connection, ids: readonly number[]): Promise<readonly ProductFacts[]> {
  if (ids.length === 0) return [];
  return sql<ProductFacts[]>`
    select r.id as product_id, ${productColumns(sql)} from product r where r.id ${among(sql, ids)}`;
}
