import type { EpcisEvent, Place, QuantityElement, Reference, SensorElement, SensorFacts } from '../model/event.ts';
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
import { type Declarations, Namespaces, schemaNamespace, standardPrefixes, xsiNamespace } from '../model/namespaces.ts';
import type { At } from '../model/problem.ts';
import { action, anyText, decimal, hex, offset, time, uom, uri, word } from '../model/values.ts';
import type { VocabularyName } from '../model/vocabulary.ts';
import { readExtensions } from './read-extensions.ts';
import {
  childNamed,
  childrenNamed,
  isNamespaceOfEpcis,
  isOfEpcis,
  isWrapper,
  localExtensions,
  unwrapped,
} from './xml-names.ts';
import type { XmlElement } from './xml-tree.ts';

/** Reads an event of the XML binding, of EPCIS 2.0 (section 9.5) or 1.x. Undefined if its type is unknown. */
export function readXmlEvent(element: XmlElement, outer: Declarations, at: At): EpcisEvent | undefined {
  const { name } = element;
  if (isOfEpcis(name) && name.local === 'QuantityEvent') return readXmlEvent(asObjectEvent(element), outer, at);
  const namespaces = [...outer, ...declarationsIn(element)];
  const type = typeOf(element, namespaces, at);
  if (type === undefined) return undefined;
  const { fields, extensions } = membersOf(element, fieldsOf(type), at);
  const entries = [...fields].map(([field, child]) => [
    field,
    readers[fieldKinds[field as keyof typeof fieldKinds]](child, at.member(field)),
  ]);
  return { type, namespaces: distinct(namespaces), ...Object.fromEntries(entries), extensions } as EpcisEvent;
}

/** The prefixes of extensions, wherever in an event they are declared. */
function declarationsIn(element: XmlElement): Declarations {
  return [...ownDeclarations(element), ...element.children.flatMap(declarationsIn)];
}

export const ownDeclarations = ({ declared }: XmlElement): Declarations =>
  declared.filter(([prefix, namespace]) => {
    const isOfSchemas = namespace === xsiNamespace || namespace === schemaNamespace || isNamespaceOfEpcis(namespace);
    return prefix !== '' && !isOfSchemas;
  });

/** The first declaration of a prefix stands. */
const distinct = (declarations: Declarations): Declarations => [...new Map([...declarations].reverse())].reverse();

function typeOf({ name }: XmlElement, namespaces: Declarations, at: At): string | undefined {
  if (isOfEpcis(name))
    return isEventType(name.local) ? name.local : at.member('type').refuse('unknown_type', name.local);
  const prefix = new Namespaces([...standardPrefixes, ...namespaces]).prefixOf(name.namespace);
  return prefix === undefined ? `${name.namespace}${name.local}` : `${prefix}:${name.local}`;
}

/** A QuantityEvent, which EPCIS 1.1 replaced, says the same as an ObjectEvent that observes a class (EPCIS 1.2, section 7.4.5). */
function asObjectEvent(element: XmlElement): XmlElement {
  const made = (local: string, children: readonly XmlElement[], text = ''): XmlElement => ({
    name: { namespace: '', local },
    attributes: [],
    declared: [],
    children,
    text,
  });
  const isAmount = ({ name }: XmlElement) => isOfEpcis(name) && /^(epcClass|quantity)$/.test(name.local);
  const amount = element.children.filter(isAmount);
  return {
    ...element,
    name: { namespace: '', local: 'ObjectEvent' },
    children: [
      ...element.children.filter((child) => !isAmount(child)),
      made('action', [], 'OBSERVE'),
      made('quantityList', [made('quantityElement', amount)]),
    ],
  };
}

