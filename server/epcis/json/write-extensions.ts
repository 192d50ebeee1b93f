import {
  type ExtensionField,
  type ExtensionValue,
  groupedFields,
  type Name,
  type Scalar,
  type Structure,
} from '../model/extension.ts';
import {
  keywordNamespace,
  masterDataNamespace,
  type Namespaces,
  rdfNamespace,
  xmlNamespace,
  xsiNamespace,
} from '../model/namespaces.ts';
import { type Json, JsonNumber, type JsonObject } from './json-text.ts';

/** Writes extensions as members of an object. */
export const writeExtensions = (fields: readonly ExtensionField[], namespaces: Namespaces): JsonObject =>
  Object.fromEntries(
    groupedFields(fields).map(({ name, value }) => [keyOf(name, namespaces), writeValue(value, namespaces)]),
  );

/** A name with its prefix; as a URI where its namespace has none. */
function keyOf({ namespace, local }: Name, namespaces: Namespaces): string {
  if (namespace === '') return local;
  if (namespace === keywordNamespace) return `@${local}`;
  const prefix = namespaces.prefixOf(namespace);
  // Keys are URIs, which have no letters beyond those of ASCII.
  const name = encodeURI(local);
  if (prefix !== undefined) return `${prefix}:${name}`;
  return `${namespace === masterDataNamespace ? `${namespace}:` : namespace}${name}`;
}

export function writeValue(value: ExtensionValue, namespaces: Namespaces): Json {
  return value.is === 'list' ? value.values.map((one) => writeSingle(one, namespaces)) : writeSingle(value, namespaces);
}

function writeSingle(value: Scalar | Structure, namespaces: Namespaces): Json {
  switch (value.is) {
    case 'null':
      return null;
    case 'text':
      return value.text;
    case 'boolean':
      return value.text === 'true';
    case 'number':
      return new JsonNumber(value.text);
    case 'structure':
      return writeStructure(value, namespaces);
  }
}

/** A text with attributes is a typed literal where JSON-LD can say so, else an `rdf:value` with properties. */
function writeStructure({ attributes, text, fields }: Structure, namespaces: Namespaces): JsonObject {
  const names = attributes.map(({ name }) => keywordFor(name));
  const isLiteral = text !== undefined && fields.length === 0 && names.every((name) => name !== undefined);
  const facts = attributes.map(({ name, text: of }, at): [string, Json] => [
    (isLiteral && names[at]) || keyOf(name, namespaces),
    of,
  ]);
  const own: [string, Json][] =
    text === undefined
      ? []
      : [[isLiteral ? '@value' : keyOf({ namespace: rdfNamespace, local: 'value' }, namespaces), text]];
  return { ...Object.fromEntries([...facts, ...own]), ...writeExtensions(fields, namespaces) };
}

function keywordFor({ namespace, local }: Name): string | undefined {
  if (namespace === xsiNamespace && local === 'type') return '@type';
  if (namespace === xmlNamespace && local === 'lang') return '@language';
  return namespace === keywordNamespace ? `@${local}` : undefined;
}

/** The namespaces that extensions need a prefix for. */
export function* namespacesIn(fields: readonly ExtensionField[]): Generator<string> {
  for (const { name, value } of fields) {
    yield name.namespace;
    for (const one of value.is === 'list' ? value.values : [value]) {
      if (one.is !== 'structure') continue;
      for (const attribute of one.attributes) yield attribute.name.namespace;
      if (one.text !== undefined && one.attributes.length > 0) yield rdfNamespace;
      yield* namespacesIn(one.fields);
    }
  }
}
