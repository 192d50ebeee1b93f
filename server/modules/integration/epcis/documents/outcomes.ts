import type { Connection } from '#platform/database/database.ts';
import { spanOfEventId } from '#trace/epcis/event-ids.ts';
import type { EpcReading } from '#trace/epcis/identifiers.ts';
import { ownEvents } from '#trace/epcis/own-events.ts';
import { spansNumbered } from '#trace/flow/code-spans.ts';
import type { Captured, KeptNumber } from '../capture/keep-events.ts';
import { linkRows } from '../capture/link-rows.ts';
import type { Capturing, GoodsCapture, GoodsOutcome } from '../goods/capture-goods.ts';

/** Those of the events whose ID is that of an event which this enterprise did itself. */
export async function takenByOwn(reading: EpcReading, events: readonly Captured[]): Promise<Captured[]> {
  const named = events.flatMap(({ event: { eventID } }) => spanOfEventId(eventID) ?? []);
  if (named.length === 0) return [];
  const rows = [...new Set(named.map(({ event }) => event))];
  const own = await ownEvents(reading, { events: rows, placed: [], spans: await spansNumbered(reading.sql, named) });
  const ids = new Set(own.flatMap((row) => row.events.map(({ event }) => event.eventID)));
  return events.filter(({ event }) => event.errorDeclaration === undefined && ids.has(event.eventID));
}

interface Done {
  readonly numbers: ReadonlyMap<Captured, KeptNumber>;
  readonly outcomes: ReadonlyMap<Captured, GoodsOutcome>;
}

/** Keeps which rows events made, and raises exceptions for those that wait. */
export async function keepOutcomes(
  sql: Connection,
  goods: GoodsCapture,
  capturing: Capturing,
  { numbers, outcomes }: Done,
): Promise<void> {
  const kept = [...outcomes].flatMap(([captured, outcome]) => {
    const number = numbers.get(captured);
    return number ? [{ captured, outcome, number }] : [];
  });
  const links = kept.flatMap(({ outcome, number }) =>
    'rows' in outcome ? outcome.rows.map((row) => ({ row, ...number })) : [],
  );
  await linkRows(sql, links);
  await goods.raiseWaiting(
    sql,
    capturing.account,
    kept.flatMap(({ captured, outcome }) => ('waits' in outcome ? [{ captured, refused: outcome.waits }] : [])),
  );
}
