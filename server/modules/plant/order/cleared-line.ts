import type { Kysely } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Schema } from '#platform/database/schema.ts';
import { conflict } from '#platform/refusal.ts';

interface Started {
  readonly id: number;
  readonly line_id: number | null;
}

/** An order that no longer runs on a line, and when it ended. */
interface Ended {
  readonly id: number;
  readonly order_no: string;
  readonly at: Date;
}

/** The order that ended last on a line; undefined if none did. Orders that run are left out. */
export async function lastEndedOn(db: Kysely<Schema>, line: number): Promise<Ended | undefined> {
  const row = await db
    .selectFrom('work_order')
    .select((eb) => ['id', 'order_no', eb.fn.coalesce('finished_at', 'held_at').as('at')])
    .where('line_id', '=', line)
    .where('started_at', 'is not', null)
    .where('status', '<>', 'running')
    .where((eb) => eb(eb.fn.coalesce('finished_at', 'held_at'), 'is not', null))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, at: row.at as Date };
}

/** Whether a line was cleared of an order after that had ended there. */
export async function isClearedOf(db: Kysely<Schema>, { id, at }: Ended): Promise<boolean> {
  const row = await db
    .selectFrom('line_clearance')
    .select('id')
    .where('work_order_id', '=', id)
    .where('status', '=', 'signed')
    .where('prepared_at', '>=', at)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Throws 409 if an order is started on a line that has to be cleared between two orders, and was not since another one ended there.
 * An order that goes on after a pause follows none.
 */
export async function requireClearedLine({ db }: Change, { id, line_id }: Started): Promise<void> {
  if (line_id === null) return;
  const { clearance, line_name } = await db
    .selectFrom('production_line')
    .select(['clearance', 'line_name'])
    .where('id', '=', line_id)
    .executeTakeFirstOrThrow();
  if (clearance === 'none') return;
  const last = await lastEndedOn(db, line_id);
  if (last === undefined || last.id === id || (await isClearedOf(db, last))) return;
  throw conflict('line_uncleared', { line: line_name, order: last.order_no });
}
