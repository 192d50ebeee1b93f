import { prefixesOf } from '#epcis/json/context.ts';
import { isList, isObject, type Json, JsonNumber, type JsonObject, parseJson } from '#epcis/json/json-text.ts';
import type { Declarations } from '#epcis/model/namespaces.ts';
import { At, type Problem, problemText, UnreadableDocument } from '#epcis/model/problem.ts';
import { EpcisException } from '../problem/epcis-exception.ts';
import { badParameter, type Parameters, parametersOf } from '../query/conditions/parameters.ts';
import type { NamedQuery } from './named-queries.ts';

const longestName = 200;
/** These are of a page and not of a query. */
const paging = ['perPage', 'nextPageToken'];

/** The JSON object in the body of a request. */
export function objectOfBody(body: unknown): JsonObject {
  const text = Buffer.isBuffer(body) ? body.toString('utf8') : '';
  try {
    const json = parseJson(text);
    if (isObject(json)) return json;
  } catch (error) {
    if (error instanceof UnreadableDocument) throw new EpcisException('ValidationException', error.message);
    throw error;
  }
  throw new EpcisException('ValidationException', 'The body must be a JSON object.');
}

/** Reads a definition: `{"name": "arrivals", "query": {"EQ_bizStep": ["receiving"]}}`, with the prefixes that it declares. */
export function definitionOf(body: JsonObject, declared: Declarations): Omit<NamedQuery, 'id'> {
  const { name, query } = body;
  if (typeof name !== 'string' || name.trim() === '' || name.length > longestName || /\p{Cc}/u.test(name)) {
    throw new EpcisException('ValidationException', `name must be a text of 1 to ${longestName} characters.`);
  }
  if (!isObject(query)) throw new EpcisException('ValidationException', 'query must be an object of parameters.');
  const prefixes = [body, query].reduce((outer, { '@context': context }) => prefixesIn(context, outer), declared);
  return { name, parameters: parametersIn(query), prefixes };
}

function prefixesIn(context: Json | undefined, outer: Declarations): Declarations {
  if (context === undefined) return outer;
  const problems: Problem[] = [];
  const prefixes = prefixesOf(context, outer, new At('@context', problems));
  const [problem] = problems;
  if (problem) throw new EpcisException('ValidationException', problemText(problem));
  return prefixes;
}

function parametersIn({ '@context': _, ...query }: JsonObject): Parameters {
  const texts = Object.entries(query).map(([name, value]): [string, string[]] => {
    if (paging.includes(name)) throw badParameter(name, 'is of a page, and no part of a stored query');
    return [name, (isList(value) ? value : [value]).map((one) => textOf(name, one))];
  });
  // A bar divides values in addresses only.
  const divided = texts.find(([, values]) => values.some((value) => value.includes('|')));
  if (divided) throw badParameter(divided[0], 'has a value with a bar (|)');
  return parametersOf(Object.fromEntries(texts), []);
}

function textOf(name: string, value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (value instanceof JsonNumber) return value.text;
  if (typeof value === 'boolean') return String(value);
  // Some write a parameter without a value so.
  if (value === null) return '';
  throw badParameter(name, 'must be a text, a number, true or false, or a list of these');
}

/** A definition as it is answered. */
export const definitionJson = ({ name, parameters, prefixes }: NamedQuery): object => ({
  name,
  query: Object.fromEntries([...parameters].map(([parameter, values]) => [parameter, answered(parameter, values)])),
  ...(prefixes.length > 0 ? { '@context': Object.fromEntries(prefixes) } : {}),
});

const single = /^(?:(?:GE|GT|LE|LT)_|EXISTS_|orderBy$|orderDirection$|eventCountLimit$|maxEventCount$)/;
const counts = ['eventCountLimit', 'maxEventCount'];

function answered(name: string, values: readonly string[]): unknown {
  const [value] = values;
  if (!single.test(name)) return values;
  if (counts.includes(name)) return Number(value);
  return name.startsWith('EXISTS_') ? true : value;
}
