import { type EventOfRow, eventsOf } from './epcis-events.ts';
import type { Handover } from './handovers.ts';
import { type EpcReading, epcsOf, Identifiers, readGlns } from './identifiers.ts';
import { type RecordedEvent, recordedEvents, type Wanted } from './recorded-events.ts';

/** A row of `trace_event` with its events. */
export interface EventsOfRow {
  readonly row: RecordedEvent;
  readonly events: readonly EventOfRow[];
}

/** Rows in the order in which they happened, each with its events in the words of EPCIS. */
export async function ownEvents(reading: EpcReading, wanted: Wanted): Promise<EventsOfRow[]> {
  const { sql, own } = reading;
  const rows = await recordedEvents(sql, wanted);
  if (rows.length === 0) return [];
  const handovers = rows.flatMap(({ waybill, refund }) => [waybill ?? [], refund ?? []].flat());
  const [epcs, glns] = await Promise.all([
    epcsOf(reading, rows.flatMap(codesIn), [...new Set(rows.flatMap(({ lot }) => lot?.productId ?? []))]),
    readGlns(sql, [...rows.flatMap(placesIn), ...handovers.flatMap(locationsOf)], handovers.flatMap(partiesOf)),
  ]);
  const identifiers = new Identifiers(own, epcs, glns);
  return rows.map((row) => ({ row, events: eventsOf(row, identifiers) }));
}

function codesIn(event: RecordedEvent): number[] {
  const { items, successors, placed, spans, added, removed, inferred } = event;
  const packingCodes = [...added, ...removed, ...inferred].flatMap(({ parent, children }) => [parent, ...children]);
  return [...items, ...successors, ...placed, ...spans.flatMap(({ codes }) => codes), ...packingCodes];
}

const placesIn = ({ place, readPoint }: RecordedEvent) => [place ?? [], readPoint ?? []].flat();
const sidesOf = ({ from, to }: Handover) => [from, ...(to ? [to] : [])];
const locationsOf = (handover: Handover) => sidesOf(handover).map(({ location }) => location);
const partiesOf = (handover: Handover) => sidesOf(handover).flatMap(({ owner, possessor }) => [owner, possessor]);
