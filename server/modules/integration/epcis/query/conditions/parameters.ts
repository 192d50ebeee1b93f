import { EpcisException } from '../../problem/epcis-exception.ts';

/** The parameters of a query by their names, each with its values. */
export type Parameters = ReadonlyMap<string, readonly string[]>;

export const badParameter = (name: string, why: string): EpcisException =>
  new EpcisException('QueryParameterException', `The parameter ${name} ${why}.`);

const longestList = 1000;

/**
 * The parameters of a query string, where lists are joined by `|` or are the same name several times (EPCIS 2.0, section 12.7.1).
 * `paging` are of the page and not of the query.
 */
export function parametersOf(query: Readonly<Record<string, unknown>>, paging: readonly string[]): Parameters {
  const parameters = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(query)) {
    if (paging.includes(name)) continue;
    const texts = (Array.isArray(value) ? value : [value]).map(String).flatMap((text) => text.split('|'));
    if (texts.length > longestList) throw badParameter(name, `has more than ${longestList} values`);
    if (texts.some((text) => text.includes('\0'))) throw badParameter(name, 'has a NUL in it');
    parameters.set(name, texts);
  }
  return parameters;
}

/** The only value of a parameter. */
export function single(name: string, values: readonly string[]): string {
  const [value] = values;
  if (value === undefined || value === '' || values.length > 1) throw badParameter(name, 'must have one value');
  return value;
}

export function wholeNumber(name: string, values: readonly string[], most: number): number {
  const text = single(name, values);
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text) || number < 1 || number > most) {
    throw badParameter(name, `must be a whole number from 1 to ${most}`);
  }
  return number;
}
