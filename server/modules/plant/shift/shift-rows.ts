import { type Kysely, sql } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { notFound } from '#platform/refusal.ts';

/** Hand-overs of shifts with the names of their teams and lines. */
export const shiftHandovers = (db: Kysely<Schema>) =>
  db
    .selectFrom('shift_handover')
    .innerJoin('team as t', 't.id', 'shift_handover.team_id')
    .leftJoin('production_line as l', 'l.id', 'shift_handover.line_id')
    .selectAll('shift_handover')
    .select([
      't.team_name',
      'l.line_name',
      sql<string>`to_char(${sql.ref('shift_handover.day')}, 'YYYY-MM-DD')`.as('day'),
    ]);

/** A hand-over that the caller may see. Throws 404. */
export async function visibleShift(db: Kysely<Schema>, id: number) {
  const row = await shiftHandovers(db).where('shift_handover.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('shift_handover');
  return row;
}
export type ShiftRow = Awaited<ReturnType<typeof visibleShift>>;
