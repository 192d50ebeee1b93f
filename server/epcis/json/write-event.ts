import { allExtensions } from '../model/all-extensions.ts';
import type {
  EpcisEvent,
  ErrorDeclaration,
  PersistentDisposition,
  Place,
  QuantityElement,
  Reference,
  SensorElement,
  SensorFacts,
} from '../model/event.ts';
import type { ExtensionField } from '../model/extension.ts';
import {
  type FactKind,
  type FieldKind,
  fieldKinds,
  fieldsOf,
  sensorMetadataFacts,
  sensorReportFacts,
} from '../model/fields.ts';
import { type Declarations, masterDataNamespace, type Namespaces } from '../model/namespaces.ts';
import { type VocabularyName, wordOrUri } from '../model/vocabulary.ts';
import type { WriteOptions } from '../model/write-options.ts';
import { type Json, JsonNumber, type JsonObject, objectOf } from './json-text.ts';
import { namespacesIn, writeExtensions } from './write-extensions.ts';

interface Writing {
  readonly namespaces: Namespaces;
  readonly identifier: (uri: string) => string;
}

/** Whether a prefix can begin a key, which is a URI; XML allows more. */
export const isForKeys = ([prefix]: Declarations[number]): boolean => /^[A-Za-z][A-Za-z\d+.-]*$/.test(prefix);

/** Writes an event. Prefixes that the document does not declare as the event does are declared with the event. */
export function writeJsonEvent(event: EpcisEvent, outer: Namespaces, options: WriteOptions): JsonObject {
  const { type, extensions } = event;
  const own = event.namespaces.filter((one) => isForKeys(one) && outer.namespaceOf(one[0]) !== one[1]);
  const covered = outer.with(own).covering(namespacesIn(allExtensions(event)));
  const more = covered.declarations.filter(([prefix, namespace]) => outer.namespaceOf(prefix) !== namespace);
  const writing: Writing = { namespaces: covered, identifier: options.identifier ?? ((uri) => uri) };
  const declared = more.filter(([, namespace]) => namespace !== masterDataNamespace);
  return {
    ...(declared.length === 0 ? {} : { '@context': [Object.fromEntries(declared)] }),
    type,
    ...objectOf(
      Object.fromEntries(
        fieldsOf(type).map((name) => {
          const value = event[name];
          const write = writers[fieldKinds[name]] as (value: unknown, writing: Writing) => Json;
          return [name, value === undefined ? undefined : write(value, writing)];
        }),
      ),
    ),
    ...writeExtensions(extensions, covered),
  };
}

const word = (vocabulary: VocabularyName) => (value: string) => wordOrUri(value, vocabulary);
const number = (decimal: string | undefined) => (decimal === undefined ? undefined : new JsonNumber(decimal));

const quantity = ({ epcClass, quantity: amount, uom }: QuantityElement, { identifier }: Writing) =>
  objectOf({ epcClass: identifier(epcClass), quantity: number(amount), uom });

const reference = (member: string, vocabulary: VocabularyName) => (list: readonly Reference[], writing: Writing) =>
  list.map(({ type, id }) =>
    objectOf({
      type: type === undefined ? undefined : wordOrUri(type, vocabulary),
      [member]: writing.identifier(id),
    }),
  );

function factOf(kind: FactKind, text: string): Json {
  switch (kind) {
    case 'decimal':
      return new JsonNumber(text);
    case 'boolean':
      return text === 'true';
    case 'time':
    case 'uri':
    case 'string':
    case 'hex':
      return text;
    default:
      return wordOrUri(text, kind);
  }
}

const sensorFacts =
  (kinds: Readonly<Record<string, FactKind>>) =>
  ({ facts, extensions }: SensorFacts, { namespaces }: Writing): JsonObject => ({
    ...Object.fromEntries(Object.entries(facts).map(([name, text]) => [name, factOf(kinds[name] ?? 'string', text)])),
    ...writeExtensions(extensions, namespaces),
  });
const metadata = sensorFacts(sensorMetadataFacts);
const report = sensorFacts(sensorReportFacts);

const sensor = ({ sensorMetadata, sensorReport, extensions }: SensorElement, writing: Writing): JsonObject => ({
  ...(sensorMetadata ? { sensorMetadata: metadata(sensorMetadata, writing) } : {}),
  sensorReport: sensorReport.map((one) => report(one, writing)),
  ...writeExtensions(extensions, writing.namespaces),
});

const asItIs = (value: string): Json => value;

const writers = {
  time: asItIs,
  offset: asItIs,
  uri: asItIs,
  action: asItIs,
  identifier: (uri: string, { identifier }: Writing) => identifier(uri),
  certifications: (uris: readonly string[]): Json => (uris.length === 1 ? (uris[0] as string) : uris),
  bizStep: word('bizStep'),
  disposition: word('disposition'),
  epcs: (uris: readonly string[], { identifier }: Writing) => uris.map(identifier),
  quantities: (list: readonly QuantityElement[], writing: Writing) => list.map((one) => quantity(one, writing)),
  place: ({ id, extensions }: Place, { identifier, namespaces }: Writing) => ({
    id: identifier(id),
    ...writeExtensions(extensions, namespaces),
  }),
  bizTransactions: reference('bizTransaction', 'bizTransaction'),
  sources: reference('source', 'sourceOrDestination'),
  destinations: reference('destination', 'sourceOrDestination'),
  persistentDisposition: ({ set, unset }: PersistentDisposition) =>
    objectOf({ set: set?.map(word('disposition')), unset: unset?.map(word('disposition')) }),
  sensors: (list: readonly SensorElement[], writing: Writing) => list.map((one) => sensor(one, writing)),
  errorDeclaration: (declaration: ErrorDeclaration, { namespaces }: Writing) => ({
    ...objectOf({
      declarationTime: declaration.declarationTime,
      reason: declaration.reason === undefined ? undefined : wordOrUri(declaration.reason, 'errorReason'),
      correctiveEventIDs: declaration.correctiveEventIDs,
    }),
    ...writeExtensions(declaration.extensions, namespaces),
  }),
  ilmd: (fields: readonly ExtensionField[], { namespaces }: Writing) => writeExtensions(fields, namespaces),
} satisfies Readonly<Record<FieldKind, (value: never, writing: Writing) => Json>>;
