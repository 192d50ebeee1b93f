import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { badInput, type Problem, type Refusal } from './refusal.ts';

const options = { allErrors: true, useDefaults: true, strict: false, removeAdditional: false } as const;
// A query string is text: numbers and booleans in it are read. A JSON body says its types itself.
const ajvQuery = addFormats.default(new Ajv({ ...options, coerceTypes: true }));
const ajvBody = addFormats.default(new Ajv({ ...options, coerceTypes: false }));

/** At most this many problems are named in one answer. */
const mostProblems = 50;

/** Compiles the contract's schemas; what they refuse becomes a 400 that names each field. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const validate = (httpPart === 'body' ? ajvBody : ajvQuery).compile(schema);
  return (value: unknown) => check(validate, value);
};

/** Checks one line of a file against a call's input: cells are text, so numbers and booleans in them are read. */
export function lineChecker(schema: object): (input: Record<string, unknown>) => Problem[] {
  const validate = ajvQuery.compile(schema);
  return (input) => {
    const { error } = check(validate, input);
    return error ? [...error.fields] : [];
  };
}

function check(validate: ValidateFunction, value: unknown): { value?: unknown; error?: Refusal } {
  const nulls = nullBytes(value, '');
  if (nulls.length > 0) return { error: badInput(...nulls) };
  return validate(value) ? { value } : { error: badInput(...problems(validate.errors ?? [])) };
}

/** Deeper than any call's input: what is nested so far is refused before anything walks through it. */
const deepest = 8;

/** PostgreSQL cannot hold U+0000 in a text, and no honest input has one. */
function nullBytes(value: unknown, path: string, depth = 0): Problem[] {
  if (typeof value === 'string') return value.includes('\0') ? [{ path, reason: 'null_byte' }] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (depth === deepest) return [{ path: path.slice(0, 64), reason: 'too_deep' }];
  return Object.entries(value)
    .flatMap(([key, item]) => nullBytes(item, path === '' ? key : `${path}.${key}`, depth + 1))
    .slice(0, mostProblems);
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
