import { linkedElements } from '@suyuan/codes/carrier/digital-link.ts';
import { definitionOf } from '@suyuan/codes/carrier/gs1/application-identifiers.ts';
import type { Element } from '@suyuan/codes/carrier/gs1/elements.ts';

/** What a GS1 Digital Link URI identifies: its primary key with its qualifiers, in the order of the path. */
export type DigitalLink =
  | { readonly key: '01'; readonly gtin: string; readonly qualifiers: readonly Element[] }
  | { readonly key: '00'; readonly sscc: string }
  /** A key that nothing of the enterprise has here: a location, a document, an asset. */
  | { readonly key: 'other' };

/**
 * Reads the path and query of a link by the URI Syntax standard; undefined if it is not as that has it: length, check digit,
 * characters, qualifiers that are unknown, repeated or out of order, attributes in the path, and AIs in the query that may not
 * stand there.
 */
export function readDigitalLink(path: string, query = ''): DigitalLink | undefined {
  const steps = path.replace(/\/$/, '').split('/').slice(1);
  const link = linkedElements(steps, query, 'at once');
  return link && link.faults.length === 0 ? linkOf(link.path) : undefined;
}

/** The link of elements, the primary key first. */
export function linkOf([key, ...qualifiers]: readonly Element[]): DigitalLink | undefined {
  if (!key || !definitionOf(key.ai)?.qualifiers) return undefined;
  if (key.ai === '00') return { key: '00', sscc: key.value };
  return key.ai === '01' ? { key: '01', gtin: key.value, qualifiers } : { key: 'other' };
}

type OwnLink = Exclude<DigitalLink, { key: 'other' }>;

/** The GS1 element string with AIs in brackets, as printed beside symbols. */
export function elementString(link: OwnLink): string {
  if (link.key === '00') return `(00)${link.sscc}`;
  return `(01)${link.gtin}${link.qualifiers.map(({ ai, value }) => `(${ai})${value}`).join('')}`;
}

export const serialOf = (link: DigitalLink & { key: '01' }): string | undefined =>
  link.qualifiers.find(({ ai }) => ai === '21')?.value;

/** The canonical path: values are percent-encoded, and the GTIN has 14 digits. */
export function pathOf(link: OwnLink): string {
  if (link.key === '00') return `/00/${link.sscc}`;
  const rest = link.qualifiers.map(({ ai, value }) => `/${ai}/${encodeURIComponent(value)}`).join('');
  return `/01/${link.gtin}${rest}`;
}
