import { type IdentifierKind, normalIdentifier } from '@suyuan/contract/thing/identifiers.ts';
import { plainTextPattern, textFormats } from '@suyuan/contract/thing/text-formats.ts';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { badInput, type Problem, type Refusal } from '../refusal.ts';
import { isDay, isMoment } from './calendar.ts';

const options = { allErrors: true, useDefaults: true, strict: false, removeAdditional: false } as const;
// Query strings are text, so numbers and booleans are parsed; JSON bodies have types.
const ajvQuery = withFormats(new Ajv({ ...options, coerceTypes: true }));
const ajvBody = withFormats(new Ajv({ ...options, coerceTypes: false }));

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv, ['date-time']);
  const { validate: isRfc3339 } = ajv.formats['date-time'] as { validate: (text: string) => boolean };
  ajv.addKeyword({
    keyword: 'identifier',
    type: 'string',
    modifying: true,
    errors: false,
    // Its length and pattern are those of the form that is kept.
    before: 'maxLength',
    validate: takeInOneForm,
  });
  for (const [name, isOne] of Object.entries(textFormats)) ajv.addFormat(name, isOne);
  return ajv.addFormat('date', isDay).addFormat('date-time', (text) => isRfc3339(text) && isMoment(text));
}

/** Puts an identifier into the form in which it is kept, wherever in an input it stands. */
function takeInOneForm(kind: IdentifierKind, text: string, _schema: unknown, at?: DataValidationCxt): boolean {
  if (at) at.parentData[at.parentDataProperty] = normalIdentifier(text, kind);
  return true;
}

/** The validated value with defaults filled in, or the refusal. */
export interface Checked {
  readonly value?: unknown;
  readonly error?: Refusal;
}

/** The most problems that an answer names. */
const maxProblems = 50;

/** Compiles schemas of the contract to validators that refuse with 400 and name each invalid field. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  checkOf(httpPart === 'body' ? ajvBody : ajvQuery, schema);

/** Validates one line of a file against a call's input; cells are text, so numbers and booleans are parsed. */
export function lineChecker(schema: object): (input: Record<string, unknown>) => Problem[] {
  const check = checkOf(ajvQuery, schema);
  return (input) => {
    const { error } = check(input);
    return error ? [...error.fields] : [];
  };
}

/** Validates a part of a body against a call's input. */
export function bodyChecker(schema: object): (input: Record<string, unknown>) => Problem[] {
  const check = checkOf(ajvBody, schema);
  return (input) => [...(check(input).error?.fields ?? [])];
}

/** Validates stored JSON, which an earlier version may have written. */
export function keptChecker(schema: object): (value: object) => readonly Problem[] {
  const check = checkOf(ajvBody, schema);
  return (value) => check(value).error?.fields ?? [];
}

/** Validates by a schema that is compiled on first use, because hundreds of them would slow down the start. */
function checkOf(ajv: Ajv, schema: object): (value: unknown) => Checked {
  let validator: { validate: ValidateFunction; maxItems: number } | undefined;
  return (value) => {
    validator ??= { validate: ajv.compile(schema), maxItems: longestList(schema) };
    const { validate, maxItems } = validator;
    const hazardsOfValue = hazards(value, maxItems);
    if (hazardsOfValue.length > 0) return { error: badInput(...hazardsOfValue) };
    return validate(value) ? { value } : { error: badInput(...problems(validate.errors ?? [])) };
  };
}

/** The permitted depth of nesting, more than any call's input has; checked before the schema is walked. */
const deepest = 8;
/** The permitted members of an object, more than any call's input has. */
const maxMembers = 1000;

/**
 * Finds what no call accepts before the schema is walked, because validating millions of items would yield millions of
 * errors. U+0000 and lone surrogates are refused, since PostgreSQL cannot store them.
 */
function hazards(value: unknown, maxItems: number, path = '', depth = 0): Problem[] {
  if (typeof value === 'string') {
    if (value.includes('\0')) return [{ path, reason: 'null_byte' }];
    return value.isWellFormed() ? [] : [{ path, reason: 'half_character' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (depth === deepest) return [{ path, reason: 'too_deep' }];
  const limit = Array.isArray(value) ? maxItems : maxMembers;
  const members = Array.isArray(value) ? value : Object.keys(value);
  if (members.length > limit) return [{ path, reason: 'too_many', params: { limit } }];
  return Object.entries(value)
    .flatMap(([key, item]) => hazards(item, maxItems, (path === '' ? key : `${path}.${key}`).slice(0, 64), depth + 1))
    .slice(0, maxProblems);
}

/** The largest `maxItems` anywhere in a schema. */
function longestList(schema: object): number {
  const { maxItems = 0 } = schema as { maxItems?: number };
  const below = Object.values(schema).filter((part) => typeof part === 'object' && part !== null);
  return Math.max(maxItems, ...below.map(longestList));
}

function problems(errors: ErrorObject[]): Problem[] {
  const byPath = new Map<string, Problem>();
  for (const error of errors) {
    const problem = problemOf(error);
    // A union reports errors for each alternative and then for itself; the first one is the clearest.
    if (!byPath.has(problem.path) && byPath.size < maxProblems) byPath.set(problem.path, problem);
  }
  return [...byPath.values()];
}

/** Patterns with a reason of their own. */
const namedPatterns: Readonly<Record<string, string>> = {
  // The pattern of required texts: at least one non-blank character.
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
        params: { choices: [params.allowedValues ?? params.allowedValue].flat().map(String) },
      };
    case 'format':
      return { path: here, reason: `format_${params.format}` };
    default:
      return { path: here, reason: 'malformed' };
  }
}
