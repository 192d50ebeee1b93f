import type { Journey } from '../flow/code-journey.ts';
import type { EpcisDocument, EpcisEvent, ErrorDeclaration, Typed } from './epcis-events.ts';
import { eventsOf } from './epcis-events.ts';
import type { Handover } from './handovers.ts';
import { type CodeOfEvent, type EpcReading, epcsOf, Identifiers, readGlns } from './identifiers.ts';
import { type RecordedEvent, recordedEvents } from './recorded-events.ts';

/** The events of a history as a document of EPCIS 2.0, in the order in which they happened. */
export async function epcisDocument(reading: EpcReading, journey: Journey): Promise<EpcisDocument> {
  const { sql, publicUrl } = reading;
  const events = await recordedEvents(sql, journey);
  const handovers = events.flatMap(({ waybill, refund }) => [waybill ?? [], refund ?? []].flat());
  const [epcs, glns] = await Promise.all([
    epcsOf(reading, events.flatMap(codesIn), [...new Set(events.flatMap(({ lot }) => lot?.productId ?? []))]),
    readGlns(sql, [...events.flatMap(placesIn), ...handovers.flatMap(locationsOf)], handovers.flatMap(partiesOf)),
  ]);
  const identifiers = new Identifiers(publicUrl, epcs, glns);
  return {
    creationDate: new Date().toISOString(),
    events: events.flatMap((event) => eventsOf(event, identifiers)),
  };
}

function codesIn(event: RecordedEvent): CodeOfEvent[] {
  const { items, successors, ranged, added, removed, inferred, productId, error } = event;
  const packings = [...added, ...removed, ...inferred];
  const corrective = packings.flatMap(
    (packing) => error(packing)?.corrective.flatMap(({ parent }) => parent ?? []) ?? [],
  );
  const packingCodes = packings.flatMap(({ parent, children }) => [parent, ...children]);
  return [...items, ...successors, ...ranged, ...packingCodes, ...corrective].map((code) => ({ code, productId }));
}

const placesIn = ({ place, readPoint }: RecordedEvent) => [place ?? [], readPoint ?? []].flat();
const sidesOf = ({ from, to }: Handover) => [from, ...(to ? [to] : [])];
const locationsOf = (handover: Handover) => sidesOf(handover).map(({ location }) => location);
const partiesOf = (handover: Handover) => sidesOf(handover).flatMap(({ owner, possessor }) => [owner, possessor]);

const context = 'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld';

/** The document in the JSON-LD binding of EPCIS 2.0. */
export const jsonLd = ({ creationDate, events }: EpcisDocument): string =>
  JSON.stringify(
    {
      '@context': [context],
      type: 'EPCISDocument',
      schemaVersion: '2.0',
      creationDate,
      epcisBody: { eventList: events.map(eventOf) },
    },
    null,
    2,
  );

const eventOf = (event: EpcisEvent): object => ({
  type: event.type,
  eventID: event.eventID,
  eventTime: event.eventTime,
  eventTimeZoneOffset: event.eventTimeZoneOffset,
  recordTime: event.recordTime,
  errorDeclaration: event.errorDeclaration && declarationOf(event.errorDeclaration),
  epcList: event.epcList,
  quantityList: event.epcClass && [{ epcClass: event.epcClass }],
  parentID: event.parentID,
  childEPCs: event.childEPCs,
  action: event.action,
  bizStep: event.bizStep,
  disposition: event.disposition,
  persistentDisposition: event.persistentDisposition,
  readPoint: event.readPoint && { id: event.readPoint },
  bizLocation: event.bizLocation && { id: event.bizLocation },
  bizTransactionList: listOf('bizTransaction', event.bizTransactionList),
  sourceList: listOf('source', event.sourceList),
  destinationList: listOf('destination', event.destinationList),
  ilmd: event.ilmd && Object.fromEntries(Object.entries(event.ilmd).map(([name, value]) => [`cbvmda:${name}`, value])),
});

const declarationOf = ({ correctiveEventIDs, ...facts }: ErrorDeclaration): object => ({
  ...facts,
  ...(correctiveEventIDs.length > 0 ? { correctiveEventIDs } : {}),
});

const listOf = (name: string, list: readonly Typed[] | undefined): object[] | undefined =>
  list?.map(({ type, id }) => ({ type, [name]: id }));
