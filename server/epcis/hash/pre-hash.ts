import { canonicalLink } from '@suyuan/codes/epc/canonical-link.ts';
import type { DocumentFacts } from '../model/document.ts';
import type { EpcisEvent, QuantityElement, Reference, SensorElement, SensorFacts } from '../model/event.ts';
import type { ExtensionField, ExtensionValue, Name } from '../model/extension.ts';
import { type FactKind, sensorMetadataFacts, sensorReportFacts } from '../model/fields.ts';
import { Namespaces, standardPrefixes, xsiNamespace } from '../model/namespaces.ts';
import { plainDecimal } from '../model/values.ts';
import { canonicalWord, type VocabularyName } from '../model/vocabulary.ts';
import { utcMilliseconds } from './utc-milliseconds.ts';

/**
 * The text whose hash identifies an event (CBV 2.0, section 8.9.2): fields as `name=value` in a fixed order, values in a canonical
 * form, members of lists sorted by code point. What may change without the event being another one is left out: its ID, the time
 * of its recording, its error declaration, and extensions that its document says to ignore.
 */
export function preHash(event: EpcisEvent, ignored: IgnoredNames = new Set()): string {
  const own = event.extensions.filter(({ name }) => !ignored.has(fullName(name)));
  const fields: (string | undefined)[] = [
    pair('eventType', event.type),
    pair('eventTime', utcMilliseconds(event.eventTime)),
    pair('eventTimeZoneOffset', event.eventTimeZoneOffset),
    ...(event.certificationInfo ?? []).map((uri) => pair('certificationInfo', uri)).sort(byCodePoint),
    pair('parentID', event.parentID && identifier(event.parentID)),
    epcs('epcList', event.epcList),
    epcs('inputEPCList', event.inputEPCList),
    epcs('childEPCs', event.childEPCs),
    quantities('quantityList', event.quantityList),
    quantities('childQuantityList', event.childQuantityList),
    quantities('inputQuantityList', event.inputQuantityList),
    epcs('outputEPCList', event.outputEPCList),
    quantities('outputQuantityList', event.outputQuantityList),
    pair('action', event.action),
    pair('transformationID', event.transformationID && identifier(event.transformationID)),
    pair('bizStep', event.bizStep && canonicalWord(event.bizStep, 'bizStep')),
    pair('disposition', event.disposition && canonicalWord(event.disposition, 'disposition')),
    dispositionsOf(event),
    place('readPoint', event.readPoint),
    place('bizLocation', event.bizLocation),
    list('sensorElementList', (event.sensorElementList ?? []).map(sensorElement)),
    // What has no place of its own is sorted as a whole.
    ...[
      references('bizTransactionList', 'bizTransaction', 'bizTransaction', event.bizTransactionList),
      references('destinationList', 'destination', 'sourceOrDestination', event.destinationList),
      references('sourceList', 'source', 'sourceOrDestination', event.sourceList),
      named('ilmd', extensions(event.ilmd ?? [])),
      ...extensionTexts(own),
    ].sort(byCodePoint),
  ];
  return fields.join('');
}

/** Names of extensions, as `{namespace}name`. */
export type IgnoredNames = ReadonlySet<string>;

/** The extensions that a document says are not of the event itself, in a field `ignoreFields` with any prefix. */
export function ignoredNames({
  extensions,
  namespaces,
}: Pick<DocumentFacts, 'extensions' | 'namespaces'>): IgnoredNames {
  const all = new Namespaces([...standardPrefixes, ...namespaces]);
  const values = extensions
    .filter(({ name }) => name.local === 'ignoreFields')
    .flatMap(({ value }) => (value.is === 'list' ? value.values : [value]));
  return new Set(
    values.flatMap((value) => {
      const [, prefix = '', local = ''] = (value.is === 'text' && /^([^:]+):(.+)$/.exec(value.text)) || [];
      const namespace = all.namespaceOf(prefix);
      return namespace === undefined ? [] : [fullName({ namespace, local })];
    }),
  );
}

const pair = (name: string, value: string | undefined): string => (value ? `${name}=${value}` : '');
const named = (name: string, content: string): string => (content === '' ? '' : `${name}${content}`);

const byCodePoint = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const list = (name: string, members: readonly string[]): string => named(name, [...members].sort(byCodePoint).join(''));

