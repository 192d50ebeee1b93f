import type { EpcisDocument } from '#epcis/model/document.ts';
import type { Journey } from '../flow/code-journey.ts';
import type { EpcReading } from './identifiers.ts';
import { ownEvents } from './own-events.ts';

/** The events of a history as a document of EPCIS 2.0, in the order in which they happened. */
export async function epcisDocument(reading: EpcReading, journey: Journey): Promise<EpcisDocument> {
  const { events, placed, spans } = journey;
  const rows = await ownEvents(reading, { events, packages: [...journey.codes, ...journey.opened], placed, spans });
  return {
    type: 'EPCISDocument',
    schemaVersion: '2.0',
    creationDate: new Date().toISOString(),
    masterData: [],
    namespaces: [],
    extensions: [],
    events: rows.flatMap((row) => row.events.map(({ event }) => event)),
  };
}