/** The fields of EPCIS in an element, and its extensions. */
function membersOf(
  element: XmlElement,
  names: readonly string[],
  at: At,
): { readonly fields: ReadonlyMap<string, XmlElement>; readonly extensions: ExtensionField[] } {
  const fields = new Map<string, XmlElement>();
  const others: XmlElement[] = [];
  const sort = (children: readonly XmlElement[], isWrapped: boolean): void => {
    for (const child of children) {
      const { local } = child.name;
      if (isWrapper(child.name)) sort(child.children, true);
      else if (!isOfEpcis(child.name)) others.push(child);
      else if (names.includes(local)) {
        if (fields.has(local)) at.member(local).refuse('repeated');
        else fields.set(local, child);
      } else if (isWrapped) others.push({ ...child, name: { namespace: localExtensions, local } });
      else at.member(local).refuse('unknown_field');
    }
  };
  sort(element.children, false);
  const attributes = element.attributes.flatMap(({ name, text }): ExtensionField[] => {
    if (name.namespace === xsiNamespace) return [];
    if (isOfEpcis(name)) return at.member(name.local).refuse('unknown_field') ?? [];
    return [{ name, value: { is: 'text', text } }];
  });
  return { fields, extensions: [...attributes, ...readExtensions(others)] };
}

type Check = (text: string, at: At) => string | undefined;
type Reader = (element: XmlElement, at: At) => unknown;

/** A reader of texts that a check accepts. Blanks around them mean nothing. */
const text =
  (check: Check) =>
  (element: XmlElement, at: At): string | undefined =>
    element.children.length > 0 ? at.refuse('not_text') : check(element.text.trim(), at);

const wordOf =
  (vocabulary: VocabularyName): Check =>
  (value, at) =>
    word(value, vocabulary, at);

/** A list of elements of one name, each numbered. */
const listOf =
  <T>(name: string, item: (element: XmlElement, at: At) => T | undefined) =>
  (element: XmlElement, at: At): T[] => {
    for (const child of element.children) {
      if (!isOfEpcis(child.name) || child.name.local !== name) at.member(child.name.local).refuse('unknown_field');
    }
    return childrenNamed(element, name).flatMap((child, number) => item(child, at.item(number)) ?? []);
  };

const quantityElement = (element: XmlElement, at: At): QuantityElement | undefined => {
  const { fields, extensions } = membersOf(element, ['epcClass', 'quantity', 'uom'], at);
  if (extensions[0]) return at.member(extensions[0].name.local).refuse('unknown_field');
  const [epcClass, quantity, unit] = [fields.get('epcClass'), fields.get('quantity'), fields.get('uom')];
  if (!epcClass) return at.member('epcClass').refuse('missing');
  const id = text(uri)(epcClass, at.member('epcClass'));
  const isNil = quantity?.attributes.some(({ name }) => name.namespace === xsiNamespace && name.local === 'nil');
  const amount = quantity && !isNil ? text(decimal)(quantity, at.member('quantity')) : undefined;
  const of = unit && text(uom)(unit, at.member('uom'));
  return id === undefined
    ? undefined
    : { epcClass: id, ...(amount === undefined ? {} : { quantity: amount }), ...(of === undefined ? {} : { uom: of }) };
};

const place = (element: XmlElement, at: At): Place | undefined => {
  const { fields, extensions } = membersOf(element, ['id'], at);
  const own = fields.get('id');
  const id = own ? text(uri)(own, at.member('id')) : at.member('id').refuse('missing');
  return id === undefined ? undefined : { id, extensions };
};

const reference = (vocabulary: VocabularyName, needsType: boolean) => (element: XmlElement, at: At) => {
  const id = text(uri)(element, at);
  const given = element.attributes.find(({ name }) => isOfEpcis(name) && name.local === 'type')?.text.trim();
  if (given === undefined && needsType) return at.member('type').refuse('missing');
  const type = given === undefined ? undefined : word(given, vocabulary, at.member('type'));
  return id === undefined ? undefined : ({ ...(type === undefined ? {} : { type }), id } satisfies Reference);
};

const uris = (name: string) => listOf(name, text(uri));
const texts = (element: XmlElement, name: string, check: Check, at: At): string[] | undefined => {
  const found = childrenNamed(element, name);
  const list = found.flatMap((child, number) => text(check)(child, at.member(name).item(number)) ?? []);
  return found.length === 0 ? undefined : list;
};

const persistentDisposition: Reader = (element, at) => {
  for (const { name } of element.children) {
    if (name.local !== 'set' && name.local !== 'unset') at.member(name.local).refuse('unknown_field');
  }
  const [set, unset] = ['set', 'unset'].map((name) => texts(element, name, wordOf('disposition'), at));
  return { ...(set ? { set } : {}), ...(unset ? { unset } : {}) };
};

