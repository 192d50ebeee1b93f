import type { Kysely } from 'kysely';
import { material } from '../../../../contract/base/material.ts';
import type { InputOf } from '../../../../contract/call/call.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { isThere } from '../../../platform/records/is-there.ts';
import type { Saving } from '../../../platform/records/record-rules.ts';
import { referred } from '../../../platform/records/references.ts';
import { serveThing } from '../../../platform/records/serve-thing.ts';
import { badInput } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import { presentRow } from '../fields.ts';

type MaterialInput = InputOf<typeof material.add>;

/** Raw materials and packaging materials. */
export default function serveMaterials(services: Services): void {
  serveThing(services, material, {
    table: 'material',
    rows: materials,
    present: presentRow,
    foundBy: ['material_code', 'material_name', 'spec'],
    // What is no packaging any more has no supplier any more.
    columns: ({ kind }) => (kind === 'packaging' ? {} : { supplier_id: null }),
    check: requireSupplier,
    parsers: { supplier_id: referred('packaging_supplier', ['supplier_code', 'supplier_name']) },
  });
}

const materials = (db: Kysely<Schema>) =>
  db
    .selectFrom('material')
    .leftJoin('packaging_supplier as supplier', 'supplier.id', 'material.supplier_id')
    .selectAll('material')
    .select(['supplier.supplier_code', 'supplier.supplier_name']);

async function requireSupplier({ input, before, change }: Saving<MaterialInput>): Promise<void> {
  const { kind, supplier_id } = input;
  if (!supplier_id || supplier_id === before?.supplier_id) return;
  if (kind !== 'packaging') throw badInput({ path: 'supplier_id', reason: 'supplies_packaging' });
  if (!(await isThere(change, 'packaging_supplier', supplier_id)))
    throw badInput({ path: 'supplier_id', reason: 'no_such', params: { value: supplier_id } });
}
