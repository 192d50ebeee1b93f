import type { EpcisEvent } from '#epcis/model/event.ts';
import { canonicalWord } from '#epcis/model/vocabulary.ts';
import type { Connection } from '#platform/database/database.ts';
import { insertRows, textArray } from '#platform/database/statements/insert-rows.ts';
import { announceRecording } from '#trace/capture/recording.ts';
import { factsOf } from './facts-of-event.ts';
import { canonicalIdentifier, identifiersOf, shardKey } from './identifiers-of-event.ts';
import { measuresOf } from './measures-of-event.ts';

/** An event to keep, with where it stood in its document. */
export interface Captured {
  readonly position: number;
  readonly event: EpcisEvent & { readonly eventID: string };
}

interface Origin {
  readonly captureId: string | null;
  readonly accountId: number;
}

/**
 * Those of the events whose ID is taken, in the database or earlier in the document. Error declarations are the event once more,
 * and so have its ID.
 */
export async function takenIds(sql: Connection, events: readonly Captured[]): Promise<Captured[]> {
  const originals = events.filter(({ event }) => event.errorDeclaration === undefined);
  const ids = [...new Set(originals.map(({ event }) => event.eventID))];
  if (ids.length === 0) return [];
  const rows = await sql<{ event_id: string }[]>`
    select event_id from epcis_event
    where key = any(${ids.map(shardKey)}::bigint[]) and event_id = any(${ids}::text[]) and declared_at is null`;
  const taken = new Set(rows.map(({ event_id }) => event_id));
  return originals.filter(({ event: { eventID } }) => {
    const isTaken = taken.has(eventID);
    taken.add(eventID);
    return isTaken;
  });
}

/** Where an event is kept. */
export interface KeptNumber {
  readonly key: number;
  readonly number: number;
}

/** Keeps events in their order. The database refuses an ID that was taken meanwhile. */
export async function keepEvents(
  sql: Connection,
  events: readonly Captured[],
  { captureId, accountId }: Origin,
): Promise<ReadonlyMap<Captured, KeptNumber>> {
  if (events.length === 0) return new Map();
  const [, numbers] = await Promise.all([
    announceRecording(sql),
    sql<{ n: number; now: string }[]>`
      select nextval('epcis_event_id_seq') as n, (clock_timestamp())::text as now
      from generate_series(1, ${events.length}::int)`,
  ]);
  const numbered = events.map((captured, at) => ({
    captured,
    event: captured.event,
    key: shardKey(captured.event.eventID),
    number: (numbers[at] as { n: number }).n,
  }));
  const now = (numbers[0] as { now: string }).now;
  const canonical = (uri: string | undefined) => (uri === undefined ? null : canonicalIdentifier(uri));
  const writesEvents = insertRows(sql, 'epcis_event', numbered, {
    key: ['bigint', ({ key }) => key],
    id: ['bigint', ({ number }) => number],
    event_id: ['text', ({ event }) => event.eventID],
    type: ['text', ({ event }) => event.type],
    event_time: ['timestamptz', ({ event }) => event.eventTime],
    record_time: ['timestamptz', () => now],
    action: ['text', ({ event }) => event.action ?? null],
    biz_step: ['text', ({ event }) => (event.bizStep ? canonicalWord(event.bizStep, 'bizStep') : null)],
    disposition: ['text', ({ event }) => (event.disposition ? canonicalWord(event.disposition, 'disposition') : null)],
    read_point: ['text', ({ event }) => canonical(event.readPoint?.id)],
    biz_location: ['text', ({ event }) => canonical(event.bizLocation?.id)],
    transformation_id: ['text', ({ event }) => canonical(event.transformationID)],
    declared_at: ['timestamptz', ({ event }) => event.errorDeclaration?.declarationTime ?? null],
    capture_id: ['uuid', () => captureId],
    account_id: ['bigint', () => accountId],
    facts: ['text[]', ({ event }) => textArray(factsOf(event))],
    event: ['jsonb', ({ event }) => JSON.stringify(event)],
  });
  const measures = numbered.flatMap(({ event, key, number }) =>
    measuresOf(event).map((one, place) => ({ ...one, eventKey: key, eventNumber: number, place })),
  );
  const writesMeasures = insertRows(sql, 'epcis_measure', measures, {
    key: ['bigint', ({ name }) => shardKey(name)],
    name: ['text', ({ name }) => name],
    unit: ['text', ({ unit }) => unit],
    number: ['numeric', ({ number }) => number],
    moment: ['timestamptz', ({ moment }) => moment],
    event_key: ['bigint', ({ eventKey }) => eventKey],
    event_number: ['bigint', ({ eventNumber }) => eventNumber],
    place: ['int', ({ place }) => place],
  });
  const identifiers = numbered.flatMap(({ event, key, number }) =>
    identifiersOf(event).map((one) => ({ ...one, eventKey: key, number })),
  );
  const writesIdentifiers = insertRows(sql, 'epcis_identifier', identifiers, {
    key: ['bigint', ({ epc }) => shardKey(epc)],
    epc: ['text', ({ epc }) => epc],
    field: ['text', ({ field }) => field],
    event_key: ['bigint', ({ eventKey }) => eventKey],
    event_number: ['bigint', ({ number }) => number],
  });
  // All of them go in one round trip.
  await Promise.all([writesEvents, writesMeasures, writesIdentifiers]);
  return new Map(numbered.map(({ captured, key, number }) => [captured, { key, number }]));
}
