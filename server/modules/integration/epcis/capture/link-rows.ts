import type { Connection } from '#platform/database/database.ts';
import { insertRows } from '#platform/database/statements/insert-rows.ts';
import type { KeptNumber } from './keep-events.ts';

/** The rows that captured events made. A row that several made at once is told of by the first. */
export async function linkRows(
  sql: Connection,
  links: readonly (KeptNumber & { readonly row: number })[],
): Promise<void> {
  const once = [...new Map(links.toReversed().map((one) => [one.row, one])).values()];
  if (once.length === 0) return;
  await insertRows(sql, 'epcis_own_event', once, {
    trace_event_id: ['bigint', ({ row }) => row],
    event_key: ['bigint', ({ key }) => key],
    event_number: ['bigint', ({ number }) => number],
  });
}