const errorDeclaration: Reader = (element, at) => {
  const { fields, extensions } = membersOf(element, ['declarationTime', 'reason', 'correctiveEventIDs'], at);
  const [moment, reason, events] = [
    ...['declarationTime', 'reason', 'correctiveEventIDs'].map((name) => fields.get(name)),
  ];
  if (!moment) at.member('declarationTime').refuse('missing');
  return {
    declarationTime: moment && text(time)(moment, at.member('declarationTime')),
    ...(reason ? { reason: text(wordOf('errorReason'))(reason, at.member('reason')) } : {}),
    ...(events ? { correctiveEventIDs: uris('correctiveEventID')(events, at.member('correctiveEventIDs')) } : {}),
    extensions,
  };
};

const boolean: Check = (value, at) =>
  /^(true|1)$/.test(value) ? 'true' : /^(false|0)$/.test(value) ? 'false' : at.refuse('not_boolean', value);

function checkOf(kind: FactKind): Check {
  const checks: Readonly<Partial<Record<FactKind, Check>>> = { time, uri, decimal, string: anyText, boolean, hex };
  return checks[kind] ?? wordOf(kind as VocabularyName);
}

/** Sensor metadata and reports have their fields as attributes. */
function sensorFacts(element: XmlElement, kinds: Readonly<Record<string, FactKind>>, at: At): SensorFacts {
  const facts: [string, string][] = [];
  const extensions: ExtensionField[] = [];
  for (const { name, text: value } of element.attributes) {
    if (name.namespace === xsiNamespace) continue;
    const kind = isOfEpcis(name) && Object.hasOwn(kinds, name.local) ? kinds[name.local] : undefined;
    const fact = kind && checkOf(kind)(kind === 'string' ? value : value.trim(), at.member(name.local));
    if (fact !== undefined) facts.push([name.local, fact]);
    else if (!isOfEpcis(name)) extensions.push({ name, value: { is: 'text', text: value } });
    else if (kind === undefined) at.member(name.local).refuse('unknown_field');
  }
  for (const child of element.children) at.member(child.name.local).refuse('unknown_field');
  return { facts: Object.fromEntries(facts), extensions };
}

const sensorElement = (element: XmlElement, at: At): SensorElement => {
  const metadata = childNamed(element, 'sensorMetadata');
  const reports = childrenNamed(element, 'sensorReport');
  const others = unwrapped(element.children).filter(
    ({ name }) => !isOfEpcis(name) || (name.local !== 'sensorMetadata' && name.local !== 'sensorReport'),
  );
  for (const { name } of others) if (isOfEpcis(name)) at.member(name.local).refuse('unknown_field');
  return {
    ...(metadata ? { sensorMetadata: sensorFacts(metadata, sensorMetadataFacts, at.member('sensorMetadata')) } : {}),
    sensorReport: reports.map((report, number) => {
      const of = at.member('sensorReport').item(number);
      const found = sensorFacts(report, sensorReportFacts, of);
      if (found.facts.type === undefined) of.member('type').refuse('missing');
      return found;
    }),
    extensions: readExtensions(others.filter(({ name }) => !isOfEpcis(name))),
  };
};

const ilmd: Reader = (element, at) => {
  const fields = unwrapped(element.children);
  for (const { name } of fields) if (isOfEpcis(name)) at.member(name.local).refuse('unknown_field');
  return readExtensions(fields.filter(({ name }) => !isOfEpcis(name)));
};

const readers: Readonly<Record<FieldKind, Reader>> = {
  time: text(time),
  offset: text(offset),
  uri: text(uri),
  identifier: text(uri),
  // The schema has room for one; several stand there with blanks between them.
  certifications: ({ text: all }, at) =>
    all
      .trim()
      .split(/\s+/)
      .flatMap((one) => uri(one, at) ?? []),
  action: text(action),
  bizStep: text(wordOf('bizStep')),
  disposition: text(wordOf('disposition')),
  epcs: uris('epc'),
  quantities: listOf('quantityElement', quantityElement),
  place,
  bizTransactions: listOf('bizTransaction', reference('bizTransaction', false)),
  sources: listOf('source', reference('sourceOrDestination', true)),
  destinations: listOf('destination', reference('sourceOrDestination', true)),
  persistentDisposition,
  sensors: listOf('sensorElement', sensorElement),
  errorDeclaration,
  ilmd,
};
