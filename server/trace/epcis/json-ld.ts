import type { EpcisDocument, EpcisEvent, ErrorDeclaration, Typed } from './epcis-event.ts';

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
