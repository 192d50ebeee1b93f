import { sql } from 'kysely';
import {
  brandAdd,
  brandDelete,
  brandExport,
  brandImport,
  brandPage,
  brandUpdate,
} from '../../../../contract/base/brand.ts';
import type { InputOf } from '../../../../contract/call.ts';
import { requirePictures } from '../../../platform/pictures/pictures.ts';
import { serveRecords } from '../../../platform/records/records.ts';
import { holdsWords } from '../../../platform/records/search.ts';
import { requirePlace } from '../../../platform/records/tree.ts';
import { serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';
import { referredAbove } from '../references.ts';

type BrandInput = InputOf<typeof brandAdd>;

/** Brands in a tree: a house, its lines, their series. */
export function serveBrands(services: Services): void {
  serveList(services, {
    name: 'productsort',
    page: brandPage,
    export: brandExport,
    columns: [
      'brand_code',
      'brand_name',
      'parent_code',
      'parent_name',
      'sort',
      'products',
      'status',
      'created_at',
      'updated_at',
    ],
    rows: (from, { keyword, status }) => {
      let rows = from
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
      if (keyword) rows = rows.where(holdsWords('brand', keyword));
      if (status) rows = rows.where('brand.status', '=', status);
      return rows;
    },
    sort: {
      brand_code: sql.ref('brand.brand_code'),
      brand_name: sql.ref('brand.brand_name'),
      sort: sql.ref('brand.sort'),
      status: sql.ref('brand.status'),
      created_at: sql.ref('brand.created_at'),
      updated_at: sql.ref('brand.updated_at'),
    },
    defaultSort: 'sort',
    tieBreak: sql.ref('brand.id'),
    present: (row: BrandRow) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    }),
  });

  serveRecords(services, {
    table: 'brand',
    add: brandAdd,
    update: brandUpdate,
    remove: brandDelete,
    import: {
      list: 'productsort',
      call: brandImport,
      words: { parent_id: referredAbove('brand', ['parent_code', 'parent_name']) },
    },
    code: 'brand_code',
    foundBy: ['brand_code', 'brand_name'],
    columns,
    check: async ({ input: { parent_id, logo }, before, change }) => {
      await requirePlace(change, 'brand', before?.id as number | undefined, parent_id ?? null);
      await requirePictures(change.db, logo ? [{ hash: logo, path: 'logo' }] : []);
    },
    users: (db, id) => ({
      brand_has_brands: db.selectFrom('brand').where('parent_id', '=', id).select('brand_name as name').orderBy('id'),
      brand_in_products: db
        .selectFrom('product')
        .where('brand_id', '=', id)
        .select('product_name as name')
        .orderBy('id'),
    }),
  });
}

interface BrandRow {
  id: number;
  brand_code: string;
  brand_name: string;
  parent_id: number | null;
  parent_code: string | null;
  parent_name: string | null;
  logo: string | null;
  sort: number;
  products: number;
  status: 'enabled' | 'disabled';
  created_at: Date;
  updated_at: Date;
}

function columns({ brand_code, brand_name, parent_id, logo, sort, status }: BrandInput) {
  return {
    brand_code: brand_code.trim(),
    brand_name: brand_name.trim(),
    parent_id: parent_id ?? null,
    logo: logo ?? null,
    sort: sort ?? 0,
    ...(status ? { status } : {}),
  };
}
