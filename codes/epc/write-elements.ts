import { definitionOf } from '../carrier/gs1/application-identifiers.ts';
import { type Element, groupSeparator } from '../carrier/gs1/elements.ts';
import { escaped } from './canonical-link.ts';

/**
 * Elements as a symbol carries them, without the FNC1 at the start: a separator follows each value of no predefined length, except
 * the last (General Specifications 7.8.5).
 */
export const elementString = (elements: readonly Element[]): string =>
  elements
    .map(({ ai, value }, at) => {
      const isLast = at === elements.length - 1;
      return `${ai}${value}${isLast || definitionOf(ai)?.predefined !== undefined ? '' : groupSeparator}`;
    })
    .join('');

/**
 * The Digital Link of elements below an address (GS1 Digital Link, section 4.11): the first primary key, its qualifiers in their
 * order, and the rest as attributes. Undefined if one of them may not be in a link like that.
 */
export function digitalLink(elements: readonly Element[], stem: string): string | undefined {
  const all = [...new Map(elements.map((element) => [`${element.ai} ${element.value}`, element])).values()];
  const key = all.find(({ ai }) => definitionOf(ai)?.qualifiers !== undefined);
  if (!key || new Set(all.map(({ ai }) => ai)).size < all.length) return undefined;
  const sequences = definitionOf(key.ai)?.qualifiers ?? [];
  const elementOf = (ai: string) => all.find((one) => one.ai === ai);
  const found = sequences.map((sequence) => sequence.flatMap((ai) => elementOf(ai) ?? []));
  const [qualifiers = []] = found.toSorted((one, other) => other.length - one.length);
  const attributes = all.filter((one) => one !== key && !qualifiers.includes(one));
  const isOfPath = (ai: string) => sequences.some((sequence) => sequence.includes(ai));
  if (attributes.some(({ ai }) => definitionOf(ai)?.isAttribute !== true || isOfPath(ai))) return undefined;
  const path = [key, ...qualifiers].map(({ ai, value }) => `/${ai}/${escaped(value)}`).join('');
  const query = attributes.map(({ ai, value }) => `${ai}=${escaped(value).replaceAll('%20', '+')}`).join('&');
  return `${stem.replace(/\/$/, '')}${path}${query === '' ? '' : `?${query}`}`;
}
