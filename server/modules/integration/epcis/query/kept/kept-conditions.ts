import type { EpcPattern } from '@suyuan/codes/epc/epc-pattern.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { shardKey } from '../../capture/identifiers-of-event.ts';
import type { Comparison, Condition } from '../conditions/condition.ts';

const columns = {
  eventTime: 'event_time',
  recordTime: 'record_time',
  declarationTime: 'declared_at',
  bizStep: 'biz_step',
  disposition: 'disposition',
  readPoint: 'read_point',
  bizLocation: 'biz_location',
  transformationID: 'transformation_id',
} as const;

/** A condition on captured events `e`. */
export function keptCondition(sql: Connection, condition: Condition): Fragment {
  const column = (of: keyof typeof columns) => sql`${sql(`e.${columns[of]}`)}`;
  const isAny = (of: keyof typeof columns, values: readonly string[]) =>
    sql`${column(of)} = any(${[...values]}::text[])`;
  switch (condition.is) {
    case 'type':
      return sql`e.type = any(${[...condition.types]}::text[])`;
    case 'time':
      return condition.end === 'from'
        ? sql`${column(condition.of)} >= ${condition.moment}::timestamptz`
        : sql`${column(condition.of)} < ${condition.moment}::timestamptz`;
    case 'action':
      return sql`e.action = any(${[...condition.actions]}::text[])`;
    case 'word':
      return isAny(condition.of, condition.words);
    case 'identifier':
      return isAny(condition.of, condition.uris);
    case 'eventID':
      // With the key of their shards, only these are asked.
      return sql`e.key = any(${condition.ids.map(shardKey)}::bigint[]) and e.event_id = any(${[...condition.ids]}::text[])`;
    case 'object':
      return isAbout(sql, condition);
    case 'declared':
      return sql`e.declared_at is not null`;
    case 'fact':
      return sql`e.facts && ${[...condition.facts]}::text[]`;
    case 'measure':
      return measures(sql, condition.any);
  }
}

function isAbout(sql: Connection, { fields, uris, patterns }: Extract<Condition, { is: 'object' }>): Fragment {
  const ofPlain = sql`i.key = any(${uris.map(shardKey)}::bigint[]) and i.epc = any(${[...uris]}::text[])`;
  const some = patterns.length === 0 ? ofPlain : sql`(${ofPlain}) ${patterns.map((one) => orLike(sql, one))}`;
  return sql`(e.key, e.id) in (
    select i.event_key, i.event_number from epcis_identifier i
    where i.field = any(${[...fields]}::text[]) and (${some}))`;
}

const orLike = (sql: Connection, { prefix, expression }: EpcPattern): Fragment =>
  sql` or (i.epc like ${`${prefix.replace(/[\\%_]/g, '\\$&')}%`} and i.epc ~ ${expression})`;

/** Events with a measure for which one of the comparisons holds. */
function measures(sql: Connection, any: readonly Comparison[]): Fragment {
  const byName = [...Map.groupBy(any, ({ name }) => name)].map(
    ([name, own]) => sql`(e.key, e.id) in (
      select m.event_key, m.event_number from epcis_measure m
      where m.key = ${shardKey(name)} and m.name = ${name} and (${either(
        sql,
        own.map((one) => comparison(sql, one)),
      )}))`,
  );
  return either(sql, byName);
}

const either = (sql: Connection, conditions: readonly Fragment[]): Fragment =>
  sql`(${conditions.map((one, at) => (at === 0 ? one : sql` or ${one}`))})`;

function comparison(sql: Connection, { verb, unit, value, of }: Comparison): Fragment {
  const holds =
    of === 'moment'
      ? sql`m.moment ${operator(sql, verb)} ${value}::timestamptz`
      : sql`m.number ${operator(sql, verb)} ${value}::numeric`;
  return unit === undefined ? holds : sql`(m.unit = ${unit} and ${holds})`;
}

function operator(sql: Connection, verb: Comparison['verb']): Fragment {
  switch (verb) {
    case 'GT':
      return sql`>`;
    case 'GE':
      return sql`>=`;
    case 'LT':
      return sql`<`;
    case 'LE':
      return sql`<=`;
    case 'EQ':
      return sql`=`;
  }
}