const identifier = (uri: string): string => canonicalLink(uri) ?? uri;

const epcs = (name: string, uris: readonly string[] = []): string =>
  list(
    name,
    uris.map((uri) => pair('epc', identifier(uri))),
  );

const number = (decimal: string | undefined): string | undefined =>
  decimal === undefined ? undefined : (plainDecimal(decimal) ?? decimal);

const quantities = (name: string, elements: readonly QuantityElement[] = []): string =>
  list(
    name,
    elements.map(({ epcClass, quantity, uom }) =>
      named(
        'quantityElement',
        [pair('epcClass', identifier(epcClass)), pair('quantity', number(quantity)), pair('uom', uom)].join(''),
      ),
    ),
  );

const dispositionsOf = ({ persistentDisposition = {} }: EpcisEvent): string => {
  const words = (name: 'set' | 'unset') =>
    (persistentDisposition[name] ?? [])
      .map((value) => pair(name, canonicalWord(value, 'disposition')))
      .sort(byCodePoint);
  return named('persistentDisposition', [...words('set'), ...words('unset')].join(''));
};

const place = (name: string, of: EpcisEvent['readPoint']): string =>
  of ? named(name, `${pair('id', identifier(of.id))}${extensions(of.extensions)}`) : '';

const references = (name: string, member: string, vocabulary: VocabularyName, of: readonly Reference[] = []): string =>
  list(
    name,
    of.map(({ type, id }) => `${pair('type', type && canonicalWord(type, vocabulary))}${pair(member, identifier(id))}`),
  );

function fact(kind: FactKind, text: string): string {
  switch (kind) {
    case 'time':
      return utcMilliseconds(text);
    case 'decimal':
      return number(text) ?? text;
    case 'uri':
      return identifier(text);
    case 'string':
    case 'hex':
    case 'boolean':
      return text;
    default:
      return canonicalWord(text, kind);
  }
}

const facts = (
  name: string,
  kinds: Readonly<Record<string, FactKind>>,
  { facts: own, extensions: more }: SensorFacts,
) =>
  named(
    name,
    [
      ...Object.entries(kinds).map(([key, kind]) => {
        const text = own[key];
        return text === undefined ? '' : pair(key, fact(kind, text));
      }),
      extensions(more),
    ].join(''),
  );

const sensorElement = ({ sensorMetadata, sensorReport, extensions: more }: SensorElement): string =>
  named(
    'sensorElement',
    [
      sensorMetadata ? facts('sensorMetadata', sensorMetadataFacts, sensorMetadata) : '',
      ...sensorReport.map((report) => facts('sensorReport', sensorReportFacts, report)).sort(byCodePoint),
      extensions(more),
    ].join(''),
  );

/** Extensions at any level, each as `{namespace}name=value`, sorted. Comments are left out. */
const extensions = (fields: readonly ExtensionField[]): string => extensionTexts(fields).sort(byCodePoint).join('');

const fullName = ({ namespace, local }: Name): string => (namespace === '' ? local : `{${namespace}}${local}`);

const comment = '{http://www.w3.org/2000/01/rdf-schema#}comment';

const extensionTexts = (fields: readonly ExtensionField[]): string[] =>
  fields.flatMap(({ name, value }) => {
    const full = fullName(name);
    return full === comment ? [] : valueTexts(full, value);
  });

function valueTexts(name: string, value: ExtensionValue): string[] {
  if (value.is === 'list') return value.values.flatMap((one) => valueTexts(name, one));
  if (value.is === 'null') return [];
  if (value.is !== 'structure') return [`${name}${equals(value.text)}`];
  const attributes = value.attributes
    .filter((attribute) => attribute.name.namespace !== xsiNamespace)
    .map(({ name: own, text }) => `${fullName(own)}${equals(text)}`);
  const parts = [...attributes, ...extensionTexts(value.fields)].sort(byCodePoint);
  return [`${name}${equals(value.text ?? '')}${parts.join('')}`];
}

/** Any value: a number without needless zeros, an EPC in its canonical form, or a text. */
function equals(text: string): string {
  const value = text.trim();
  if (value === '') return '';
  if (/^[+-]?(\d+\.?\d*|\.\d+)([Ee][+-]?\d+)?$/.test(value)) return `=${plainDecimal(value) ?? value}`;
  return `=${identifier(value)}`;
}
