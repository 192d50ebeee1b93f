import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Product } from '../../../../contract/base/product.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { Language } from '../../../platform/language.ts';
import { symbolIn } from '../packaging/packaging-units.ts';

/** A product as lists show it, read with the names of what it refers to. */
export interface ProductRow extends Omit<Product, 'unit_symbol' | 'created_at' | 'updated_at'> {
  readonly symbol_zh: string | null;
  readonly symbol_en: string | null;
  readonly symbol_es: string | null;
  readonly symbol_ja: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Joins what a product refers to, by keys alone: a count over the rows leaves the joins out again. */
export const productDetails = <Out>(rows: SelectQueryBuilder<Schema, 'product', Out>) =>
  rows
    .leftJoin('brand', 'brand.id', 'product.brand_id')
    .leftJoin('packaging_unit as unit', 'unit.id', 'product.unit_id')
    .leftJoin('hierarchy', 'hierarchy.id', 'product.hierarchy_id')
    .select([
      'product.id',
      'product.product_code',
      'product.product_name',
      'product.gtin',
      'product.spec',
      'product.brand_id',
      'brand.brand_code',
      'brand.brand_name',
      'product.category',
      'product.unit_id',
      'unit.unit_code',
      'unit.symbol_zh',
      'unit.symbol_en',
      'unit.symbol_es',
      'unit.symbol_ja',
      'product.hierarchy_id',
      'hierarchy.hierarchy_code',
      'hierarchy.hierarchy_name',
      'product.shelf_life_days',
      sql<string | null>`product.pictures[1]`.as('picture'),
      'product.status',
      'product.created_at',
      'product.updated_at',
    ]);

export function shownProduct(row: ProductRow, language: Language): Product {
  const { symbol_zh, symbol_en, symbol_es, symbol_ja, created_at, updated_at, ...shown } = row;
  return {
    ...shown,
    unit_symbol: symbol_zh === null ? null : symbolIn(language, { symbol_zh, symbol_en, symbol_es, symbol_ja }),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

/** A brand and every brand below it. */
export const brandsBelow = (db: Kysely<Schema>, brand: number) =>
  db
    .withRecursive('brand_below', (from) =>
      from
        .selectFrom('brand')
        .where('brand.id', '=', brand)
        .select('brand.id')
        .union((again) =>
          again.selectFrom('brand').innerJoin('brand_below', 'brand_below.id', 'brand.parent_id').select('brand.id'),
        ),
    )
    .selectFrom('brand_below')
    .select('brand_below.id');
