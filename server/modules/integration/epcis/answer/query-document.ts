import { writeJsonDocument } from '#epcis/json/write-document.ts';
import type { EpcisDocument } from '#epcis/model/document.ts';
import type { EpcisEvent } from '#epcis/model/event.ts';
import type { WriteOptions } from '#epcis/model/write-options.ts';
import { writeXmlDocument } from '#epcis/xml/write-document.ts';

interface Answered {
  readonly queryName: string;
  readonly subscriptionID?: string;
  readonly events: readonly EpcisEvent[];
}

/** Writes events as the result of a query. */
export function queryDocument({ events, ...names }: Answered, options: WriteOptions, form: 'json' | 'xml'): string {
  const document: EpcisDocument = {
    type: 'EPCISQueryDocument',
    schemaVersion: '2.0',
    creationDate: new Date().toISOString(),
    ...names,
    masterData: [],
    namespaces: [],
    extensions: [],
    events,
  };
  return form === 'xml' ? writeXmlDocument(document, options) : writeJsonDocument(document, options);
}
