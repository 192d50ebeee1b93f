import { readFileSync, writeFileSync } from 'node:fs';
import { type Call, callersOf } from '@suyuan/contract/call/call.ts';
import { calls } from '@suyuan/contract/calls.ts';

// The part of docs/api.md that lists what every call takes and answers, made from the contract. With `--check` it writes
// nothing, and fails when the page differs from the contract.

/** What this reads of a JSON schema. */
interface Schema {
  type?: string;
  anyOf?: Schema[];
  enum?: (string | number)[];
  const?: string | number | boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  format?: string;
}

const page = new URL('api.md', import.meta.url);
const [begin, end] = ['<!-- made by docs/make-api.ts -->', '<!-- the end of what is made -->'];

const pageText = readFileSync(page, 'utf8');
const [before, after] = [pageText.split(begin)[0], pageText.split(end)[1]];
if (before === undefined || after === undefined)
  throw new Error('docs/api.md must contain the marks around its generated part');
const newText = `${before}${begin}\n\n${reference()}\n\n${end}${after}`;
if (!process.argv.includes('--check')) writeFileSync(page, newText);
else if (newText !== pageText) {
  console.log('docs/api.md differs from the contract. Regenerate it: node docs/make-api.ts');
  process.exitCode = 1;
}

function reference(): string {
  const sortedCalls = calls.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const things = Map.groupBy(sortedCalls, ({ path }) => path.split('/').slice(0, 4).join('/'));
  // A path of three parts is a thing with one call.
  const sections = Map.groupBy(things, ([thing]) => thing.split('/')[2]);
  return [...sections]
    .map(([branch, within]) => [`### ${branch}`, ...within.flatMap(([, of]) => of.map(entry))].join('\n\n'))
    .join('\n\n');
}

function entry(call: Call): string {
  const { method, path, summary, input, output, answers, upload } = call;
  const properties = (input as Schema).properties ?? {};
  const lines = [
    `**\`${method} ${path}\`** ${summary}`,
    `- who: ${callersOf(call)}`,
    ...(upload ? ['- body: a multipart form with one `file`'] : []),
    ...(Object.keys(properties).length > 0
      ? [`- ${upload ? 'query or fields of the form' : 'input'}: ${fields(input as Schema)}`]
      : []),
    `- data: ${answers === 'file' ? 'a file' : shape(output as Schema)}`,
  ];
  return lines.join('\n').replace('\n- ', '\n\n- ');
}

/** The fields of an input; those that may be left out have a question mark. */
function fields({ properties = {}, required = [] }: Schema): string {
  const text = Object.entries(properties).map(([name, schema]) => {
    const limit = limits(schema);
    return `\`${name}${required.includes(name) ? '' : '?'}\`${limit === '' ? '' : ` ${limit}`}`;
  });
  return text.join(', ');
}

/** What a field may hold, where its name is not enough. */
function limits(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map((one) => limits(one) || (one.type ?? '')).join(' or ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  // A sort may be turned round with a `-`, as the page says before.
  const choices = schema.enum?.filter((choice) => !String(choice).startsWith('-'));
  if (choices) return `(${choicesText(choices)})`;
  switch (schema.type) {
    case 'array':
      return `a list${schema.maxItems === undefined ? '' : ` of at most ${schema.maxItems}`}${members(schema.items)}`;
    case 'object':
      return schema.properties ? `{ ${fields(schema)} }` : 'an object';
    case 'integer':
    case 'number':
      return `(${schema.type}${range(schema)})`;
    case 'string':
      return schema.format ? `(${schema.format})` : schema.maxLength === undefined ? '' : `(to ${schema.maxLength})`;
    case 'null':
      return 'null';
    default:
      return schema.type ? `(${schema.type})` : '';
  }
}

function members(items: Schema | undefined): string {
  const limit = items ? limits(items) : '';
  return limit === '' ? '' : `: ${limit}`;
}

/** Bounds that narrow a value: an id is from 1 to the largest safe integer. */
function range({ minimum, maximum }: Schema): string {
  const to = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (to !== undefined) return ` ${minimum ?? ''} to ${to}`;
  return minimum === undefined ? '' : ` from ${minimum}`;
}

/** The shape of an answer, by its names. */
function shape(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(shape))].join(' or ');
  if (schema.type === 'array') return `[${shape(schema.items ?? {})}]`;
  if (schema.type !== 'object') return schema.enum ? choicesText(schema.enum) : schema.type || 'anything';
  const names = Object.entries(schema.properties ?? {}).map(([name, of]) =>
    isMade(of) ? `\`${name}\`: ${shape(of)}` : `\`${name}\``,
  );
  return names.length === 0 ? 'an object' : `{ ${names.join(', ')} }`;
}

/** Whether it has names of its own to list. */
function isMade(schema: Schema): boolean {
  const { properties, items, anyOf = [] } = schema;
  return properties !== undefined || (items !== undefined && isMade(items)) || anyOf.some(isMade);
}

/** Choices as they are sent: numbers are marked as numbers, and texts of digits are in quotation marks. */
function choicesText(choices: readonly (string | number)[]): string {
  const quoted = (choice: string | number) => (/^\d+$/.test(`${choice}`) ? JSON.stringify(choice) : `${choice}`);
  const all = choices.map((choice) => `\`${quoted(choice)}\``).join(', ');
  return choices.length > 0 && choices.every((choice) => typeof choice === 'number') ? `number ${all}` : all;
}
