import { epcPattern } from '@suyuan/codes/epc/epc-pattern.ts';
import { isEventType } from '#epcis/model/event.ts';
import type { Declarations } from '#epcis/model/namespaces.ts';
import { isTime, isUri } from '#epcis/model/values.ts';
import { bareWord, canonicalWord, isOfCbv, type VocabularyName } from '#epcis/model/vocabulary.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { canonicalIdentifier, classFields, objectFields, shardKey } from '../capture/identifiers-of-event.ts';
import { EpcisException } from '../problem/epcis-exception.ts';
import { factCondition } from './fact-conditions.ts';
import { measureCondition } from './measure-conditions.ts';
import { badParameter, type Parameters, single } from './parameters.ts';

/** Makes a condition on events `e` of the values of a parameter. */
type Compile = (sql: Connection, name: string, values: readonly string[]) => Fragment;

/**
 * The conditions of a query: all of them hold for what it finds. Throws for a parameter that there is not. `extensions` are the
 * prefixes of extensions that parameters name.
 */
export function conditionsOf(sql: Connection, parameters: Parameters, extensions: Declarations): Fragment[] {
  return [...parameters].map(([name, values]) => {
    const compile = Object.hasOwn(compilers, name) ? compilers[name] : undefined;
    const condition = compile
      ? compile(sql, name, values)
      : (factCondition(sql, name, values, extensions) ?? measureCondition(sql, name, values, extensions));
    if (!condition) throw unknown(name);
    return condition;
  });
}

/** Parameters on master data are told apart from those that there are not. */
const later = /^(?:WD_(?:readPoint|bizLocation)$|(?:HASATTR|EQATTR|EQ_ATTR)_)/;

const unknown = (name: string): EpcisException =>
  later.test(name)
    ? new EpcisException('ImplementationException', `The parameter ${name} is not offered by this server yet.`, 501)
    : badParameter(name, 'is not a parameter of a query');

const types: Compile = (sql, name, values) => {
  const wrong = values.find((type) => !isEventType(type) && !isUri(type));
  if (wrong !== undefined) throw badParameter(name, 'must name event types');
  return sql`e.type = any(${[...values]}::text[])`;
};

const time =
  (column: 'event_time' | 'record_time' | 'declared_at', end: 'from' | 'before'): Compile =>
  (sql, name, values) => {
    const moment = single(name, values);
    if (!isTime(moment)) throw badParameter(name, 'must be a date and time with a time zone (a plus is written %2B)');
    return end === 'from'
      ? sql`${sql(`e.${column}`)} >= ${moment}::timestamptz`
      : sql`${sql(`e.${column}`)} < ${moment}::timestamptz`;
  };

const actions: Compile = (sql, name, values) => {
  if (!values.every((one) => /^(ADD|OBSERVE|DELETE)$/.test(one)))
    throw badParameter(name, 'must be ADD, OBSERVE or DELETE');
  return sql`e.action = any(${[...values]}::text[])`;
};

const words =
  (column: 'biz_step' | 'disposition', vocabulary: VocabularyName): Compile =>
  (sql, name, values) => {
    const isWrong = (one: string) => bareWord(one, vocabulary) === undefined && (!isUri(one) || isOfCbv(one));
    if (values.some(isWrong))
      throw badParameter(name, 'must be words of the Core Business Vocabulary, or URIs of others');
    return sql`${sql(`e.${column}`)} = any(${values.map((one) => canonicalWord(one, vocabulary))}::text[])`;
  };

const uris = (name: string, values: readonly string[]): string[] => {
  if (!values.every(isUri)) throw badParameter(name, 'must be URIs');
  return values.map(canonicalIdentifier);
};

const identifiers =
  (column: 'read_point' | 'biz_location' | 'transformation_id'): Compile =>
  (sql, name, values) =>
    sql`${sql(`e.${column}`)} = any(${uris(name, values)}::text[])`;

const eventIds: Compile = (sql, name, values) => {
  if (!values.every(isUri)) throw badParameter(name, 'must be URIs');
  // With the key of their shards, only these are asked.
  return sql`e.key = any(${values.map(shardKey)}::bigint[]) and e.event_id = any(${[...values]}::text[])`;
};

/** Events with one of these objects or classes in one of these lists; patterns match part by part. */
const matches =
  (...fields: readonly string[]): Compile =>
  (sql, name, values) => {
    const patterns = values.flatMap((value) => epcPattern(value) ?? []);
    const plain = uris(
      name,
      values.filter((value) => epcPattern(value) === undefined),
    );
    const ofPlain = sql`i.key = any(${plain.map(shardKey)}::bigint[]) and i.epc = any(${plain}::text[])`;
    const ofPatterns = patterns.map(
      ({ prefix, expression }) => sql`or (i.epc like ${`${likeText(prefix)}%`} and i.epc ~ ${expression})`,
    );
    const some = patterns.length === 0 ? ofPlain : sql`(${ofPlain}) ${ofPatterns}`;
    return sql`(e.key, e.id) in (
      select i.event_key, i.event_number from epcis_identifier i
      where i.field = any(${[...fields]}::text[]) and (${some}))`;
  };

const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const declared: Compile = (sql, name, values) => {
  if (!values.every((one) => one === '' || one === 'true')) throw badParameter(name, 'must be true, or have no value');
  return sql`e.declared_at is not null`;
};

const [epcList, childEPCs, inputEPCList, outputEPCList] = objectFields;
const [, , inputQuantityList, outputQuantityList] = classFields;

/** The parameters of SimpleEventQuery (EPCIS 2.0, section 8.2.7.1) that are offered. */
const compilers: Readonly<Record<string, Compile>> = {
  eventType: types,
  GE_eventTime: time('event_time', 'from'),
  LT_eventTime: time('event_time', 'before'),
  GE_recordTime: time('record_time', 'from'),
  LT_recordTime: time('record_time', 'before'),
  EQ_action: actions,
  EQ_bizStep: words('biz_step', 'bizStep'),
  EQ_disposition: words('disposition', 'disposition'),
  EQ_readPoint: identifiers('read_point'),
  EQ_bizLocation: identifiers('biz_location'),
  EQ_transformationID: identifiers('transformation_id'),
  EQ_eventID: eventIds,
  MATCH_epc: matches(epcList, childEPCs),
  MATCH_parentID: matches('parentID'),
  MATCH_inputEPC: matches(inputEPCList),
  MATCH_outputEPC: matches(outputEPCList),
  MATCH_anyEPC: matches(...objectFields, 'parentID'),
  MATCH_epcClass: matches('quantityList', 'childQuantityList'),
  MATCH_inputEPCClass: matches(inputQuantityList),
  MATCH_outputEPCClass: matches(outputQuantityList),
  MATCH_anyEPCClass: matches(...classFields),
  EXISTS_errorDeclaration: declared,
  GE_errorDeclarationTime: time('declared_at', 'from'),
  LT_errorDeclarationTime: time('declared_at', 'before'),
  GE_errorDeclaration_Time: time('declared_at', 'from'),
  LT_errorDeclaration_Time: time('declared_at', 'before'),
};
