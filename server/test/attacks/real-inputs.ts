import type { Call } from '@suyuan/contract/call/call.ts';
import { isCode } from '@suyuan/contract/thing/fields.ts';
import type { InputSchema } from './attack.ts';

// What there is to ask for in a filled system, put into every field of a call that could take it.

export interface Real {
  /** Printed codes. */
  readonly codes: readonly string[];
  /** The numbers of all documents. */
  readonly numbers: readonly string[];
  /** The ids of jobs. */
  readonly jobs: readonly string[];
  /** The highest id that a document has. */
  readonly lastId: number;
  /** The highest id of exceptions and of work that waits, of which there are many more. */
  readonly lastWork: number;
}

type Input = Readonly<Record<string, unknown>>;
type Field = InputSchema & { enum?: readonly unknown[]; const?: unknown; type?: string; minimum?: number };

/** Fields that change the order, the amount or the form of an answer, and nothing in it. */
const ofTheForm = new Set(['sort', 'page', 'size', 'compare', 'columns', 'period', 'from', 'to', 'language']);
/** How many values of an optional field are tried; of codes all are, since each lies elsewhere. */
const fewValues = 3;
/** How many combinations of the required fields are tried. */
const maxNeeded = 48;

/**
 * The inputs to ask a call with: the required fields with all that there is for them, and each optional field with some values by
 * itself. `given` are values for fields of this call alone.
 */
export function realInputs(call: Call, real: Real, given: Input = {}, most = maxNeeded): Input[] {
  const { properties = {}, required = [] } = call.input as InputSchema;
  const lastId = /exception|repeatedquery|loglist|todo/.test(call.path) ? real.lastWork : real.lastId;
  const valuesOf = (name: string) =>
    name in given ? [given[name]] : valuesFor(name, properties[name] as Field, { ...real, lastId });
  let needed: Input[] = [{}];
  for (const name of required) {
    needed = needed.flatMap((input) => valuesOf(name).map((value) => ({ ...input, [name]: value })));
  }
  // Of one field, all that there is: a party may see one row alone.
  if (required.length > 1) needed = spread(needed, most);
  const [first] = needed;
  if (first === undefined) return [];
  const optional = Object.keys(properties).filter((name) => !required.includes(name) && !ofTheForm.has(name));
  const more = optional.flatMap((name) => {
    const values = valuesOf(name);
    const tried = isCode(properties[name] as Field) ? values : spread(values, fewValues);
    return tried.map((value) => ({ ...first, [name]: value }));
  });
  return [...needed, ...more];
}

/** So many of the values at most, from all over them. */
function spread<V>(values: readonly V[], most: number): V[] {
  const step = Math.max(1, values.length / most);
  return Array.from({ length: Math.min(values.length, most) }, (_, at) => values[Math.floor(at * step)] as V);
}

function valuesFor(name: string, schema: Field, { codes, numbers, jobs, lastId }: Real): readonly unknown[] {
  const arm = (schema.anyOf?.find((one) => (one as Field).type !== 'null') ?? schema) as Field;
  const choices = choicesOf(schema);
  if (name === 'format') return ['csv', 'xlsx', 'xml', 'pdf'].filter((one) => choices.includes(one));
  if (choices.length > 0) return choices;
  if (isCode(schema) || isCode(arm)) return codes;
  const ids = Array.from({ length: lastId }, (_, at) => at + 1);
  if (arm.type === 'array') {
    const items = arm.items as Field;
    if (isCode(items)) return [codes];
    if (/(^|_)ids?$/.test(name)) return [items.type === 'string' ? ids.map(String) : ids];
    return [];
  }
  if (/^(no|keyword|words)$/.test(name)) return numbers;
  if (name === 'job') return jobs;
  if (/(^|_)id$/.test(name)) return arm.type === 'string' ? ids.map(String) : ids;
  return [];
}

const choicesOf = ({ enum: some, const: only, anyOf = [] }: Field): unknown[] => {
  if (some) return [...some];
  return only === undefined ? anyOf.flatMap((one) => choicesOf(one as Field)) : [only];
};
