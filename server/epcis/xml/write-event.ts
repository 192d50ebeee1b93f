import { namespacesIn } from '../json/write-extensions.ts';
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
import { isEventType } from '../model/event.ts';
import type { ExtensionField } from '../model/extension.ts';
import {
  type FactKind,
  type FieldKind,
  fieldKinds,
  fieldsOf,
  sensorMetadataFacts,
  sensorReportFacts,
} from '../model/fields.ts';
import { type Namespaces, nameInUri } from '../model/namespaces.ts';
import { plainDecimal } from '../model/values.ts';
import { type VocabularyName, type WordFormat, wordUri } from '../model/vocabulary.ts';
import type { WriteOptions } from '../model/write-options.ts';
import { extensionAttributes, schemaDeclarations, writeExtensions } from './write-extensions.ts';
import { type Attributes, element, textElement } from './xml-text.ts';

interface Writing {
  readonly namespaces: Namespaces;
  readonly identifier: (uri: string) => string;
  readonly words: WordFormat;
}

/** Writes an event. Prefixes that the document does not declare as the event does are declared with the event. */
export function writeXmlEvent(event: EpcisEvent, outer: Namespaces, options: WriteOptions): string {
  const { type, extensions } = event;
  const own = event.namespaces.filter(
    ([prefix, namespace]) => !/^xml/i.test(prefix) && outer.namespaceOf(prefix) !== namespace,
  );
  const fields = allExtensions(event);
  const named = isEventType(type) ? undefined : nameOfType(type, outer.with(own));
  const needed = [...namespacesIn(fields), ...(named ? [named.namespace] : [])];
  const namespaces = outer.with(own).with(schemaDeclarations(fields)).covering(needed);
  const writing: Writing = {
    namespaces,
    identifier: options.identifier ?? ((uri) => uri),
    words: options.words ?? 'as-it-came',
  };
  const declared = namespaces.declarations.filter(([prefix, namespace]) => outer.namespaceOf(prefix) !== namespace);
  const content = fieldsOf(type).map((name) => {
    const value = event[name];
    const write = writers[fieldKinds[name]] as (name: string, value: unknown, writing: Writing) => string;
    return value === undefined ? '' : write(name, value, writing);
  });
  const attributes: Attributes = declared.map(([prefix, namespace]) => [`xmlns:${prefix}`, namespace]);
  const body = `${content.join('')}${writeExtensions(extensions, namespaces)}`;
  if (!named) return element(type, attributes, body);
  // Types that EPCIS does not define have a wrapper (section 9.5.1).
  return element('extension', [], element(`${namespaces.prefixOf(named.namespace)}:${named.local}`, attributes, body));
}

function nameOfType(type: string, namespaces: Namespaces) {
  const [, prefix = '', local = ''] = /^([^:]+):(.*)$/.exec(type) ?? [];
  const namespace = namespaces.namespaceOf(prefix);
  return namespace === undefined ? nameInUri(type) : { namespace, local };
}

const list = (name: string, items: readonly string[]): string => element(name, [], items.join(''));

const word =
  (vocabulary: VocabularyName) =>
  (name: string, value: string, { words }: Writing): string =>
    textElement(name, wordUri(value, vocabulary, words));

const plain = (name: string, value: string): string => textElement(name, value);

const quantity = ({ epcClass, quantity: amount, uom }: QuantityElement, { identifier }: Writing): string =>
  list('quantityElement', [
    textElement('epcClass', identifier(epcClass)),
    // XML has no exponents here.
    amount === undefined
      ? ''
      : textElement('quantity', /[Ee]/.test(amount) ? (plainDecimal(amount) ?? amount) : amount),
    uom === undefined ? '' : textElement('uom', uom),
  ]);

const reference =
  (member: string, vocabulary: VocabularyName) =>
  (name: string, references: readonly Reference[], { identifier, words }: Writing): string =>
    references.length === 0
      ? ''
      : list(
          name,
          references.map(({ type, id }) =>
            textElement(member, identifier(id), [
              ['type', type === undefined ? undefined : wordUri(type, vocabulary, words)],
            ]),
          ),
        );

const place = (name: string, { id, extensions }: Place, { identifier, namespaces }: Writing): string =>
  list(name, [textElement('id', identifier(id)), writeExtensions(extensions, namespaces)]);

const plainKinds: ReadonlySet<FactKind> = new Set(['time', 'uri', 'decimal', 'string', 'boolean', 'hex']);

const sensorFacts = (
  name: string,
  { facts, extensions }: SensorFacts,
  kinds: Readonly<Record<string, FactKind>>,
  { namespaces, words }: Writing,
): string => {
  const own = Object.entries(facts).map(([fact, text]) => {
    const kind = kinds[fact] ?? 'string';
    return [fact, plainKinds.has(kind) ? text : wordUri(text, kind as VocabularyName, words)] as const;
  });
  return element(name, [...own, ...extensionAttributes(extensions, namespaces)]);
};

const sensor = ({ sensorMetadata, sensorReport, extensions }: SensorElement, writing: Writing): string =>
  list('sensorElement', [
    sensorMetadata ? sensorFacts('sensorMetadata', sensorMetadata, sensorMetadataFacts, writing) : '',
    ...sensorReport.map((report) => sensorFacts('sensorReport', report, sensorReportFacts, writing)),
    writeExtensions(extensions, writing.namespaces),
  ]);

const errorDeclaration = (name: string, declaration: ErrorDeclaration, { namespaces, words }: Writing): string => {
  const { declarationTime, reason, correctiveEventIDs, extensions } = declaration;
  return list(name, [
    textElement('declarationTime', declarationTime),
    reason === undefined ? '' : textElement('reason', wordUri(reason, 'errorReason', words)),
    correctiveEventIDs
      ? list(
          'correctiveEventIDs',
          correctiveEventIDs.map((id) => textElement('correctiveEventID', id)),
        )
      : '',
    writeExtensions(extensions, namespaces),
  ]);
};

const writers = {
  time: plain,
  offset: plain,
  uri: plain,
  action: plain,
  identifier: (name: string, uri: string, { identifier }: Writing) => textElement(name, identifier(uri)),
  certifications: (name: string, uris: readonly string[]) => textElement(name, uris.join(' ')),
  bizStep: word('bizStep'),
  disposition: word('disposition'),
  epcs: (name: string, uris: readonly string[], { identifier }: Writing) =>
    list(
      name,
      uris.map((uri) => textElement('epc', identifier(uri))),
    ),
  quantities: (name: string, amounts: readonly QuantityElement[], writing: Writing) =>
    list(
      name,
      amounts.map((one) => quantity(one, writing)),
    ),
  place,
  bizTransactions: reference('bizTransaction', 'bizTransaction'),
  sources: reference('source', 'sourceOrDestination'),
  destinations: reference('destination', 'sourceOrDestination'),
  persistentDisposition: (name: string, { set = [], unset = [] }: PersistentDisposition, { words }: Writing) =>
    list(name, [
      ...unset.map((value) => textElement('unset', wordUri(value, 'disposition', words))),
      ...set.map((value) => textElement('set', wordUri(value, 'disposition', words))),
    ]),
  sensors: (name: string, elements: readonly SensorElement[], writing: Writing) =>
    elements.length === 0
      ? ''
      : list(
          name,
          elements.map((one) => sensor(one, writing)),
        ),
  errorDeclaration,
  ilmd: (name: string, fields: readonly ExtensionField[], { namespaces }: Writing) =>
    element(name, [], writeExtensions(fields, namespaces)),
} satisfies Readonly<Record<FieldKind, (name: string, value: never, writing: Writing) => string>>;
