import { type Declarations, isNcName } from '../model/namespaces.ts';
import type { At } from '../model/problem.ts';
import { anyText } from '../model/values.ts';
import { isList, isObject, type Json } from './json-text.ts';

/** The addresses of GS1's JSON-LD contexts, which are built in (`standardPrefixes`). No context is ever fetched. */
const builtIn =
  /^https?:\/\/(?:ref\.gs1\.org\/standards\/epcis\/(?:2\.\d\.\d\/)?|gs1\.github\.io\/EPCIS\/)epcis-(?:query-)?context\.jsonld$/;

/** The context that written documents refer to. */
export const contextAddress = 'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld';

/** A document of a partner declares about ten. */
const mostPrefixes = 100;

/**
 * The prefixes that an `@context` declares. Definitions of single terms, as `{"@type": "xsd:date"}`, say how linked data software
 * should read values; they declare no names, and are passed over.
 */
export function prefixesOf(context: Json, outer: Declarations, at: At): Declarations {
  const found = new Map(outer);
  for (const one of isList(context) ? context : [context]) {
    if (typeof one === 'string') {
      if (!builtIn.test(one)) at.refuse('not_fetched', one);
    } else if (isObject(one)) {
      for (const [prefix, value] of Object.entries(one)) {
        const namespace = typeof value === 'string' ? value : undefined;
        // JSON-LD's own keywords, and terms of other kinds.
        if (namespace === undefined || prefix.startsWith('@') || prefix.includes(':')) continue;
        if (!isNcName(prefix)) at.member(prefix).refuse('not_a_name');
        else if (anyText(namespace, at.member(prefix)) !== undefined) found.set(prefix, expanded(namespace, found));
      }
    } else at.refuse('not_object');
  }
  if (found.size > mostPrefixes) at.refuse('too_many_prefixes', String(found.size));
  return [...found];
}

/** A namespace may itself be written with a prefix. */
function expanded(namespace: string, prefixes: ReadonlyMap<string, string>): string {
  const [, prefix = '', rest = ''] = /^([^:/]+):(?!\/\/)(.*)$/.exec(namespace) ?? [];
  const outer = prefixes.get(prefix);
  return outer === undefined ? namespace : `${outer}${rest}`;
}
