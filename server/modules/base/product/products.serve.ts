import { writtenForms } from '@suyuan/codes/carrier/carrier.ts';
import { isValidGtin } from '@suyuan/codes/format/check.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { extensionParser } from '#platform/extension/extension-text.ts';
import { requireValues } from '#platform/extension/extension-values.ts';
import type { Query } from '#platform/lists/declared-list.ts';
import { containing } from '#platform/lists/list.ts';
import { findsWords } from '#platform/lists/search.ts';
import { orNull } from '#platform/records/columns.ts';
import { referred } from '#platform/references/references.ts';
import { conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { productExtension } from './fields/product-extension.ts';
import { contentColumns } from './product-content.ts';
import { requireGtin, requireGtinOfItsOwn, requireRulesOfLevels, requireUnprinted } from './product-input.ts';
import { brandsBelow, productDetails, shownProduct, withFields, withRules } from './product-row.ts';

/** Serves products. Every filter and sort order of the list has an index, so that it works with a hundred thousand rows. */
export default function serveProducts(services: Services): void {
  serveThing(services, product, {
    table: 'product',
    rows: (from) => productDetails(from.selectFrom('product')),
    complete: async (rows, db) => withRules(services.system.common.sql, await withFields(db, rows)),
    completeExports: true,
    present: shownProduct,
    narrow: {
      product_code: withPart('product_code'),
      product_name: withPart('product_name'),
      gtin: (rows, part) =>
        isValidGtin(part) ? rows.where('product.gtin', 'in', writtenForms(part)) : withPart('gtin')(rows, part),
      brand_id: (rows, brand, db) => rows.where('product.brand_id', 'in', brandsBelow(db, brand)),
    },
    foundBy: ['product_code', 'product_name', 'gtin', 'spec', 'category', 'product_name_translations'],
    columns: (input, _, change) => contentColumns(change, input),
    onlyGiven: ['pictures', 'description', 'extension', 'rule_ids'],
    refusals: { product_gtin_key: () => conflict('gtin_of_other_product') },
    check: async (saving) => {
      const { input, before, change } = saving;
      await requireValues(saving, productExtension);
      if (input.rule_ids) await requireRulesOfLevels(change, input.rule_ids);
      const gtin = orNull(input.gtin);
      requireGtin(gtin);
      await requireGtinOfItsOwn({ before, change }, { gtin, status: input.status });
      if (before && before.gtin !== gtin) await requireUnprinted(change.db, before.id as number);
    },
    parsers: {
      brand_id: referred('brand', ['brand_code', 'brand_name']),
      unit_id: referred('packaging_unit', ['unit_code', 'unit_symbol']),
      hierarchy_id: referred('hierarchy', ['hierarchy_code', 'hierarchy_name']),
      extension: extensionParser(productExtension, 'extension_list'),
    },
    users: (db, id) => ({ product_in_orders: ordersOf(db, id) }),
  });
}

/** Filters by a part of a column: the search index over all texts finds candidates, which are then compared with the column. */
const withPart = (column: 'product_code' | 'product_name' | 'gtin') => (rows: Query, part: string) =>
  rows.where(findsWords('product', part)).where(`product.${column}`, 'ilike', containing(part));

/** The orders with codes of a product, ordered for it or bound to it later. */
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
