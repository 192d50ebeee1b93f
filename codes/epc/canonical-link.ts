import { linkedElements } from '../carrier/digital-link.ts';
import { epcElements } from '../carrier/epc-urn.ts';
import type { Element } from '../carrier/gs1/elements.ts';

/** A GS1 key with the finest of its qualifiers: what an EPC identifies, whichever way it is written. */
export interface Gs1Key {
  /** The AI of the primary key, and its value. */
  readonly ai: string;
  readonly value: string;
  /** What makes it an instance, a lot or a part of a place. */
  readonly qualifier: Element | undefined;
}

/** The qualifiers of each key that identify, finest first. Others, as a consumer product variant, only describe. */
const identifying: Readonly<Record<string, readonly string[]>> = {
  '01': ['21', '235', '10'],
  '8006': ['21', '10'],
  '8010': ['8011'],
  '414': ['254'],
};

/** The keys that an EPC can be of (EPC Tag Data Standard 1.13, section 6.3; EPCIS 2.0, section 8). */
const keys: ReadonlySet<string> = new Set([
  ...['00', '01', '253', '255', '401', '402', '414', '417'],
  ...['8003', '8004', '8006', '8010', '8017', '8018'],
]);

/**
 * The GS1 key that a URI stands for: an EPC URN (of an instance, a class or a pattern with `*` as its last part) or a Digital Link
 * with any domain. Undefined for all other URIs, which are legal in EPCIS too, and for keys at fault.
 */
export function gs1KeyIn(uri: string): Gs1Key | undefined {
  const elements = elementsIn(uri);
  const [key, ...qualifiers] = elements ?? [];
  if (!key || !keys.has(key.ai)) return undefined;
  const qualifier = identifying[key.ai]
    ?.flatMap((ai) => qualifiers.find((one) => one.ai === ai) ?? [])
    .find(({ ai, value }) => !(ai === '254' && value === '0'));
  return { ai: key.ai, value: key.value, qualifier };
}

function elementsIn(uri: string): readonly Element[] | undefined {
  if (/^urn:epc:(id|class|idpat):/i.test(uri)) {
    const reading = epcElements(uri);
    const isWhole = reading?.from === 0 && reading.to === uri.length;
    return isWhole && reading.faults.length === 0 ? reading.elements : undefined;
  }
  // The path as it is written: a parser of addresses would resolve a serial number that is a full stop.
  const [, path] = /^https?:\/\/[^/?#\s]+\/([^?#\s]+)/i.exec(uri) ?? [];
  if (path === undefined) return undefined;
  const steps = path.split('/');
  // Attributes in the query say more about the object, but do not identify it.
  const reading = linkedElements(steps, '', 'anywhere');
  if (!reading || reading.faults.length > 0) return undefined;
  // A qualifier in front of its key is in the wrong order, and no stem.
  const stem = steps.slice(0, steps.length - 2 * reading.path.length);
  return stem.some((step) => identifying[reading.key]?.includes(step)) ? undefined : reading.path;
}

/** GS1's own resolver, the domain of canonical links (GS1 Digital Link, section 4.12). */
const domain = 'https://id.gs1.org';

/**
 * The canonical, constrained Digital Link of a URI that stands for a GS1 key (CBV 2.0, section 8.2.1): GS1's domain, numeric AIs, a
 * GTIN of 14 digits, the finest qualifier alone, no query. Undefined for other URIs.
 */
export function canonicalLink(uri: string): string | undefined {
  const key = gs1KeyIn(uri);
  return key && linkOf(key);
}

export const linkOf = ({ ai, value, qualifier }: Gs1Key): string =>
  `${domain}/${ai}/${escaped(value)}${qualifier ? `/${qualifier.ai}/${escaped(qualifier.value)}` : ''}`;

/** A value in the path of a link: only unreserved characters stand for themselves. */
export const escaped = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
