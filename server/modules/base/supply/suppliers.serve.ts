import { supplier } from '@suyuan/contract/base/material.ts';
import type { Kysely } from 'kysely';
import { areaName, areaParser, requireArea } from '#platform/areas/areas.ts';
import type { Schema } from '#platform/database/schema.ts';
import { namesOf } from '#platform/records/in-use.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { presentRow } from '../fields.ts';

export default function serveSuppliers(services: Services): void {
  serveThing(services, supplier, {
    table: 'packaging_supplier',
    rows: suppliers,
    present: (row) => ({
      ...presentRow(row),
      area_name: row.area_code && areaName(row.area_code),
      materials: Number(row.materials),
    }),
    foundBy: ['supplier_code', 'supplier_name', 'contact', 'phone'],
    check: requireArea,
    parsers: { area_code: areaParser },
    users: (db, id) => ({
      has_certificates: namesOf(db.selectFrom('certificate').where('supplier_id', '=', id), 'certificate_no'),
      supplier_has_materials: namesOf(db.selectFrom('material').where('supplier_id', '=', id), 'material_name'),
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
