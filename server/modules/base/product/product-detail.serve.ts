import { type ProductDetail, productDetail } from '@suyuan/contract/base/product/product.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { maySeeFigures } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { extensionOf } from '#platform/extension/extension-values.ts';
import type { Language } from '#platform/language.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { productScanDays } from '#scans/scan-days.ts';
import { countedLevels, levelsOf } from '../packaging/hierarchy-levels.ts';
import { productExtension } from './fields/product-extension.ts';
import { productDetails, shownProduct, withRules } from './product-row.ts';

type ProductFieldRow = Selectable<Schema['product_field']>;

/** Serves everything about one product. */
export default function serveProductDetail({ routes, system, timeZone }: Services): void {
  routes.serve(productDetail, async ({ id }, { db, account, language }) => {
    const row = await productDetails(db.selectFrom('product'))
      .where('product.id', '=', id)
      .select(['product.description', 'hierarchy.version as hierarchy_version', 'product.pictures'])
      .executeTakeFirst();
    if (!row) throw notFound('product');
    const { description, extension, hierarchy_version, pictures, ...plain } = row;
    const [product = plain] = await withRules(system.common.sql, [plain]);
    const [levels, fields, orders, scans] = await Promise.all([
      levelsInForce(db, row, language),
      extensionOf<ProductFieldRow>(db, productExtension, extension, language),
      maySeeFigures(account, 'records') ? ordersOf(db, id) : null,
      maySeeFigures(account, 'customerquery') ? productScanDays(system.enterprise.sql, timeZone(), id) : null,
    ]);
    return {
      ...shownProduct({ ...product, extension }, language),
      pictures,
      description,
      hierarchy_version,
      levels,
      extension: fields,
      orders,
      scans,
    };
  });
}

async function levelsInForce(
  db: Kysely<Schema>,
  { hierarchy_id, hierarchy_version }: { hierarchy_id: number | null; hierarchy_version: number | null },
  language: Language,
) {
  if (hierarchy_id === null || hierarchy_version === null) return [];
  return countedLevels((await levelsOf(db, hierarchy_id)).get(hierarchy_version) ?? [], language);
}

const latestOrders = 5;

async function ordersOf(db: Kysely<Schema>, product: number): Promise<ProductDetail['orders']> {
  const [figures, latest] = await Promise.all([
    codesOf(db, product)
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        sql<number>`safe_integer(coalesce(sum(codes.quantity), 0))`.as('quantity'),
      ])
      .executeTakeFirstOrThrow(),
    codesOf(db, product)
      .select(['order_no', 'quantity', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(latestOrders)
      .execute(),
  ]);
  return { ...figures, latest: latest.map((order) => ({ ...order, created_at: order.created_at.toISOString() })) };
}

/** The orders with codes of a product, and their number: ordered for it, or bound to it later. */
function codesOf(db: Kysely<Schema>, product: number) {
  const orders = db
    .selectFrom('code_order')
    .where('product_id', '=', product)
    .select(['id', 'order_no', 'created_at', 'quantity']);
  const bindings = db
    .selectFrom('code_segment as s')
    .innerJoin('code_order as o', 'o.id', 's.order_id')
    .where('s.product_id', '=', product)
    .groupBy(['o.id', 'o.order_no', 'o.created_at'])
    .select([
      'o.id',
      'o.order_no',
      'o.created_at',
      sql<number>`safe_integer(sum(s.last_id - s.first_id + 1))`.as('quantity'),
    ]);
  return db.selectFrom(orders.unionAll(bindings).as('codes'));
}
