import { type ExtensionField, groupedFields, type Scalar, type Structure } from '../model/extension.ts';
import { xsiNamespace } from '../model/namespaces.ts';
import type { XmlElement } from './xml-tree.ts';

/** Elements of other namespaces, and what is in them, as extensions. */
export const readExtensions = (elements: readonly XmlElement[]): ExtensionField[] =>
  groupedFields(elements.map((element) => ({ name: element.name, value: readValue(element) })));

/** Whatever an element holds: a text, or a structure if it has attributes or elements in it. */
export function readValue(element: XmlElement): Scalar | Structure {
  const { attributes, children, text } = element;
  const isNil = attributes.some(({ name, text: value }) => isXsi(name, 'nil') && /^(true|1)$/.test(value));
  if (isNil && children.length === 0) return { is: 'null' };
  const facts = attributes.filter(({ name }) => !isXsi(name, 'nil') && !isXsi(name, 'schemaLocation'));
  if (facts.length === 0 && children.length === 0) return { is: 'text', text };
  // Between elements, blanks only set them apart; around a value with a type of its own they mean nothing.
  const isTyped = facts.some(({ name, text: type }) => isXsi(name, 'type') && !/:string$/.test(type));
  const content = isTyped || children.length > 0 ? text.trim() : text;
  const own = content === '' ? {} : { text: content };
  return { is: 'structure', attributes: facts, ...own, fields: readExtensions(children) };
}

const isXsi = ({ namespace, local }: XmlElement['name'], name: string): boolean =>
  namespace === xsiNamespace && local === name;
