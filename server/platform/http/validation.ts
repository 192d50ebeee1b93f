import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { plainTextPattern } from '../../../contract/thing/plain-text.ts';
import { textFormats } from '../../../contract/thing/text-formats.ts';
import { badInput, type Problem, type Refusal } from '../refusal.ts';
import { isDay, isMoment } from './calendar.ts';

const options = { allErrors: true, useDefaults: true, strict: false, removeAdditional: false } as const;
// A query string is text: numbers and booleans in it are read. A JSON body says its types itself.
const ajvQuery = withFormats(new Ajv({ ...options, coerceTypes: true }));
const ajvBody = withFormats(new Ajv({ ...options, coerceTypes: false }));

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv, ['date-time']);
  const { validate: isRfc3339 } = ajv.formats['date-time'] as { validate: (text: string) => boolean };
  for (const [name, isOne] of Object.entries(textFormats)) ajv.addFormat(name, isOne);
  return ajv.addFormat('date', isDay).addFormat('date-time', (text) => isRfc3339(text) && isMoment(text));
}

/** What was checked, with what is usual where it was left out; or why it is refused. */
export interface Checked {
  readonly value?: unknown;
  readonly error?: Refusal;
}

/** At most this many problems are named in one answer. */
const mostProblems = 50;

/** Compiles the contract's schemas; what they refuse becomes a 400 that names each field. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  checkOf(httpPart === 'body' ? ajvBody : ajvQuery, schema);

/** Checks one line of a file against a call's input: cells are text, so numbers and booleans in them are read. */
export function lineChecker(schema: object): (input: Record<string, unknown>) => Problem[] {
  const check = checkOf(ajvQuery, schema);
  return (input) => {
    const { error } = check(input);
    return error ? [...error.fields] : [];
  };
}

/** Checks what the server itself has kept as JSON, in an earlier version perhaps. */
export function keptChecker(schema: object): (kept: object) => readonly Problem[] {
  const check = checkOf(ajvBody, schema);
  return (kept) => check(kept).error?.fields ?? [];
}

/** Compiled when something is first checked by it: there are hundreds of schemas, and a start waits for none. */
function checkOf(ajv: Ajv, schema: object): (value: unknown) => Checked {
  let compiled: { validate: ValidateFunction; mostItems: number } | undefined;
  return (value) => {
    compiled ??= { validate: ajv.compile(schema), mostItems: longestList(schema) };
    const { validate, mostItems } = compiled;
    const found = hazards(value, mostItems);
    if (found.length > 0) return { error: badInput(...found) };
    return validate(value) ? { value } : { error: badInput(...problems(validate.errors ?? [])) };
  };
}

/** Deeper than any call's input: what is nested so far is refused before anything walks through it. */
const deepest = 8;
/** More members than any call's input has, in one object. */
const mostMembers = 1000;

/**
 * What no call takes, found before the schema is walked: its errors over millions of items would be millions. And
 * PostgreSQL cannot hold U+0000 nor half of a surrogate pair in a text, and no honest input has one.
 */
function hazards(value: unknown, mostItems: number, path = '', depth = 0): Problem[] {
  if (typeof value === 'string') {
    if (value.includes('\0')) return [{ path, reason: 'null_byte' }];
    return value.isWellFormed() ? [] : [{ path, reason: 'half_character' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (depth === deepest) return [{ path, reason: 'too_deep' }];
  const limit = Array.isArray(value) ? mostItems : mostMembers;
  const members = Array.isArray(value) ? value : Object.keys(value);
  if (members.length > limit) return [{ path, reason: 'too_many', params: { limit } }];
  return Object.entries(value)
    .flatMap(([key, item]) => hazards(item, mostItems, (path === '' ? key : `${path}.${key}`).slice(0, 64), depth + 1))
    .slice(0, mostProblems);
}

/** The most items that any list in a schema may have. */
function longestList(schema: object): number {
  const { maxItems = 0 } = schema as { maxItems?: number };
  const below = Object.values(schema).filter((part) => typeof part === 'object' && part !== null);
  return Math.max(maxItems, ...below.map(longestList));
}

function problems(errors: ErrorObject[]): Problem[] {
  const byPath = new Map<string, Problem>();
  for (const error of errors) {
    const problem = problemOf(error);
    // A union reports each of its arms and then itself; the first arm says it best.
    if (!byPath.has(problem.path) && byPath.size < mostProblems) byPath.set(problem.path, problem);
  }
  return [...byPath.values()];
}

/** Patterns whose problem has a name of its own. */
const namedPatterns: Readonly<Record<string, string>> = {
  // That of a required text: something that is no blank.
  '\\S': 'required',
  [plainTextPattern]: 'plain_text',
};

function problemOf({ keyword, params, instancePath }: ErrorObject): Problem {
  const here = instancePath.slice(1).replaceAll('/', '.');
  const below = (name: string) => (here === '' ? name : `${here}.${name}`);
  switch (keyword) {
    case 'required':
      return { path: below(params.missingProperty), reason: 'required' };
    case 'additionalProperties':
      return { path: below(String(params.additionalProperty).slice(0, 64)), reason: 'unknown_field' };
    case 'type':
      return { path: here, reason: `type_${[params.type].flat()[0]}` };
    case 'minLength':
      return { path: here, reason: 'required' };
    case 'pattern':
      return { path: here, reason: namedPatterns[params.pattern] ?? 'malformed' };
    case 'maxLength':
      return { path: here, reason: 'too_long', params: { limit: params.limit } };
    case 'minimum':
    case 'exclusiveMinimum':
      return { path: here, reason: 'too_small', params: { limit: params.limit } };
    case 'maximum':
    case 'exclusiveMaximum':
      return { path: here, reason: 'too_large', params: { limit: params.limit } };
    case 'minItems':
      return { path: here, reason: 'too_few', params: { limit: params.limit } };
    case 'maxItems':
      return { path: here, reason: 'too_many', params: { limit: params.limit } };
    case 'enum':
    case 'const':
      return {
        path: here,
        reason: 'not_a_choice',
        params: { choices: [params.allowedValues ?? params.allowedValue].flat().join(', ') },
      };
    case 'format':
      return { path: here, reason: `format_${params.format}` };
    default:
      return { path: here, reason: 'malformed' };
  }
}
