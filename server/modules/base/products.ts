import { type Kysely, sql } from 'kysely';
import {
  productAdd,
  productDelete,
  productExport,
  productImport,
  productPage,
  productUpdate,
} from '../../../contract/base.ts';
import { serveImport } from '../../platform/import.ts';
import { refuseUsed } from '../../platform/in-use.ts';
import { containing, type List, serveList } from '../../platform/list.ts';
import { notFound } from '../../platform/refusal.ts';
import type { Schema } from '../../platform/schema.ts';
import { findsWords } from '../../platform/search.ts';
import type { Services } from '../../platform/services.ts';
import { refuseStale } from '../../platform/stale.ts';
import { contentColumns } from './product-content.ts';
import { insertProduct, plainColumns, productColumns, requireUnprinted, saved } from './product-input.ts';
import { brandsBelow, type ProductRow, productDetails, shownProduct } from './product-row.ts';
import { byCodeOrName } from './references.ts';

/** The list of products. At a hundred thousand of them every filter and sort of it finds an index. */
export const productList: List<typeof productPage, ProductRow> = {
  name: 'productlist',
  page: productPage,
  export: productExport,
  columns: [
    'product_code',
    'product_name',
    'gtin',
    'spec',
    'brand_name',
    'category',
    'unit_symbol',
    'hierarchy_name',
    'shelf_life_days',
    'status',
    'created_at',
    'updated_at',
  ],
  rows: (from, filters) => productDetails(filteredProducts(from, filters)),
  sort: Object.fromEntries(
    ['product_code', 'product_name', 'gtin', 'created_at', 'updated_at'].map((column) => [
      column,
      sql.ref(`product.${column}`),
    ]),
  ),
  defaultSort: '-created_at',
  tieBreak: sql.ref('product.id'),
  present: (row: ProductRow, language) => shownProduct(row, language),
};

/** What codes are ordered for. */
export function serveProducts(services: Services): void {
  const { routes } = services;

  serveList(services, productList);

  routes.change(productAdd, (input, _, change) => insertProduct(input, change));
  serveImport(services, {
    list: 'productlist',
    call: productImport,
    add: productAdd,
    insert: insertProduct,
    words: {
      brand_id: { columns: ['brand_name'], read: byCodeOrName('brand') },
      unit_id: { columns: ['unit_symbol'], read: byCodeOrName('packaging_unit') },
      hierarchy_id: { columns: ['hierarchy_name'], read: byCodeOrName('hierarchy') },
    },
  });

  routes.change(productUpdate, async ({ id, updated_at, ...input }, _, change) => {
    await change.changing('product', id);
    await refuseStale(change, 'product', id, updated_at);
    const row = await change.db.selectFrom('product').select(plainColumns).where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound('product');
    // What is left out stays as it is.
    const wished = productColumns({ ...row, ...input });
    if (row.gtin !== wished.gtin) await requireUnprinted(change.db, id);
    const content = await contentColumns(change, input);
    await saved(
      change.db
        .updateTable('product')
        .set({ ...wished, ...content, updated_at: new Date() })
        .where('id', '=', id)
        .execute(),
      input,
    );
    return { id };
  });

  routes.change(productDelete, async ({ id }, _, change) => {
    await change.changing('product', id);
    const { db } = change;
    await refuseUsed(
      'product_in_orders',
      db
        .selectFrom('code_order as o')
        .where((eb) =>
          eb.or([
            eb('o.product_id', '=', id),
            // Pre-codes that were bound to it later.
            eb.exists(
              eb
                .selectFrom('code_segment as s')
                .select('s.first_id')
                .whereRef('s.order_id', '=', 'o.id')
                .where('s.product_id', '=', id),
            ),
          ]),
        )
        .select('o.order_no as name')
        .orderBy('o.id'),
    );
    const row = await db.deleteFrom('product').where('id', '=', id).returning('id').executeTakeFirst();
    if (!row) throw notFound('product');
    return null;
  });
}

interface Filters {
  keyword?: string;
  product_code?: string;
  product_name?: string;
  gtin?: string;
  brand_id?: number;
  category?: string;
  status?: 'enabled' | 'disabled';
}

/** Parts of a column are looked up like keywords, in the text that holds them all, and then seen in the column. */
function filteredProducts(from: Kysely<Schema>, filters: Filters) {
  const { brand_id, category, status } = filters;
  let rows = from.selectFrom('product');
  if (filters.keyword) rows = rows.where(findsWords('product', filters.keyword));
  for (const column of ['product_code', 'product_name', 'gtin'] as const) {
    const part = filters[column];
    if (part) rows = rows.where(findsWords('product', part)).where(`product.${column}`, 'ilike', containing(part));
  }
  if (brand_id) rows = rows.where('product.brand_id', 'in', brandsBelow(from, brand_id));
  if (category) rows = rows.where('product.category', '=', category);
  if (status) rows = rows.where('product.status', '=', status);
  return rows;
}
