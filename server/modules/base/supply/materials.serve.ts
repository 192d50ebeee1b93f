import { toGtin14 } from '@suyuan/codes/carrier/carrier.ts';
import { isValidGtin } from '@suyuan/codes/format/check.ts';
import { material } from '@suyuan/contract/base/material.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { orNull } from '#platform/records/columns.ts';
import type { Saving } from '#platform/records/record-rules.ts';
import { isThere, referred } from '#platform/references/references.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { presentRow } from '../fields.ts';

type MaterialInput = InputOf<typeof material.add>;

/** Raw materials and packaging materials. */
export default function serveMaterials(services: Services): void {
  serveThing(services, material, {
    table: 'material',
    rows: materials,
    present: presentRow,
    foundBy: ['material_code', 'material_name', 'spec', 'gtin'],
    columns: ({ kind, gtin }) => ({
      // Only packaging materials have a supplier.
      ...(kind === 'packaging' ? {} : { supplier_id: null }),
      gtin: orNull(gtin) && toGtin14(orNull(gtin) as string),
    }),
    check: async (saving) => {
      await requireGtin(saving);
      await requireSupplier(saving);
    },
    refusals: { material_gtin_key: () => conflict('gtin_of_other_material') },
    parsers: { supplier_id: referred('packaging_supplier', ['supplier_code', 'supplier_name']) },
  });
}

const materials = (db: Kysely<Schema>) =>
  db
    .selectFrom('material')
    .leftJoin('packaging_supplier as supplier', 'supplier.id', 'material.supplier_id')
    .selectAll('material')
    .select(['supplier.supplier_code', 'supplier.supplier_name']);

/** Throws 400 for an invalid GTIN, or for that of another material, since labels identify materials by it. */
async function requireGtin({ input, before, change }: Saving<MaterialInput>): Promise<void> {
  const gtin = orNull(input.gtin);
  if (!gtin) return;
  if (!isValidGtin(gtin)) throw badInput({ path: 'gtin', reason: 'gtin' });
  const other = await change.db
    .selectFrom('material')
    .select('id')
    .where('gtin', '=', toGtin14(gtin))
    .where('id', '<>', (before?.id as number | undefined) ?? 0)
    .executeTakeFirst();
  if (other) throw badInput({ path: 'gtin', reason: 'taken', params: { value: gtin } });
}

async function requireSupplier({ input, before, change }: Saving<MaterialInput>): Promise<void> {
  const { kind, supplier_id } = input;
  if (!supplier_id || supplier_id === before?.supplier_id) return;
  if (kind !== 'packaging') throw badInput({ path: 'supplier_id', reason: 'supplies_packaging' });
  if (!(await isThere(change, 'packaging_supplier', supplier_id)))
    throw badInput({ path: 'supplier_id', reason: 'no_such', params: { value: supplier_id } });
}
