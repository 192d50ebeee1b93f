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
  isFieldName,
  sensorMetadataFacts,
  sensorReportFacts,
} from '../model/fields.ts';
import { type Declarations, Namespaces, standardPrefixes } from '../model/namespaces.ts';
import type { At } from '../model/problem.ts';
import { action, anyText, decimal, hex, isUri, offset, time, uom, uri, word } from '../model/values.ts';
import type { VocabularyName } from '../model/vocabulary.ts';
import { prefixesOf } from './context.ts';
import { isList, isObject, type Json, JsonNumber, type JsonObject } from './json-text.ts';
import { readExtensions } from './read-extensions.ts';

/** Reads an event of the JSON-LD binding (EPCIS 2.0, section 10). Undefined if something is wrong, which is then noted. */
export function readJsonEvent(json: Json, outer: Declarations, at: At): EpcisEvent | undefined {
  if (!isObject(json)) return at.refuse('not_object');
  const declared = json['@context'] === undefined ? outer : prefixesOf(json['@context'], outer, at.member('@context'));
  const reading: Reading = { namespaces: new Namespaces([...standardPrefixes, ...declared]), at };
  const type = typeOf(json.type, reading);
  if (type === undefined) return undefined;
  const fields = fieldsOf(type);
  const known = (name: string) => name === 'type' || name === '@context' || isFieldName(name);
  const entries = Object.entries(json).flatMap(([name, value]) => {
    if (!isFieldName(name)) return [];
    const member = at.member(name);
    if (!fields.includes(name)) return member.refuse('unknown_field') ?? [];
    return [[name, readers[fieldKinds[name]](value, { ...reading, at: member })]];
  });
  const extensions = readExtensions(json, known, reading.namespaces, at);
  return { type, namespaces: declared, ...Object.fromEntries(entries), extensions } as EpcisEvent;
}

interface Reading {
  readonly namespaces: Namespaces;
  readonly at: At;
}
type Reader = (json: Json, reading: Reading) => unknown;

const inside = (reading: Reading, member: string | number): Reading => ({
  ...reading,
  at: typeof member === 'number' ? reading.at.item(member) : reading.at.member(member),
});

function typeOf(json: Json | undefined, { namespaces, at }: Reading): string | undefined {
  const member = at.member('type');
  if (json === undefined) return member.refuse('missing');
  if (typeof json !== 'string') return member.refuse('not_text');
  if (isEventType(json)) return json;
  const prefix = json.slice(0, json.indexOf(':'));
  const isDeclared = namespaces.namespaceOf(prefix) !== undefined || /^(https?|urn)$/.test(prefix);
  return isUri(json) && isDeclared ? json : member.refuse('unknown_type', json);
}

/** A reader of texts that a check accepts. */
const text =
  (check: (value: string, at: At) => string | undefined) =>
  (json: Json, { at }: Reading): string | undefined =>
    typeof json === 'string' ? check(json, at) : at.refuse('not_text');

const wordOf = (vocabulary: VocabularyName) =>
  text((value, at) =>
    // The JSON binding has bare words; the URNs and older addresses of CBV are those of XML.
    /^(urn:epcglobal:cbv|https?:\/\/ns\.gs1\.org\/cbv\/)/.test(value)
      ? at.refuse('unknown_word', value)
      : word(value, vocabulary, at),
  );

const listOf =
  <T>(item: (json: Json, reading: Reading) => T | undefined) =>
  (json: Json, reading: Reading): T[] | undefined =>
    isList(json)
      ? json.flatMap((one, number) => item(one, inside(reading, number)) ?? [])
      : reading.at.refuse('not_list');

const uris = listOf(text(uri));

/** Reads members of an object that may have no others, except extensions if there are any. */
function members(
  json: Json,
  reading: Reading,
  kinds: Readonly<Record<string, Reader>>,
  required: readonly string[],
): { [name: string]: unknown; extensions: ExtensionField[] } | undefined {
  if (!isObject(json)) return reading.at.refuse('not_object');
  for (const name of required) if (json[name] === undefined) reading.at.member(name).refuse('missing');
  const known = (name: string) => Object.hasOwn(kinds, name);
  const entries = Object.entries(json).flatMap(([name, value]) =>
    known(name) ? [[name, kinds[name]?.(value, inside(reading, name))]] : [],
  );
  const extensions = readExtensions(json, known, reading.namespaces, reading.at);
  return { ...Object.fromEntries(entries), extensions };
}

