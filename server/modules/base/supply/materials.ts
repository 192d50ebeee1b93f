import { type Kysely, sql } from 'kysely';
import {
  type Material,
  materialAdd,
  materialDelete,
  materialExport,
  materialImport,
  materialPage,
  materialUpdate,
} from '../../../../contract/base/material.ts';
import type { InputOf } from '../../../../contract/call.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { isThere } from '../../../platform/records/is-there.ts';
import type { Saving } from '../../../platform/records/record-rules.ts';
import { serveRecords } from '../../../platform/records/records.ts';
import { findsWords } from '../../../platform/records/search.ts';
import { badInput } from '../../../platform/refusal.ts';
import { serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';
import { orNull, presentKept } from '../fields.ts';
import { referred } from '../references.ts';

type MaterialInput = InputOf<typeof materialAdd>;

/** Raw materials and packaging materials. */
export function serveMaterials(services: Services): void {
  serveList(services, {
    name: 'material',
    page: materialPage,
    export: materialExport,
    columns: [
      'material_code',
      'material_name',
      'kind',
      'spec',
      'unit',
      'shelf_life_days',
      'supplier_code',
      'supplier_name',
      'remark',
      'status',
      'created_at',
      'updated_at',
    ],
    rows: (from, { keyword, kind, supplier_id, status }) => {
      let rows = materials(from);
      if (keyword) rows = rows.where(findsWords('material', keyword));
      if (kind) rows = rows.where('material.kind', '=', kind);
      if (supplier_id) rows = rows.where('material.supplier_id', '=', supplier_id);
      if (status) rows = rows.where('material.status', '=', status);
      return rows;
    },
    sort: {
      material_code: sql.ref('material.material_code'),
      material_name: sql.ref('material.material_name'),
      created_at: sql.ref('material.created_at'),
      updated_at: sql.ref('material.updated_at'),
    },
    defaultSort: '-created_at',
    tieBreak: sql.ref('material.id'),
    indexed: true,
    present: (row: MaterialRow): Material => presentKept(row),
  });

  serveRecords(services, {
    table: 'material',
    add: materialAdd,
    update: materialUpdate,
    remove: materialDelete,
    import: {
      list: 'material',
      call: materialImport,
      words: {
        supplier_id: referred('packaging_supplier', ['supplier_code', 'supplier_name']),
      },
    },
    code: { field: 'material_code', constraint: 'material_code_key' },
    foundBy: ['material_code', 'material_name', 'spec'],
    columns,
    check: requireSupplier,
  });
}

const materials = (db: Kysely<Schema>) =>
  db
    .selectFrom('material')
    .leftJoin('packaging_supplier as supplier', 'supplier.id', 'material.supplier_id')
    .selectAll('material')
    .select(['supplier.supplier_code', 'supplier.supplier_name']);

type MaterialRow = Awaited<ReturnType<ReturnType<typeof materials>['execute']>>[number];

async function requireSupplier({ input, before, change }: Saving<MaterialInput>): Promise<void> {
  const { kind, supplier_id } = input;
  if (!supplier_id || supplier_id === before?.supplier_id) return;
  if (kind !== 'packaging') throw badInput({ path: 'supplier_id', reason: 'supplies_packaging' });
  if (!(await isThere(change, 'packaging_supplier', supplier_id)))
    throw badInput({ path: 'supplier_id', reason: 'no_such', params: { value: supplier_id } });
}

function columns(input: MaterialInput) {
  const { material_code, material_name, kind, spec, unit, shelf_life_days, supplier_id, remark, status } = input;
  return {
    material_code: material_code.trim(),
    material_name: material_name.trim(),
    kind,
    spec: orNull(spec),
    unit: orNull(unit),
    shelf_life_days: shelf_life_days ?? null,
    // What is no packaging any more has no supplier any more.
    supplier_id: kind === 'packaging' ? (supplier_id ?? null) : null,
    remark: orNull(remark),
    ...(status ? { status } : {}),
  };
}
