import { type Kysely, sql } from 'kysely';
import {
  productAdd,
  productDelete,
  productExport,
  productImport,
  productPage,
  productUpdate,
} from '../../../../contract/base/product.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { orNull } from '../../../platform/records/columns.ts';
import { serveRecords } from '../../../platform/records/records.ts';
import { findsWords } from '../../../platform/records/search.ts';
import { containing, type List, serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';
import { referred } from '../references.ts';
import { contentColumns } from './product-content.ts';
import { productColumns, requireUnprinted } from './product-input.ts';
import { brandsBelow, type ProductRow, productDetails, shownProduct } from './product-row.ts';

/** The list of products. At a hundred thousand of them every filter and sort of it finds an index. */
const productList: List<typeof productPage, ProductRow> = {
  name: 'productlist',
  page: productPage,
  export: productExport,
  columns: [
    'product_code',
    'product_name',
    'gtin',
    'spec',
    'brand_code',
    'brand_name',
    'category',
    'unit_code',
    'unit_symbol',
    'hierarchy_code',
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
  indexed: true,
  present: (row: ProductRow, language) => shownProduct(row, language),
};

/** What codes are ordered for. */
export function serveProducts(services: Services): void {
  serveList(services, productList);

  serveRecords(services, {
    table: 'product',
    add: productAdd,
    update: productUpdate,
    remove: productDelete,
    import: {
      list: 'productlist',
      call: productImport,
      words: {
        brand_id: referred('brand', ['brand_code', 'brand_name']),
        unit_id: referred('packaging_unit', ['unit_code', 'unit_symbol']),
        hierarchy_id: referred('hierarchy', ['hierarchy_code', 'hierarchy_name']),
      },
    },
    code: 'product_code',
    foundBy: ['product_code', 'product_name', 'gtin', 'spec', 'category'],
    columns: async (input, _, change) => ({ ...productColumns(input), ...(await contentColumns(change, input)) }),
    onlyGiven: ['pictures', 'description', 'extension'],
    check: async ({ input: { gtin }, before, change }) => {
      if (before && before.gtin !== orNull(gtin)) await requireUnprinted(change.db, before.id as number);
    },
    users: (db, id) => ({ product_in_orders: ordersOf(db, id) }),
  });
}

/** Orders of codes of a product, and of pre-codes that were bound to it later. */
const ordersOf = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('code_order as o')
    .where((eb) =>
      eb.or([
        eb('o.product_id', '=', id),
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
    .orderBy('o.id');

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
