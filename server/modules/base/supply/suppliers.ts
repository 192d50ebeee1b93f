import { type Kysely, sql } from 'kysely';
import {
  type Supplier,
  supplierAdd,
  supplierDelete,
  supplierExport,
  supplierImport,
  supplierPage,
  supplierUpdate,
} from '../../../../contract/base/material.ts';
import type { InputOf } from '../../../../contract/call.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { areaName, areaWords } from '../../../platform/places/areas.ts';
import { orNull } from '../../../platform/records/columns.ts';
import { serveRecords } from '../../../platform/records/records.ts';
import { findsWords } from '../../../platform/records/search.ts';
import { serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';
import { named, presentKept, reach, requireArea } from '../fields.ts';

/** Suppliers of packaging material. */
export function serveSuppliers(services: Services): void {
  serveList(services, {
    name: 'supplier',
    page: supplierPage,
    export: supplierExport,
    columns: [
      'supplier_code',
      'supplier_name',
      'contact',
      'phone',
      'area_name',
      'address',
      'licence_no',
      'materials',
      'status',
      'created_at',
      'updated_at',
    ],
    rows: (from, { keyword, status }) => {
      let rows = suppliers(from);
      if (keyword) rows = rows.where(findsWords('packaging_supplier', keyword));
      if (status) rows = rows.where('packaging_supplier.status', '=', status);
      return rows;
    },
    sort: {
      supplier_code: sql.ref('supplier_code'),
      supplier_name: sql.ref('supplier_name'),
      created_at: sql.ref('created_at'),
      updated_at: sql.ref('updated_at'),
    },
    defaultSort: '-created_at',
    tieBreak: sql.ref('id'),
    indexed: true,
    present: (row: SupplierRow): Supplier => ({
      ...presentKept(row),
      area_name: row.area_code && areaName(row.area_code),
      materials: Number(row.materials),
    }),
  });

  serveRecords(services, {
    table: 'packaging_supplier',
    add: supplierAdd,
    update: supplierUpdate,
    remove: supplierDelete,
    import: {
      list: 'supplier',
      call: supplierImport,
      words: { area_code: areaWords },
    },
    code: 'supplier_code',
    foundBy: ['supplier_code', 'supplier_name', 'contact', 'phone'],
    columns,
    check: requireArea,
    users: (db, id) => ({
      supplier_has_materials: named(db.selectFrom('material').where('supplier_id', '=', id), 'material_name'),
    }),
  });
}

const suppliers = (db: Kysely<Schema>) =>
  db
    .selectFrom('packaging_supplier')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('material as m')
        .whereRef('m.supplier_id', '=', 'packaging_supplier.id')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('materials'),
    );

type SupplierRow = Awaited<ReturnType<ReturnType<typeof suppliers>['execute']>>[number];

function columns(input: InputOf<typeof supplierAdd>) {
  const { supplier_code, supplier_name, licence_no, status } = input;
  return {
    supplier_code: supplier_code.trim(),
    supplier_name: supplier_name.trim(),
    ...reach(input),
    licence_no: orNull(licence_no),
    ...(status ? { status } : {}),
  };
}
