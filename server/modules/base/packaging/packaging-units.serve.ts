import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { textIn } from '@suyuan/contract/languages.ts';
import { fieldsOf } from '@suyuan/contract/thing/in-languages.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { presentRow } from '../fields.ts';

/** Serves packaging units, such as bottle, box, case and pallet. */
export default function servePackagingUnits(services: Services): void {
  serveThing(services, packagingUnit, {
    table: 'packaging_unit',
    few: true,
    rows: (from) => from.selectFrom('packaging_unit').selectAll(),
    present: (row, language) => ({
      ...presentRow(row),
      ...fieldsOf('symbol', row.symbol),
      symbol: textIn(row.symbol, language),
    }),
    defaultSort: 'level',
    foundBy: ['unit_code', 'symbol'],
    check: async ({ input: { level }, before, change: { db } }) => {
      if (before && before.level !== level) await requireUnranked(db, before.id as number);
    },
    users: (db, id) => ({
      unit_in_hierarchies: hierarchiesOf(db, id),
      unit_in_products: db.selectFrom('product').where('unit_id', '=', id).select('product_name as name').orderBy('id'),
    }),
  });
}

/** The packaging relations that use a unit in any version. */
const hierarchiesOf = (db: Kysely<Schema>, unit: number) =>
  db
    .selectFrom('hierarchy as h')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('hierarchy_level as l')
          .select('l.unit_id')
          .whereRef('l.hierarchy_id', '=', 'h.id')
          .where('l.unit_id', '=', unit),
      ),
    )
    .select('h.hierarchy_name as name')
    .orderBy('h.id');

/** Throws 400 if packaging relations use the unit, because its level decides what can contain it. */
async function requireUnranked(db: Kysely<Schema>, id: number): Promise<void> {
  const rows = await hierarchiesOf(db, id).limit(1).execute();
  if (rows[0]) throw badInput({ path: 'level', reason: 'unit_ranked', params: { hierarchy: rows[0].name } });
}
