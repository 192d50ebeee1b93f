import vm from 'node:vm';
import { longestProfile } from '@suyuan/contract/integration/partner.ts';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { writeBareJsonEvent } from '#epcis/json/write-document.ts';
import type { EpcisEvent } from '#epcis/model/event.ts';
import { type Problem, problemAt } from '#epcis/model/problem.ts';

/** What events of a partner have to be like beyond the standard, as a JSON Schema (draft 2020-12) of one event. */
export interface Profile {
  /** What does not fit, event by event. */
  readonly misfits: (events: readonly (EpcisEvent | undefined)[]) => Problem[][];
}

/** How long a schema may take, in milliseconds: a pattern may take years for a text that somebody else sends. */
const [compiling, checking] = [5000, 1000];
const mostProblems = 10;

/** A schema that cannot be used, with the reason in words. */
export class UnusableProfile extends Error {}

/** Makes a profile of a schema. Throws `UnusableProfile`. Nothing is fetched: a schema refers to itself only. */
export function profileOf(schema: unknown): Profile {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new UnusableProfile('the schema must be an object');
  }
  if (JSON.stringify(schema).length > longestProfile) throw new UnusableProfile('the schema is too long');
  const ajv = new Ajv2020({ strict: false, allErrors: false, messages: true, logger: false });
  (addFormats as unknown as (one: typeof ajv) => void)(ajv);
  const validate = within(compiling, () => ajv.compile(schema));
  return {
    misfits: (events) =>
      within(checking, () => events.map((event, position) => (event ? misfitsOf(event, position, validate) : []))),
  };
}

type Validate = ((json: unknown) => unknown) & { errors?: ErrorObject[] | null };

function misfitsOf(event: EpcisEvent, position: number, validate: Validate): Problem[] {
  if (validate(JSON.parse(writeBareJsonEvent(event)))) return [];
  return (validate.errors ?? []).slice(0, mostProblems).map(({ instancePath, message = '', params }) => {
    const path = `eventList[${position}]${pathOf(instancePath)}`;
    return problemAt(path, 'not_in_profile', `${message}${detailOf(params)}`);
  });
}

/** A JSON pointer as problems name fields: `/bizTransactionList/0/type`. */
const pathOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('');

/** What the message of a misfit leaves out. */
function detailOf(params: ErrorObject['params']): string {
  const told = params.allowedValues ?? params.allowedValue ?? params.additionalProperty;
  return told === undefined ? '' : `: ${[told].flat().join(', ')}`;
}

/** Runs something that must not take longer; V8 ends it, also in the middle of a regular expression. */
function within<Result>(milliseconds: number, work: () => Result): Result {
  let outcome: { readonly value: Result } | undefined;
  const context = vm.createContext({
    run: () => {
      outcome = { value: work() };
    },
  });
  try {
    vm.runInContext('run()', context, { timeout: milliseconds });
  } catch (error) {
    throw new UnusableProfile((error as Error).message);
  }
  if (!outcome) throw new UnusableProfile('the schema has no result');
  return outcome.value;
}
