import { writeValue as writeJsonValue } from '../json/write-extensions.ts';
import type { ExtensionField, ExtensionValue, Name, Scalar, Structure } from '../model/extension.ts';
import { type Declarations, type Namespaces, schemaNamespace, xsiNamespace } from '../model/namespaces.ts';
import { type Attributes, characters, element, textElement } from './xml-text.ts';

/** Writes extensions as elements; a list as an element for each value. */
export const writeExtensions = (fields: readonly ExtensionField[], namespaces: Namespaces): string =>
  fields
    .flatMap(({ name, value }) =>
      (value.is === 'list' ? value.values : [value]).map((one) =>
        writeElement(nameOf(name, namespaces), one, namespaces),
      ),
    )
    .join('');

const nameOf = ({ namespace, local }: Name, namespaces: Namespaces): string =>
  namespace === '' ? local : `${namespaces.prefixOf(namespace)}:${local}`;

/** An element of this name with a value in it, and attributes that are not of the value. */
export function writeElement(
  name: string,
  value: Scalar | Structure,
  namespaces: Namespaces,
  others: Attributes = [],
): string {
  switch (value.is) {
    case 'null':
      return element(name, [...others, [nameOf({ namespace: xsiNamespace, local: 'nil' }, namespaces), 'true']]);
    case 'structure': {
      const attributes = value.attributes.map((one) => [nameOf(one.name, namespaces), one.text] as const);
      return element(
        name,
        [...others, ...attributes],
        `${characters(value.text ?? '')}${writeExtensions(value.fields, namespaces)}`,
      );
    }
    default:
      return textElement(name, value.text, others);
  }
}

/**
 * Extensions where the XML schema has room for attributes only, in sensor metadata and reports. What has parts is the text of its
 * JSON.
 */
export const extensionAttributes = (fields: readonly ExtensionField[], namespaces: Namespaces): Attributes =>
  fields.map(({ name, value }) => [nameOf(name, namespaces), attributeText(value, namespaces)]);

const attributeText = (value: ExtensionValue, namespaces: Namespaces): string =>
  value.is === 'null'
    ? ''
    : 'text' in value && value.is !== 'structure'
      ? value.text
      : JSON.stringify(writeJsonValue(value, namespaces));

/** The namespaces of XML Schema that nulls and typed values need a prefix for. */
export const schemaDeclarations = (fields: readonly ExtensionField[]): Declarations => [
  ...(anyValue(fields, ({ is }) => is === 'null') ? [['xsi', xsiNamespace] as const] : []),
  ...(anyValue(fields, hasSchemaType) ? [['xsd', schemaNamespace] as const] : []),
];

const hasSchemaType = (value: Scalar | Structure): boolean =>
  value.is === 'structure' &&
  value.attributes.some(({ name, text }) => name.namespace === xsiNamespace && text.startsWith('xsd:'));

const anyValue = (fields: readonly ExtensionField[], test: (value: Scalar | Structure) => boolean): boolean =>
  fields.some(({ value }) =>
    (value.is === 'list' ? value.values : [value]).some(
      (one) => test(one) || (one.is === 'structure' && anyValue(one.fields, test)),
    ),
  );
