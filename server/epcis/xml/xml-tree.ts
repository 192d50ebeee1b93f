import { SaxesParser } from 'saxes';
import type { Name } from '../model/extension.ts';
import { type Declarations, schemaNamespace, xsiNamespace } from '../model/namespaces.ts';
import { UnreadableDocument } from '../model/problem.ts';

/** An element with what is in it. Its text is that of all its text nodes. */
export interface XmlElement {
  readonly name: Name;
  readonly attributes: readonly { readonly name: Name; readonly text: string }[];
  /** The prefixes that it declares. */
  readonly declared: Declarations;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** Documents of partners have about 12 levels, 25 attributes of an element, and ten prefixes. */
const limits = { depth: 64, attributes: 100, prefixes: 100 } as const;

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/**
 * Parses XML with its namespaces. There are no entities but the five of XML, and nothing outside of the text is read: a document
 * type may be named, but not defined. Throws `UnreadableDocument`.
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const open: OpenElement[] = [];
  const prefixes = new Set<string>();
  let root: XmlElement | undefined;
  let attributes = 0;
  parser.on('doctype', (type) => {
    if (/[[]|\b(SYSTEM|PUBLIC)\b/.test(type)) refuse('It defines a document type, which may hide entities.');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > limits.attributes) refuse(`An element has more than ${limits.attributes} attributes.`);
  });
  parser.on('opentag', (tag) => {
    attributes = 0;
    if (open.length >= limits.depth) refuse(`It is nested more than ${limits.depth} levels deep.`);
    const declared = Object.entries(tag.ns);
    for (const [prefix, namespace] of declared) prefixes.add(`${prefix}=${namespace}`);
    if (prefixes.size > limits.prefixes) refuse(`It declares more than ${limits.prefixes} prefixes.`);
    const element: OpenElement = {
      name: { namespace: tag.uri, local: tag.local },
      attributes: Object.values(tag.attributes).flatMap(({ prefix, local, uri, value }) =>
        // Declarations are no attributes.
        prefix === 'xmlns' || (prefix === '' && local === 'xmlns')
          ? []
          : [
              {
                name: { namespace: uri, local },
                text: uri === xsiNamespace && local === 'type' ? typeOf(value) : value,
              },
            ],
      ),
      declared,
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  /** Types of XML Schema with the prefix that they have in all bindings. */
  const typeOf = (value: string): string => {
    const [prefix = '', local] = value.trim().split(':');
    return local !== undefined && parser.resolve(prefix) === schemaNamespace ? `xsd:${local}` : value.trim();
  };
  const append = (more: string) => {
    const element = open.at(-1);
    if (element) element.text += more;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('closetag', () => {
    root = open.pop();
  });
  try {
    // A byte order mark is tolerated.
    parser.write(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text).close();
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    throw new UnreadableDocument(`The XML is not well-formed: ${error instanceof Error ? error.message : error}`);
  }
  if (!root) throw new UnreadableDocument('The XML has no element.');
  return root;
}

function refuse(why: string): never {
  throw new UnreadableDocument(`The XML is not accepted. ${why}`);
}
