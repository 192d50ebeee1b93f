import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { lastEndedOn } from '../order/cleared-line.ts';

/** The order that a line is to be cleared of. Throws 404 for a line that the caller may not see, 409 if nothing ended there. */
export async function orderToClear(db: Kysely<Schema>, line_id: number) {
  const line = await db.selectFrom('production_line').select('line_name').where('id', '=', line_id).executeTakeFirst();
  if (!line) throw notFound('production_line');
  const order = await lastEndedOn(db, line_id);
  if (!order) throw conflict('clearance_nothing', { line: line.line_name });
  return order;
}
