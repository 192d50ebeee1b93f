import { brand } from '@suyuan/contract/base/product/brand.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { requirePictures } from '#platform/pictures/pictures.ts';
import { namesOf } from '#platform/records/in-use.ts';
import { referredAbove } from '#platform/references/references.ts';
import { requirePosition } from '#platform/references/tree.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { presentRow } from '../../fields.ts';
import { brandTable } from './brand.table.ts';

/** Brands, which form a tree. */
export default function serveBrands(services: Services): void {
  serveThing(services, brand, {
    table: 'brand',
    few: true,
    rows: brands,
    present: (row) => ({ ...presentRow(row), products: Number(row.products) }),
    defaultSort: 'sort',
    foundBy: ['brand_code', 'brand_name'],
    check: async ({ input: { parent_id, logo }, before, change }) => {
      await requirePosition(change, 'brand', before?.id as number | undefined, parent_id ?? null);
      await requirePictures(change.db, logo ? [{ hash: logo, path: 'logo' }] : []);
    },
    parsers: { parent_id: referredAbove(brandTable, ['parent_code', 'parent_name']) },
    users: (db, id) => ({
      brand_has_brands: namesOf(db.selectFrom('brand').where('parent_id', '=', id), 'brand_name'),
      brand_in_products: namesOf(db.selectFrom('product').where('brand_id', '=', id), 'product_name'),
    }),
  });
}

const brands = (db: Kysely<Schema>) =>
  db
    .selectFrom('brand')
    .leftJoin('brand as parent', 'parent.id', 'brand.parent_id')
    .selectAll('brand')
    .select((eb) => [
      'parent.brand_code as parent_code',
      'parent.brand_name as parent_name',
      eb
        .selectFrom('product as p')
        .whereRef('p.brand_id', '=', 'brand.id')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('products'),
    ]);
