import type { Sql } from '#platform/database/driver/sql.ts';
import type { Captured } from '#trace/capture/checked-events.ts';
import type { CodeRecord, EventRef } from '#trace/state/code-record.ts';
import { Ledger } from '#trace/state/ledger.ts';

// The results of events for their codes, so that two runs of the same events on other codes can be compared.

/** The answers to events, and the records of their codes afterwards. */
export async function resultsOf(sql: Sql, ids: readonly number[], captured: readonly Captured[]): Promise<object> {
  const ledger = new Ledger(sql);
  await ledger.read(ids);
  return {
    outcomes: captured.map((one) => ('refused' in one ? one : { ...one, eventId: 0 })),
    records: ids.map((id) => timed(ledger.of(id))),
    lives: ids.map((id) => ledger.lifeOf(ledger.of(id))),
  };
}

/** The record with the times of its events in place of their ids. */
function timed({ issue, packedBy, confirmedBy, namedBy, events, shippedBy, last, contents, ...facts }: CodeRecord) {
  const at = (ref: EventRef | null) => ref?.at;
  return {
    ...facts,
    issuedFor: issue.product?.product_id ?? null,
    issuedAt: issue.issued_at,
    events: events.map(({ act: eventType, naming: role, ref }) => [eventType, role, at(ref)]),
    last: last && [last.act, at(last.ref)],
    acts: [packedBy, confirmedBy, namedBy, shippedBy].map(at),
    contents: contents && { ...contents, packedBy: at(contents.packedBy) },
  };
}

/** The same with names in place of the ids that each run has of its own. */
export const withNames = (names: ReadonlyMap<unknown, string>, results: object): unknown =>
  JSON.parse(JSON.stringify(results, (_, value) => names.get(value) ?? value));

/** The codes of a run by their place among them. */
export const namesOfCodes = (ids: readonly number[]): Map<unknown, string> =>
  new Map(ids.map((id, place) => [id, `code ${place}`]));
