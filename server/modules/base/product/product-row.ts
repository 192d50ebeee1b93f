import { type Product, product } from '@suyuan/contract/base/product/product.ts';
import { type LocalisedText, type MainText, textIn } from '@suyuan/contract/languages.ts';
import { fieldsOf, type KeyIn } from '@suyuan/contract/thing/in-languages.ts';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { FieldRow } from '#platform/extension/extension-fields.ts';
import { extensionInWords } from '#platform/extension/extension-text.ts';
import { enabledFields, type KeptValues } from '#platform/extension/extension-values.ts';
import type { Language } from '#platform/language.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { productExtension } from './fields/product-extension.ts';

/** Joins what a product refers to by primary keys, so that PostgreSQL removes the joins when rows are only counted. */
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
      'unit.symbol',
      'product.hierarchy_id',
      'hierarchy.hierarchy_code',
      'hierarchy.hierarchy_name',
      'product.shelf_life_days',
      'product.min_remaining_days',
      'product.rule_ids',
      sql<string | null>`null`.as('code_rules'),
      sql<string | null>`product.pictures[1]`.as('picture'),
      'product.status',
      'product.extension',
      sql<FieldRow[]>`null`.as('fields'),
      'product.created_at',
      'product.updated_at',
      'product.product_name_translations',
      'product.spec_translations',
    ]);

type ProductRow = Omit<
  Product,
  'unit_symbol' | 'extension_list' | 'created_at' | 'updated_at' | KeyIn<'product_name' | 'spec'>
> & {
  readonly product_name_translations: LocalisedText;
  readonly spec_translations: LocalisedText;
  /** The symbol of its unit. */
  readonly symbol: MainText | null;
  readonly extension: KeptValues;
  /** The enabled extension fields, which `withFields` reads. */
  readonly fields: readonly FieldRow[] | null;
  readonly created_at: Date;
  readonly updated_at: Date;
};

/** The output for a product in lists. */
export const shownProduct = ({ fields, extension, ...row }: ProductRow, language: Language): Product =>
  declaredRow(product, {
    ...row,
    extension_list: extensionInWords(fields ?? [], extension, language),
    ...fieldsOf('product_name', row.product_name_translations),
    ...fieldsOf('spec', row.spec_translations),
    unit_symbol: row.symbol && textIn(row.symbol, language),
  });

/** Fills in the enabled extension fields, by which values are shown. */
export async function withFields<Row extends object>(
  db: Kysely<Schema>,
  rows: Row[],
): Promise<(Row & { readonly fields: readonly FieldRow[] })[]> {
  const fields = await enabledFields(db, productExtension);
  return rows.map((row) => ({ ...row, fields }));
}

/** Fills in the names of the rules that codes are made by, the smallest packages first. Rules have keys, so parties read no rows of them. */
export async function withRules<Row extends { readonly rule_ids: readonly number[] }>(
  on: Connection,
  rows: readonly Row[],
): Promise<(Row & { readonly code_rules: string | null })[]> {
  const ids = [...new Set(rows.flatMap(({ rule_ids }) => rule_ids))];
  const rules =
    ids.length === 0
      ? []
      : await on<{ id: number; rule_name: string }[]>`
          select id, rule_name from code_rule where id = any(${ids}::bigint[]) order by level`;
  return rows.map((row) => {
    const names = rules.filter(({ id }) => row.rule_ids.includes(id)).map(({ rule_name }) => rule_name);
    return { ...row, code_rules: names.length > 0 ? names.join(', ') : null };
  });
}

/** The ids of a brand and of all brands below it. */
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
