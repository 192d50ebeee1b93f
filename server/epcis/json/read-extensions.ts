import type { ExtensionField, ExtensionValue, Name, Scalar, Structure } from '../model/extension.ts';
import {
  isNcName,
  keywordNamespace,
  type Namespaces,
  nameInUri,
  rdfNamespace,
  xmlNamespace,
  xsiNamespace,
} from '../model/namespaces.ts';
import type { At } from '../model/problem.ts';
import { anyText } from '../model/values.ts';
import { isList, isObject, type Json, JsonNumber, type JsonObject } from './json-text.ts';

/** Reads the fields of an object that EPCIS does not define. `known` are the others. */
export function readExtensions(
  object: JsonObject,
  known: (name: string) => boolean,
  namespaces: Namespaces,
  at: At,
): ExtensionField[] {
  return Object.entries(object).flatMap(([key, json]) => {
    if (known(key)) return [];
    const member = at.member(key);
    const name = nameOf(key, namespaces, member);
    // At this level a name without namespace would be one of EPCIS.
    if (name?.namespace === '') return member.refuse('unknown_field') ?? [];
    const value = readValue(json, namespaces, member);
    return name && value ? [{ name, value }] : [];
  });
}

const longestName = 2048;

/** A key is a name with a prefix, a whole URI, a keyword of JSON-LD, or a name without namespace. */
function nameOf(key: string, namespaces: Namespaces, at: At): Name | undefined {
  if (key.length > longestName) return at.refuse('too_long');
  if (anyText(key, at) === undefined) return undefined;
  if (key.startsWith('@')) return { namespace: keywordNamespace, local: key.slice(1) };
  const colon = key.indexOf(':');
  if (colon < 0) return isNcName(key) ? { namespace: '', local: key } : at.refuse('not_a_name');
  const [prefix, local] = [key.slice(0, colon), decoded(key.slice(colon + 1))];
  const namespace = namespaces.namespaceOf(prefix);
  if (namespace !== undefined && isNcName(local)) return { namespace, local };
  if (namespace === undefined && !/^(https?|urn)$/.test(prefix)) return at.refuse('undeclared_prefix', key);
  return nameInUri(namespace === undefined ? key : `${namespace}${local}`) ?? at.refuse('not_a_name');
}

/** A name in a URI, with letters beyond those of ASCII. */
function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** Reads the value of an extension, or of a master data attribute. */
export function readValue(json: Json, namespaces: Namespaces, at: At): ExtensionValue | undefined {
  if (!isList(json)) return readSingle(json, namespaces, at);
  // A list in a list means the same without it (JSON-LD 1.1, section 4.3.2).
  const items = (json as unknown[]).flat(Number.POSITIVE_INFINITY) as Json[];
  const values = items.flatMap((item, number) => readSingle(item, namespaces, at.item(number)) ?? []);
  return { is: 'list', values };
}

function readSingle(json: Json, namespaces: Namespaces, at: At): Scalar | Structure | undefined {
  if (json === null) return { is: 'null' };
  if (typeof json === 'string') return anyText(json, at) === undefined ? undefined : { is: 'text', text: json };
  if (typeof json === 'boolean') return { is: 'boolean', text: String(json) };
  if (json instanceof JsonNumber) return { is: 'number', text: json.text };
  return isObject(json) ? readStructure(json, namespaces, at) : undefined;
}

function readStructure(object: JsonObject, namespaces: Namespaces, at: At): Structure | undefined {
  const fields = Object.entries(object).flatMap(([key, json]): ExtensionField[] => {
    const member = at.member(key);
    const name = nameOf(key, namespaces, member);
    const value = name && readValue(json, namespaces, member);
    return value ? [{ name, value }] : [];
  });
  const texts = fields.filter(isTextField);
  const [only] = texts;
  const others = fields.filter((field) => field !== only);
  if (texts.length !== 1 || !only || !('text' in only.value) || !others.every(isSingle)) {
    return { is: 'structure', attributes: [], fields };
  }
  // A value beside facts about it: in XML, a text with attributes.
  const attributes = others.flatMap(({ name, value }) =>
    'text' in value && value.text !== undefined ? [{ name: nameInXml(name, value.text), text: value.text }] : [],
  );
  return { is: 'structure', attributes, text: only.value.text as string, fields: [] };
}

/** The value of a typed literal, or of an `rdf:value` with properties of its own. */
const isTextField = ({ name: { namespace, local }, value }: ExtensionField): boolean =>
  local === 'value' && (namespace === keywordNamespace || namespace === rdfNamespace) && value.is !== 'list';

const isSingle = ({ value }: ExtensionField): boolean => value.is !== 'list' && value.is !== 'structure';

/** The type and language of a literal have attributes in XML: types if they are of XML Schema. */
function nameInXml(name: Name, text: string): Name {
  if (name.namespace !== keywordNamespace) return name;
  if (name.local === 'type' && text.startsWith('xsd:')) return { namespace: xsiNamespace, local: 'type' };
  return name.local === 'language' ? { namespace: xmlNamespace, local: 'lang' } : name;
}
