import type { Journey } from '../journey/code-journey.ts';
import type { EpcisDocument } from './epcis-event.ts';
import { eventsOf } from './epcis-events.ts';
import { type CodeOfEvent, type EpcReading, epcsOf } from './epcs.ts';
import { readGlns } from './glns.ts';
import type { Handover } from './handovers.ts';
import { Identifiers } from './identifiers.ts';
import { type RecordedEvent, recordedEvents } from './recorded-events.ts';

/** The events of a history as a document of EPCIS 2.0, in the order in which they happened. */
export async function epcisDocument(reading: EpcReading, journey: Journey): Promise<EpcisDocument> {
  const { sql, publicUrl } = reading;
  const recorded = await recordedEvents(sql, journey);
  const handovers = recorded.flatMap(({ waybill, refund }) => [waybill ?? [], refund ?? []].flat());
  const [epcs, glns] = await Promise.all([
    epcsOf(reading, recorded.flatMap(codesIn), [...new Set(recorded.flatMap(({ lot }) => lot?.productId ?? []))]),
    readGlns(sql, [...recorded.flatMap(placesIn), ...handovers.flatMap(locationsOf)], handovers.flatMap(partiesOf)),
  ]);
  const identifiers = new Identifiers(publicUrl, epcs, glns);
  return {
    creationDate: new Date().toISOString(),
    events: recorded.flatMap((event) => eventsOf(event, identifiers)),
  };
}

function codesIn(event: RecordedEvent): CodeOfEvent[] {
  const { items, successors, ranged, added, removed, inferred, productId, error } = event;
  const packings = [...added, ...removed, ...inferred];
  const corrective = packings.flatMap(
    (packing) => error(packing)?.corrective.flatMap(({ parent }) => parent ?? []) ?? [],
  );
  const packed = packings.flatMap(({ parent, children }) => [parent, ...children]);
  return [...items, ...successors, ...ranged, ...packed, ...corrective].map((code) => ({ code, productId }));
}

const placesIn = ({ place, readPoint }: RecordedEvent) => [place ?? [], readPoint ?? []].flat();
const sidesOf = ({ from, to }: Handover) => [from, ...(to ? [to] : [])];
const locationsOf = (handover: Handover) => sidesOf(handover).map(({ location }) => location);
const partiesOf = (handover: Handover) => sidesOf(handover).flatMap(({ owner, possessor }) => [owner, possessor]);
