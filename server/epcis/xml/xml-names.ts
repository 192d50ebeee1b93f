import type { Name } from '../model/extension.ts';
import type { XmlElement } from './xml-tree.ts';

/** The namespaces of EPCIS 2.0's schemas, and the beginnings of those of all versions. */
export const epcisNamespace = 'urn:epcglobal:epcis:xsd:2';
export const queryNamespace = 'urn:epcglobal:epcis-query:xsd:2';
export const headerNamespace = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';
const ofEpcis = /^urn:epcglobal:(epcis|epcis-query|epcis-masterdata)?:?xsd:\d+$/;

/** Elements of EPCIS have no namespace; some writers give them that of the document. */
export const isOfEpcis = ({ namespace }: Name): boolean => namespace === '' || ofEpcis.test(namespace);

export const isNamespaceOfEpcis = (namespace: string): boolean => ofEpcis.test(namespace);

/**
 * The children without the wrappers that EPCIS 1.1 and 1.2 put around each new field, `extension` and `baseExtension`; in EPCIS 2.0
 * the former may still be around extensions.
 */
export const unwrapped = (children: readonly XmlElement[]): XmlElement[] =>
  children.flatMap((child) => (isWrapper(child.name) ? unwrapped(child.children) : [child]));

export const isWrapper = (name: Name): boolean =>
  isOfEpcis(name) && (name.local === 'extension' || name.local === 'baseExtension');

/**
 * For what EPCIS 1.x lets stand in such a wrapper without a namespace though it is no field of EPCIS: it needs one where there are
 * no wrappers.
 */
export const localExtensions = 'urn:epcglobal:epcis:xsd:1#';

export const childNamed = (element: XmlElement | undefined, local: string): XmlElement | undefined =>
  element && unwrapped(element.children).find((child) => isOfEpcis(child.name) && child.name.local === local);

export const childrenNamed = (element: XmlElement | undefined, local: string): XmlElement[] =>
  element ? unwrapped(element.children).filter((child) => isOfEpcis(child.name) && child.name.local === local) : [];
