import { canonicalLink } from '@suyuan/codes/epc/canonical-link.ts';
import { epcPattern } from '@suyuan/codes/epc/epc-pattern.ts';
import { isEventType } from '#epcis/model/event.ts';
import type { Declarations } from '#epcis/model/namespaces.ts';
import { isTime, isUri } from '#epcis/model/values.ts';
import { bareWord, canonicalWord, isOfCbv } from '#epcis/model/vocabulary.ts';
import { canonicalIdentifier, classFields, objectFields } from '../../capture/identifiers-of-event.ts';
import type { Condition } from './condition.ts';
import { factCondition } from './fact-conditions.ts';
import { attributeFact, type MasterDataCondition } from './master-data.ts';
import { measureCondition } from './measure-conditions.ts';
import { badParameter, type Parameters, single } from './parameters.ts';

/** Makes a condition of the values of a parameter. */
type Compile = (name: string, values: readonly string[]) => Condition | MasterDataCondition;

/**
 * The conditions of a query: all of them hold for what it finds. Throws for a parameter that there is not. `extensions` are the
 * prefixes of extensions that parameters name.
 */
export function conditionsOf(parameters: Parameters, extensions: Declarations): (Condition | MasterDataCondition)[] {
  return [...parameters].map(([name, values]) => {
    const compile = Object.hasOwn(compilers, name) ? compilers[name] : undefined;
    const condition = compile
      ? compile(name, values)
      : (attributeCondition(name, values) ??
        factCondition(name, values, extensions) ??
        measureCondition(name, values, extensions));
    if (!condition) throw badParameter(name, 'is not a parameter of a query');
    return condition;
  });
}

const types: Compile = (name, values) => {
  const wrong = values.find((type) => !isEventType(type) && !isUri(type));
  if (wrong !== undefined) throw badParameter(name, 'must name event types');
  return { is: 'type', types: values };
};

const time =
  (of: Extract<Condition, { is: 'time' }>['of'], end: 'from' | 'before'): Compile =>
  (name, values) => {
    const moment = single(name, values);
    if (!isTime(moment)) throw badParameter(name, 'must be a date and time with a time zone (a plus is written %2B)');
    return { is: 'time', of, end, moment };
  };

const actions: Compile = (name, values) => {
  if (!values.every((one) => /^(ADD|OBSERVE|DELETE)$/.test(one)))
    throw badParameter(name, 'must be ADD, OBSERVE or DELETE');
  return { is: 'action', actions: values };
};

const words =
  (of: 'bizStep' | 'disposition'): Compile =>
  (name, values) => {
    const isWrong = (one: string) => bareWord(one, of) === undefined && (!isUri(one) || isOfCbv(one));
    if (values.some(isWrong))
      throw badParameter(name, 'must be words of the Core Business Vocabulary, or URIs of others');
    return { is: 'word', of, words: values.map((one) => canonicalWord(one, of)) };
  };

const uris = (name: string, values: readonly string[]): string[] => {
  if (!values.every(isUri)) throw badParameter(name, 'must be URIs');
  return values.map(canonicalIdentifier);
};

const identifiers =
  (of: Extract<Condition, { is: 'identifier' }>['of']): Compile =>
  (name, values) => ({ is: 'identifier', of, uris: uris(name, values) });

const eventIds: Compile = (name, values) => {
  if (!values.every(isUri)) throw badParameter(name, 'must be URIs');
  return { is: 'eventID', ids: values };
};

const matches =
  (...fields: readonly string[]): Compile =>
  (name, values) => {
    const patterns = values.flatMap((value) => epcPattern(value) ?? []);
    const plain = values.filter((value) => epcPattern(value) === undefined);
    // A pattern of all serial numbers is also how EPCIS 1.x names the class that they are of.
    const classes = patterns.length > 0 && classFields.some((field) => fields.includes(field));
    const ofClasses = classes ? values.flatMap((value) => canonicalLink(value) ?? []) : [];
    return { is: 'object', fields, uris: [...uris(name, plain), ...ofClasses], patterns };
  };

const declared: Compile = (name, values) => {
  if (!values.every((one) => one === '' || one === 'true')) throw badParameter(name, 'must be true, or have no value');
  return { is: 'declared' };
};

const within =
  (of: 'readPoint' | 'bizLocation'): Compile =>
  (name, values) => ({ is: 'within', of, uris: uris(name, values) });

/** Parameters on the attributes that master data gives to places or classes of an event. */
function attributeCondition(name: string, values: readonly string[]): MasterDataCondition | undefined {
  const [, field] = /^HASATTR_(.+)$/.exec(name) ?? [];
  const [, fieldOfValue, attribute = ''] = /^EQ_?ATTR_([A-Za-z]+)_(.+)$/.exec(name) ?? [];
  const of = field ?? fieldOfValue;
  if (of === undefined) return undefined;
  if (of !== 'readPoint' && of !== 'bizLocation' && of !== 'epcClass')
    throw badParameter(name, 'must be of readPoint, bizLocation or epcClass');
  const facts = values.map((value) => (field === undefined ? attributeFact(attribute, value) : attributeFact(value)));
  return { is: 'attribute', of, facts };
}

const [epcList, childEPCs, inputEPCList, outputEPCList] = objectFields;
const [, , inputQuantityList, outputQuantityList] = classFields;

/** The parameters of SimpleEventQuery (EPCIS 2.0, section 8.2.7.1) that are offered. */
const compilers: Readonly<Record<string, Compile>> = {
  eventType: types,
  GE_eventTime: time('eventTime', 'from'),
  LT_eventTime: time('eventTime', 'before'),
  GE_recordTime: time('recordTime', 'from'),
  LT_recordTime: time('recordTime', 'before'),
  EQ_action: actions,
  EQ_bizStep: words('bizStep'),
  EQ_disposition: words('disposition'),
  EQ_readPoint: identifiers('readPoint'),
  EQ_bizLocation: identifiers('bizLocation'),
  WD_readPoint: within('readPoint'),
  WD_bizLocation: within('bizLocation'),
  EQ_transformationID: identifiers('transformationID'),
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
  GE_errorDeclarationTime: time('declarationTime', 'from'),
  LT_errorDeclarationTime: time('declarationTime', 'before'),
  GE_errorDeclaration_Time: time('declarationTime', 'from'),
  LT_errorDeclaration_Time: time('declarationTime', 'before'),
};