/** Members without extensions. */
function plainMembers(...[json, reading, kinds, required]: Parameters<typeof members>): object | undefined {
  if (isObject(json)) {
    const other = Object.keys(json).find((name) => !Object.hasOwn(kinds, name));
    if (other !== undefined) return reading.at.member(other).refuse('unknown_field');
  }
  const found = members(json, reading, kinds, required);
  if (!found) return undefined;
  const { extensions: _, ...rest } = found;
  return rest;
}

const number: Reader = (json, { at }) =>
  json instanceof JsonNumber ? decimal(json.text, at) : at.refuse('not_number', String(json));

const quantityElement = (json: Json, reading: Reading) =>
  plainMembers(json, reading, { epcClass: text(uri), quantity: number, uom: text(uom) }, ['epcClass']) as
    | QuantityElement
    | undefined;

const place = (json: Json, reading: Reading) => members(json, reading, { id: text(uri) }, ['id']) as Place | undefined;

const reference = (member: string, vocabulary: VocabularyName, required: readonly string[]) =>
  listOf((json, reading) => {
    const kinds = { type: wordOf(vocabulary), [member]: text(uri) };
    const found = plainMembers(json, reading, kinds, required) as Record<string, string> | undefined;
    if (!found) return undefined;
    const { type, [member]: id } = found;
    return { ...(type === undefined ? {} : { type }), id } as Reference;
  });

const dispositions = (json: Json, reading: Reading) => {
  const words = listOf(wordOf('disposition'));
  return plainMembers(json, reading, { set: words, unset: words }, []) as PersistentDisposition | undefined;
};

const errorDeclaration = (json: Json, reading: Reading) =>
  members(json, reading, { declarationTime: text(time), reason: wordOf('errorReason'), correctiveEventIDs: uris }, [
    'declarationTime',
  ]) as ErrorDeclaration | undefined;

/** The value of a sensor's field, as a text. */
function fact(kind: FactKind): Reader {
  switch (kind) {
    case 'time':
      return text(time);
    case 'uri':
      return text(uri);
    case 'hex':
      return text(hex);
    case 'string':
      return text(anyText);
    case 'decimal':
      return number;
    case 'boolean':
      return (json, { at }) => (typeof json === 'boolean' ? String(json) : at.refuse('not_boolean'));
    default:
      return wordOf(kind);
  }
}

const readersOf = (kinds: Readonly<Record<string, FactKind>>): Record<string, Reader> =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, fact(kind)]));
const metadataReaders = readersOf(sensorMetadataFacts);
const reportReaders = readersOf(sensorReportFacts);

function sensorFacts(json: Json, reading: Reading, kinds: Record<string, Reader>, required: readonly string[]) {
  const found = members(json, reading, kinds, required);
  if (!found) return undefined;
  const { extensions, ...facts } = found;
  return { facts, extensions } as SensorFacts;
}

const sensorElement = (json: Json, reading: Reading) =>
  members(
    json,
    reading,
    {
      sensorMetadata: (one, at) => sensorFacts(one, at, metadataReaders, []),
      sensorReport: listOf((one, at) => sensorFacts(one, at, reportReaders, ['type'])),
    },
    ['sensorReport'],
  ) as SensorElement | undefined;

const ilmd = (json: Json, { namespaces, at }: Reading) =>
  isObject(json) ? readExtensions(json as JsonObject, () => false, namespaces, at) : at.refuse('not_object');

const readers: Readonly<Record<FieldKind, Reader>> = {
  time: text(time),
  offset: text(offset),
  uri: text(uri),
  identifier: text(uri),
  certifications: (json, reading) => uris(typeof json === 'string' ? [json] : json, reading),
  action: text(action),
  bizStep: wordOf('bizStep'),
  disposition: wordOf('disposition'),
  epcs: uris,
  quantities: listOf(quantityElement),
  place,
  bizTransactions: reference('bizTransaction', 'bizTransaction', ['bizTransaction']),
  sources: reference('source', 'sourceOrDestination', ['type', 'source']),
  destinations: reference('destination', 'sourceOrDestination', ['type', 'destination']),
  persistentDisposition: dispositions,
  sensors: listOf(sensorElement),
  errorDeclaration,
  ilmd,
};
