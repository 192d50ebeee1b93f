import type { Name } from './extension.ts';

/** Prefixes and the namespaces that they stand for, in the order in which they were declared. */
export type Declarations = readonly (readonly [prefix: string, namespace: string])[];

/** The namespace of CBV's master data attributes, and how the JSON-LD context writes it so that names can be appended. */
export const masterDataNamespace = 'urn:epcglobal:cbv:mda';
export const xsiNamespace = 'http://www.w3.org/2001/XMLSchema-instance';
/** The types of XML Schema, which linked data writes with a `#` behind. Their prefix is always `xsd`. */
export const schemaNamespace = 'http://www.w3.org/2001/XMLSchema';
export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
export const rdfNamespace = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
/** For JSON-LD's own keywords in extensions, as `@id`. */
export const keywordNamespace = 'http://www.w3.org/ns/json-ld#';

/** What GS1's JSON-LD context declares (epcis-context.jsonld 2.0.0), so that a document need not. */
export const standardPrefixes: Declarations = [
  ['epcis', 'https://ref.gs1.org/epcis/'],
  ['cbv', 'https://ref.gs1.org/cbv/'],
  ['cbvmda', masterDataNamespace],
  ['gs1', 'https://gs1.org/voc/'],
  ['rdfs', 'http://www.w3.org/2000/01/rdf-schema#'],
  ['owl', 'http://www.w3.org/2002/07/owl#'],
  ['xsd', `${schemaNamespace}#`],
  ['dcterms', 'http://purl.org/dc/terms/'],
];

/** The prefixes that these namespaces usually have. */
const usualPrefixes: ReadonlyMap<string, string> = new Map([
  [xsiNamespace, 'xsi'],
  [xmlNamespace, 'xml'],
  [rdfNamespace, 'rdf'],
  [keywordNamespace, 'jsonld'],
  ...standardPrefixes.flatMap(([prefix, namespace]) => (prefix === 'epcis' ? [] : [[namespace, prefix] as const])),
]);

/** Looks up prefixes and namespaces. A later declaration of a prefix hides an earlier one. */
export class Namespaces {
  readonly #byPrefix: ReadonlyMap<string, string>;
  readonly #byNamespace: ReadonlyMap<string, string>;

  constructor(declarations: Declarations) {
    this.#byPrefix = new Map(declarations);
    this.#byNamespace = new Map([...this.#byPrefix].map(([prefix, namespace]) => [namespace, prefix]));
  }

  namespaceOf(prefix: string): string | undefined {
    return this.#byPrefix.get(prefix);
  }

  prefixOf(namespace: string): string | undefined {
    return this.#byNamespace.get(namespace);
  }

  get declarations(): Declarations {
    return [...this.#byPrefix];
  }

  with(more: Declarations): Namespaces {
    return more.length === 0 ? this : new Namespaces([...this.declarations, ...more]);
  }

  /** With a prefix for each of these namespaces: the usual one, or a new one, for those that have none. */
  covering(namespaces: Iterable<string>): Namespaces {
    const more = new Map<string, string>();
    const isFree = (prefix: string) => this.namespaceOf(prefix) === undefined && !more.has(prefix);
    for (const namespace of new Set(namespaces)) {
      if (namespace === '' || this.prefixOf(namespace) !== undefined) continue;
      let prefix = usualPrefixes.get(namespace) ?? '';
      for (let number = 1; prefix === '' || !isFree(prefix); number += 1) prefix = `ns${number}`;
      more.set(prefix, namespace);
    }
    return this.with([...more]);
  }
}

/** What XML allows as a name without prefix (Namespaces in XML 1.0, NCName). */
export const isNcName = (text: string): boolean => /^[\p{L}_][\p{L}\p{N}\p{M}._·-]*$/u.test(text);

/** The longest end of a URI that can be a name, with what stands before it as its namespace. */
export function nameInUri(uri: string): Name | undefined {
  const at = Math.max(uri.lastIndexOf('#'), uri.lastIndexOf('/'), uri.lastIndexOf(':'), uri.lastIndexOf('?'));
  const local = uri.slice(at + 1);
  return at > 0 && isNcName(local) ? { namespace: uri.slice(0, at + 1), local } : undefined;
}
