import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import { roleNumbers } from '../state/set-events.ts';

/** The event by which a code took the place of another. */
export interface Succession {
  readonly event: number;
  readonly at: Date;
}

/**
 * The events by which codes took the place of others, by code. What lies in such a package kept the event that packed it first, but was
 * not in this one before it took over.
 */
export async function successionsOf(
  sql: Connection,
  codes: readonly number[],
): Promise<ReadonlyMap<number, Succession>> {
  if (codes.length === 0) return new Map();
  const rows = await sql<(Succession & { code: number })[]>`
    select code, event_id as event, event_time as at from event_code
    where code ${among(sql, codes)} and naming = ${roleNumbers.successor}`;
  return new Map(rows.map(({ code, ...succession }) => [code, succession]));
}
