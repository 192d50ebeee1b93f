import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';

/** The use of a material lot by a work order, after corrections. */
export interface MaterialUse {
  readonly work_order_id: number;
  readonly material_id: number;
  readonly material_name: string;
  readonly material_lot: string;
  readonly supplier: string | null;
  readonly amount: number;
  readonly unit: string | null;
}

/** The uses that hold now, as far as the caller may see them: without those that were corrected, or corrected to nothing. */
const currentUses = (db: Kysely<Schema>) =>
  db
    .selectFrom('material_use as u')
    .innerJoin('material as m', 'm.id', 'u.material_id')
    .select([
      'u.work_order_id',
      'u.material_id',
      'm.material_name',
      'u.material_lot',
      'u.supplier',
      'u.amount',
      'u.unit',
    ])
    .where('u.amount', '>', 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('material_use as later').select('later.id').whereRef('later.corrects', '=', 'u.id'))),
    )
    .orderBy('u.id');

export const usesOfLot = (db: Kysely<Schema>, lot: string, material: number | undefined): Promise<MaterialUse[]> =>
  currentUses(db)
    .where((eb) => eb(eb.fn('lower', ['u.material_lot']), '=', lot.trim().toLowerCase()))
    .$if(material !== undefined, (rows) => rows.where('u.material_id', '=', material as number))
    .execute();

export const usesOfOrders = async (db: Kysely<Schema>, orders: readonly number[]): Promise<MaterialUse[]> =>
  orders.length === 0 ? [] : currentUses(db).where('u.work_order_id', 'in', orders).execute();
