import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { among } from '#platform/database/statements/among.ts';

/** What is shown of a lot, and checked before its goods are shipped. */
export interface LotFacts {
  readonly id: number;
  readonly lotNo: string;
  /** Released for the market. */
  readonly released: boolean;
  /** `2026-01-31`, as is the expiry. */
  readonly production: string | null;
  readonly expiry: string | null;
}

/** The columns that `lotFacts` is made from. */
export interface LotColumns {
  readonly lot_id: number;
  readonly lot_no: string;
  readonly released: boolean;
  readonly production: string | null;
  readonly expiry: string | null;
}

/** These columns, except for the id, for a `lot` with the alias `l`. */
export const lotColumns = (sql: Connection): Fragment => sql`
  l.lot_no, l.market_released_at is not null as released,
  to_char(l.production_date, 'YYYY-MM-DD') as production, to_char(l.expiry_date, 'YYYY-MM-DD') as expiry`;

/** The order in which lots should leave: first expired, first out, and those that do not expire by their day of production. */
export const inOrderOfLeaving = (sql: Connection): Fragment => sql`
  l.expiry_date nulls last, case when l.expiry_date is null then l.production_date end nulls last, l.id`;

export const lotFacts = ({ lot_id, lot_no, released, production, expiry }: LotColumns): LotFacts => ({
  id: lot_id,
  lotNo: lot_no,
  released,
  production,
  expiry,
});

export async function readLots(sql: Connection, ids: readonly number[]): Promise<LotFacts[]> {
  if (ids.length === 0) return [];
  const rows = await sql<
    LotColumns[]
  >`select l.id as lot_id, ${lotColumns(sql)} from lot l where l.id ${among(sql, ids)}`;
  return rows.map(lotFacts);
}

/** The product of goods, in the columns of lists. */
export interface ProductFacts {
  readonly product_id: number;
  readonly product_code: string;
  readonly product_name: string;
  readonly gtin: string | null;
  readonly spec: string | null;
}

/** The columns of a product that a row may lack. */
export type ProductColumns = { readonly [Column in keyof ProductFacts]: ProductFacts[Column] | null };

/** The columns of a product `r`, except its id. */
export const productColumns = (sql: Connection): Fragment => sql`r.product_code, r.product_name, r.gtin, r.spec`;

/** The product in a row; null if it has none. */
export function productFacts(row: ProductColumns): ProductFacts | null {
  const { product_id, product_code, product_name, gtin, spec } = row;
  if (product_id === null || product_code === null || product_name === null) return null;
  return { product_id, product_code, product_name, gtin, spec };
}

export async function readProducts(sql: Connection, ids: readonly number[]): Promise<readonly ProductFacts[]> {
  if (ids.length === 0) return [];
  return sql<ProductFacts[]>`
    select r.id as product_id, ${productColumns(sql)} from product r where r.id ${among(sql, ids)}`;
}
