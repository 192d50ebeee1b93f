import type { Change } from '#platform/audit/audit-log.ts';
import { conflict } from '#platform/refusal.ts';
import { requireNoTwin } from '#trace/lot-twins.ts';
import { day } from '../work-order-life.ts';

interface OrderOfLot {
  readonly product_id: number;
  readonly lot: string | null;
  readonly production_date: string | null;
  readonly expiry_date: string | null;
}

/** The columns of a work order that say which lot it makes. */
interface MadeLot {
  readonly lot: string;
  readonly lot_id: number;
  readonly production_date: string | null;
  readonly expiry_date: string | null;
}

/**
 * The lot that a work order makes, inserted if it is new. Goods without a lot could never be released, so what the order leaves
 * open is filled in: the number of the lot from the day and the id of the order, the dates from the lot where it is known, else
 * from `today` and the shelf life. Several orders may make the same lot, but a lot has one production date and one expiry date:
 * throws 409 if they differ.
 */
export async function lotToMake(change: Change, id: number, order: OrderOfLot, today: string): Promise<MadeLot> {
  const { db } = change;
  const { product_id } = order;
  const lot = order.lot ?? `${(order.production_date ?? today).replaceAll('-', '')}-${id}`;
  const existing = await lotKnown(change, product_id, lot);
  if (!existing) await requireNoTwin(change, { product_id, lot, work_order_id: id });
  const production_date = order.production_date ?? (existing ? existing.production_date : today);
  if (production_date && order.expiry_date && order.expiry_date < production_date)
    throw conflict('work_order_expires_before', { day: production_date });
  const product = await db
    .selectFrom('product')
    .select('shelf_life_days')
    .where('id', '=', product_id)
    .executeTakeFirst();
  const expiry_date =
    order.expiry_date ?? lastDayOf(production_date, product?.shelf_life_days ?? null) ?? existing?.expiry_date ?? null;
  const lotRow =
    existing ??
    (await db
      .insertInto('lot')
      .values({ product_id, lot_no: lot, production_date, expiry_date })
      .onConflict((conflicting) => conflicting.columns(['product_id', 'lot_no']).doNothing())
      .returning('id')
      .executeTakeFirst()
      .then((row) => row && { id: row.id, production_date, expiry_date }));
  if (lotRow && !existing) change.made('lot', lotRow.id);
  // Another order may have made the lot since it was looked for.
  const one = lotRow ?? (await lotKnown(change, product_id, lot));
  if (!one || one.production_date !== production_date || one.expiry_date !== expiry_date)
    throw conflict('lot_has_other_dates', { lot });
  return { lot, lot_id: one.id, production_date, expiry_date };
}

const lotKnown = ({ db }: Change, product_id: number, lot: string) =>
  db
    .selectFrom('lot')
    .select(['id', day('production_date').as('production_date'), day('expiry_date').as('expiry_date')])
    .where('product_id', '=', product_id)
    .where('lot_no', '=', lot)
    .executeTakeFirst();

/** The last day of a shelf life that begins on a day; null where either is not known. */
export function lastDayOf(productionDate: string | null, shelfLifeDays: number | null): string | null {
  if (productionDate === null || shelfLifeDays === null) return null;
  const day = new Date(`${productionDate}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + shelfLifeDays);
  return day.toISOString().slice(0, 10);
}
