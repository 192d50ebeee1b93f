import type { Declarations } from '#epcis/model/namespaces.ts';
import { isTime } from '#epcis/model/values.ts';
import type { Comparison, Condition } from './condition.ts';
import { extensionsNamed } from './fact-conditions.ts';
import { badParameter, single } from './parameters.ts';
import { inEveryUnit } from './units.ts';

const amounts = /^(EQ|GT|GE|LT|LE)_(quantity|value|minValue|maxValue|meanValue|sDev|percValue)(?:_([A-Z0-9]{2,3}))?$/;
const rank = /^(EQ|GT|GE|LT|LE)_percRank$/;
const moments = /^(GE|LT)_(time|startTime|endTime)$/;

/** The condition of a parameter that compares numbers or moments; undefined for other parameters. */
export function measureCondition(
  name: string,
  values: readonly string[],
  extensions: Declarations,
): Condition | undefined {
  const any = comparisonsOf(name, values, extensions);
  return any && { is: 'measure', any };
}

function comparisonsOf(
  name: string,
  values: readonly string[],
  extensions: Declarations,
): readonly Comparison[] | undefined {
  const [, verb, of = '', unit] = amounts.exec(name) ?? [];
  if (verb !== undefined) {
    // Quantities alone may be compared whatever their unit is.
    if (unit === undefined && of !== 'quantity') return undefined;
    return values.flatMap((value) => amountIs(of, verbOf(verb), number(name, value), unit));
  }
  const [, ofRank] = rank.exec(name) ?? [];
  if (ofRank !== undefined) return [ofNumber('percRank', verbOf(ofRank), number(name, single(name, values)))];
  const [, end, moment] = moments.exec(name) ?? [];
  if (end !== undefined && moment !== undefined) return [ofMoment(name, moment, verbOf(end), single(name, values))];
  const asked = /^(GT|GE|LT|LE)_/.test(name) ? extensionsNamed(name, extensions) : undefined;
  if (!asked) return undefined;
  const value = single(name, values);
  return asked.names.map((one) =>
    isTime(value)
      ? ofMoment(name, one, verbOf(asked.verb), value)
      : ofNumber(one, verbOf(asked.verb), number(name, value)),
  );
}

const verbOf = (verb: string) => verb as Comparison['verb'];

function number(name: string, value: string): string {
  if (!/^[+-]?\d{1,60}(\.\d{1,60})?([Ee][+-]?\d{1,3})?$/.test(value)) throw badParameter(name, 'must be a number');
  return value;
}

const ofNumber = (name: string, verb: Comparison['verb'], value: string): Comparison => ({
  name,
  verb,
  value,
  of: 'number',
});

function ofMoment(parameter: string, name: string, verb: Comparison['verb'], value: string): Comparison {
  if (!isTime(value)) throw badParameter(parameter, 'must be a date and time with a time zone (a plus is written %2B)');
  return { name, verb, value, of: 'moment' };
}

/** A number in a unit, and the same in others that it can be converted to. */
const amountIs = (name: string, verb: Comparison['verb'], value: string, unit: string | undefined): Comparison[] =>
  unit === undefined
    ? [ofNumber(name, verb, value)]
    : inEveryUnit(value, unit, name === 'sDev').map((one) => ({
        ...ofNumber(name, verb, one.amount),
        unit: one.unit,
      }));
