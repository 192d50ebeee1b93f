import type { Declarations } from '#epcis/model/namespaces.ts';
import { isTime } from '#epcis/model/values.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { shardKey } from '../capture/identifiers-of-event.ts';
import { extensionsNamed } from './fact-conditions.ts';
import { badParameter, single } from './parameters.ts';
import { inEveryUnit } from './units.ts';

const amounts = /^(EQ|GT|GE|LT|LE)_(quantity|value|minValue|maxValue|meanValue|sDev|percValue)(?:_([A-Z0-9]{2,3}))?$/;
const rank = /^(EQ|GT|GE|LT|LE)_percRank$/;
const moments = /^(GE|LT)_(time|startTime|endTime)$/;

/** The condition of a parameter that compares numbers or moments; undefined for other parameters. */
export function measureCondition(
  sql: Connection,
  name: string,
  values: readonly string[],
  extensions: Declarations,
): Fragment | undefined {
  const [, verb = '', of = '', unit] = amounts.exec(name) ?? [];
  if (of !== '') {
    // Quantities alone may be compared whatever their unit is.
    if (unit === undefined && of !== 'quantity') return undefined;
    return among(
      sql,
      of,
      either(
        sql,
        values.map((value) => amountIs(sql, verb, number(name, value), unit, of === 'sDev')),
      ),
    );
  }
  const [, ofRank] = rank.exec(name) ?? [];
  if (ofRank !== undefined) return among(sql, 'percRank', compared(sql, ofRank, number(name, single(name, values))));
  const [, end, moment] = moments.exec(name) ?? [];
  if (end !== undefined && moment !== undefined)
    return among(sql, moment, comparedTime(sql, name, end, single(name, values)));
  const asked = /^(GT|GE|LT|LE)_/.test(name) ? extensionsNamed(name, extensions) : undefined;
  if (!asked) return undefined;
  const value = single(name, values);
  const comparison = isTime(value)
    ? comparedTime(sql, name, asked.verb, value)
    : compared(sql, asked.verb, number(name, value));
  return either(
    sql,
    asked.names.map((one) => among(sql, one, comparison)),
  );
}

/** Events with a measure of this name for which something holds. */
const among = (sql: Connection, name: string, holds: Fragment): Fragment => sql`(e.key, e.id) in (
  select m.event_key, m.event_number from epcis_measure m
  where m.key = ${shardKey(name)} and m.name = ${name} and (${holds}))`;

const either = (sql: Connection, conditions: readonly Fragment[]): Fragment =>
  sql`(${conditions.map((one, at) => (at === 0 ? one : sql` or ${one}`))})`;

function number(name: string, value: string): string {
  if (!/^[+-]?\d{1,60}(\.\d{1,60})?([Ee][+-]?\d{1,3})?$/.test(value)) throw badParameter(name, 'must be a number');
  return value;
}

function operator(sql: Connection, verb: string): Fragment {
  switch (verb) {
    case 'GT':
      return sql`>`;
    case 'GE':
      return sql`>=`;
    case 'LT':
      return sql`<`;
    case 'LE':
      return sql`<=`;
    default:
      return sql`=`;
  }
}

const compared = (sql: Connection, verb: string, value: string): Fragment =>
  sql`m.number ${operator(sql, verb)} ${value}::numeric`;

function comparedTime(sql: Connection, name: string, verb: string, value: string): Fragment {
  if (!isTime(value)) throw badParameter(name, 'must be a date and time with a time zone (a plus is written %2B)');
  return sql`m.moment ${operator(sql, verb)} ${value}::timestamptz`;
}

/** A number in a unit, and the same in others that it can be converted to. */
const amountIs = (
  sql: Connection,
  verb: string,
  value: string,
  unit: string | undefined,
  isDifference: boolean,
): Fragment =>
  unit === undefined
    ? compared(sql, verb, value)
    : either(
        sql,
        inEveryUnit(value, unit, isDifference).map(
          (one) => sql`(m.unit = ${one.unit} and ${compared(sql, verb, one.amount)})`,
        ),
      );
