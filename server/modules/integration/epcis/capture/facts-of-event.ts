import type { EpcisEvent, SensorFacts } from '#epcis/model/event.ts';
import type { ExtensionField } from '#epcis/model/extension.ts';
import { type FactKind, sensorMetadataFacts, sensorReportFacts } from '#epcis/model/fields.ts';
import { masterDataNamespace } from '#epcis/model/namespaces.ts';
import { plainDecimal } from '#epcis/model/values.ts';
import { canonicalWord, type VocabularyName } from '#epcis/model/vocabulary.ts';
import { canonicalIdentifier } from './identifiers-of-event.ts';

/** Where extensions stand, by the part of a parameter's name that asks for them there; empty for those of the event itself. */
export const extensionPlaces = [
  '',
  'ILMD',
  'ERROR_DECLARATION',
  'readPoint',
  'bizLocation',
  'SENSORELEMENT',
  'SENSORMETADATA',
  'SENSORREPORT',
] as const;
export type ExtensionPlace = (typeof extensionPlaces)[number];

/**
 * What queries for equality and existence ask of an event, each as a text in a canonical form: `bizTransaction po=urn:…`,
 * `ILMD {namespace}name=value`, `ILMD {namespace}name`. An index on them answers all of these queries alike.
 */
export function factsOf(event: EpcisEvent): string[] {
  const { persistentDisposition = {}, errorDeclaration, sensorElementList = [] } = event;
  const metadata = sensorElementList.flatMap(({ sensorMetadata }) => sensorMetadata ?? []);
  const reports = sensorElementList.flatMap(({ sensorReport }) => sensorReport);
  const facts = [
    ...(persistentDisposition.set ?? []).map((word) => dispositionFact('set', word)),
    ...(persistentDisposition.unset ?? []).map((word) => dispositionFact('unset', word)),
    ...(event.bizTransactionList ?? []).map(({ type, id }) => referenceFact('bizTransaction', type ?? '', id)),
    ...(event.sourceList ?? []).map(({ type, id }) => referenceFact('source', type ?? '', id)),
    ...(event.destinationList ?? []).map(({ type, id }) => referenceFact('destination', type ?? '', id)),
    ...(errorDeclaration?.reason === undefined ? [] : [reasonFact(errorDeclaration.reason)]),
    ...(errorDeclaration?.correctiveEventIDs ?? []).map((id) => `correctiveEventID=${id}`),
    ...(sensorElementList.length > 0 ? ['sensorElementList'] : []),
    ...metadata.flatMap((one) => sensorFactsOf(one, sensorMetadataFacts)),
    ...reports.flatMap((one) => sensorFactsOf(one, sensorReportFacts)),
    ...[...extensionsWithin(event)].map(({ place, isInner, name, text }) =>
      text === undefined
        ? existenceFact(place, isInner, name)
        : equalityFact(existenceFact(place, isInner, name), text),
    ),
  ];
  // An index holds no text of more than a few kilobytes; nobody asks for one.
  return [...new Set(facts)].filter((fact) => fact.length <= longestFact);
}

const longestFact = 600;

export const dispositionFact = (list: 'set' | 'unset', word: string): string =>
  `${list}=${canonicalWord(word, 'disposition')}`;

export const referenceFact = (kind: 'bizTransaction' | 'source' | 'destination', type: string, id: string): string =>
  `${kind} ${canonicalWord(type, kind === 'bizTransaction' ? kind : 'sourceOrDestination')}=${canonicalIdentifier(id)}`;

export const reasonFact = (reason: string): string => `errorReason=${canonicalWord(reason, 'errorReason')}`;

/** The facts of a sensor that are asked for equality. */
export const sensorFact = (name: string, kind: FactKind, value: string): string =>
  `${name}=${canonicalFact(kind, value)}`;

const asked = (kind: FactKind): boolean => kind !== 'time' && kind !== 'decimal';

const sensorFactsOf = ({ facts }: SensorFacts, kinds: Readonly<Record<string, FactKind>>): string[] =>
  Object.entries(facts).flatMap(([name, value]) => {
    const kind = kinds[name];
    return kind !== undefined && asked(kind) ? [sensorFact(name, kind, value)] : [];
  });

function canonicalFact(kind: FactKind, value: string): string {
  switch (kind) {
    case 'uri':
      return canonicalIdentifier(value);
    case 'hex':
      return value.toLowerCase();
    case 'string':
    case 'boolean':
    case 'time':
    case 'decimal':
      return value;
    default:
      return canonicalWord(value, kind satisfies VocabularyName);
  }
}

/** The name of an extension, with one notation of the namespace that has two. */
export const extensionName = (namespace: string, local: string): string =>
  `{${namespace === `${masterDataNamespace}:` ? masterDataNamespace : namespace}}${local}`;

export const existenceFact = (place: ExtensionPlace, isInner: boolean, name: string): string =>
  `${isInner ? 'INNER_' : ''}${place} ${name}`;

/** `name` is as `existenceFact` makes it. Equal numbers are equal, however many zeros they have. */
export const equalityFact = (name: string, value: string): string =>
  `${name}=${/^-?\d+(\.\d+)?([Ee][+-]?\d+)?$/.test(value) ? (plainDecimal(value) ?? value) : value}`;

/** An extension somewhere in an event; with a text for each single value, and once without. */
interface PlacedExtension {
  readonly place: ExtensionPlace;
  /** It is inside of another one. */
  readonly isInner: boolean;
  readonly name: string;
  readonly text: string | undefined;
}

/** All extensions of an event, at every level. */
export function* extensionsWithin(event: EpcisEvent): Generator<PlacedExtension> {
  const { errorDeclaration, readPoint, bizLocation, sensorElementList = [] } = event;
  yield* extensionsIn('', event.extensions);
  yield* extensionsIn('ILMD', event.ilmd ?? []);
  yield* extensionsIn('ERROR_DECLARATION', errorDeclaration?.extensions ?? []);
  yield* extensionsIn('readPoint', readPoint?.extensions ?? []);
  yield* extensionsIn('bizLocation', bizLocation?.extensions ?? []);
  for (const { sensorMetadata, sensorReport, extensions } of sensorElementList) {
    yield* extensionsIn('SENSORELEMENT', extensions);
    yield* extensionsIn('SENSORMETADATA', sensorMetadata?.extensions ?? []);
    for (const report of sensorReport) yield* extensionsIn('SENSORREPORT', report.extensions);
  }
}

function* extensionsIn(
  place: ExtensionPlace,
  fields: readonly ExtensionField[],
  isInner = false,
): Generator<PlacedExtension> {
  for (const { name, value } of fields) {
    const full = extensionName(name.namespace, name.local);
    yield { place, isInner, name: full, text: undefined };
    for (const one of value.is === 'list' ? value.values : [value]) {
      if ('text' in one && one.text !== undefined) yield { place, isInner, name: full, text: one.text };
      if (one.is !== 'structure') continue;
      for (const attribute of one.attributes) {
        const own = { place, isInner: true, name: extensionName(attribute.name.namespace, attribute.name.local) };
        yield { ...own, text: undefined };
        yield { ...own, text: attribute.text };
      }
      yield* extensionsIn(place, one.fields, true);
    }
  }
}
