import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { notFound } from '#platform/refusal.ts';

/** Clearances of lines with the names of what they are about. */
export const lineClearances = (db: Kysely<Schema>) =>
  db
    .selectFrom('line_clearance')
    .innerJoin('work_order as o', 'o.id', 'line_clearance.work_order_id')
    .innerJoin('product as p', 'p.id', 'o.product_id')
    .innerJoin('production_line as l', 'l.id', 'line_clearance.line_id')
    .selectAll('line_clearance')
    .select(['o.order_no', 'o.product_id', 'o.lot', 'p.product_name', 'l.line_name']);

/** A clearance that the caller may see. Throws 404. */
export async function visibleClearance(db: Kysely<Schema>, id: number) {
  const row = await lineClearances(db).where('line_clearance.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('line_clearance');
  return row;
}
export type ClearanceRow = Awaited<ReturnType<typeof visibleClearance>>;
