import { allExtensions } from '../model/all-extensions.ts';
import type { DocumentFacts, EpcisDocument, Vocabulary } from '../model/document.ts';
import { type Declarations, masterDataNamespace, Namespaces, standardPrefixes } from '../model/namespaces.ts';
import { sharedDeclarations } from '../model/shared-declarations.ts';
import type { WriteOptions } from '../model/write-options.ts';
import { contextAddress } from './context.ts';
import { type Json, type JsonObject, objectOf } from './json-text.ts';
import { isForKeys, writeJsonEvent } from './write-event.ts';
import { namespacesIn, writeExtensions, writeValue } from './write-extensions.ts';

/** Writes a document of the JSON-LD binding (EPCIS 2.0, section 10). */
export function writeJsonDocument(document: EpcisDocument, options: WriteOptions = {}): string {
  const { extensions, masterData, events } = document;
  const declared = sharedDeclarations(document);
  const namespaces = namespacesFor(declared, namespacesIn([...extensions, ...attributesIn(masterData)]));
  const eventList = events.map((event) => writeJsonEvent(event, namespaces, options));
  const { queryName, subscriptionID, type } = document;
  const body =
    type === 'EPCISDocument'
      ? { eventList }
      : {
          queryResults: objectOf({
            queryName: queryName ?? 'SimpleEventQuery',
            subscriptionID,
            resultsBody: { eventList },
          }),
        };
  return JSON.stringify({
    '@context': contextOf(namespaces),
    ...factsOf(document),
    ...writeExtensions(extensions, namespaces),
    // A query document has no header in this binding.
    ...(masterData.length === 0 || type === 'EPCISQueryDocument'
      ? {}
      : { epcisHeader: { epcisMasterData: vocabulariesOf(masterData, namespaces) } }),
    epcisBody: body,
  });
}

/** Writes an event by itself, with its own context. */
export const writeBareJsonEvent = (event: EpcisDocument['events'][number], options: WriteOptions = {}): string => {
  const namespaces = namespacesFor(event.namespaces, namespacesIn(allExtensions(event)));
  return JSON.stringify({ '@context': contextOf(namespaces), ...writeJsonEvent(event, namespaces, options) });
};

const namespacesFor = (declared: Declarations, needed: Iterable<string>): Namespaces =>
  new Namespaces([...standardPrefixes, ...declared.filter(isForKeys)]).covering(needed);

/** The address of GS1's context, and the prefixes that it does not have. */
function contextOf(namespaces: Namespaces): Json[] {
  const standard = new Map(standardPrefixes);
  const own = namespaces.declarations.filter(
    ([prefix, namespace]) => standard.get(prefix) !== namespace && prefix !== '' && namespace !== masterDataNamespace,
  );
  return own.length === 0 ? [contextAddress] : [contextAddress, Object.fromEntries(own)];
}

const factsOf = (document: DocumentFacts): JsonObject => {
  const { id, type, schemaVersion, creationDate, sender, receiver, instanceIdentifier } = document;
  const isQuery = type === 'EPCISQueryDocument';
  return objectOf({
    type,
    ...(isQuery ? { id } : { id, sender, receiver, instanceIdentifier }),
    schemaVersion: schemaVersion.startsWith('2') ? schemaVersion : '2.0',
    creationDate,
  });
};

const attributesIn = (masterData: readonly Vocabulary[]) =>
  masterData.flatMap(({ elements }) =>
    elements.flatMap(({ attributes }) =>
      attributes.map(({ value }) => ({ name: { namespace: '', local: 'attribute' }, value })),
    ),
  );

const vocabulariesOf = (masterData: readonly Vocabulary[], namespaces: Namespaces): JsonObject => ({
  vocabularyList: masterData.map(({ type, elements }) => ({
    type,
    vocabularyElementList: elements.map(({ id, attributes, children }) => ({
      id,
      attributes: attributes.map((one) => ({ id: one.id, attribute: writeValue(one.value, namespaces) })),
      ...(children.length === 0 ? {} : { children }),
    })),
  })),
});
