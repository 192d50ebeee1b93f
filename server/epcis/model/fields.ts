import type { EpcisEventType } from '@suyuan/codes/epc/epcis-event-types.ts';
import type { EpcisEvent } from './event.ts';
import type { VocabularyName } from './vocabulary.ts';

/** The fields of events that EPCIS defines, without type and namespaces. */
export type FieldName = Exclude<keyof EpcisEvent, 'type' | 'namespaces' | 'extensions'>;

/** What the content of a field is; each binding reads and writes each kind once. */
export type FieldKind =
  | 'time'
  | 'offset'
  | 'uri'
  | 'identifier'
  | 'certifications'
  | 'action'
  | 'bizStep'
  | 'disposition'
  | 'epcs'
  | 'quantities'
  | 'place'
  | 'bizTransactions'
  | 'sources'
  | 'destinations'
  | 'persistentDisposition'
  | 'sensors'
  | 'errorDeclaration'
  | 'ilmd';

/** `identifier` is a URI that may be of a GS1 key, and so has two forms. */
export const fieldKinds: Readonly<Record<FieldName, FieldKind>> = {
  eventTime: 'time',
  recordTime: 'time',
  eventTimeZoneOffset: 'offset',
  eventID: 'uri',
  errorDeclaration: 'errorDeclaration',
  certificationInfo: 'certifications',
  epcList: 'epcs',
  parentID: 'identifier',
  childEPCs: 'epcs',
  inputEPCList: 'epcs',
  outputEPCList: 'epcs',
  quantityList: 'quantities',
  childQuantityList: 'quantities',
  inputQuantityList: 'quantities',
  outputQuantityList: 'quantities',
  action: 'action',
  transformationID: 'identifier',
  bizStep: 'bizStep',
  disposition: 'disposition',
  persistentDisposition: 'persistentDisposition',
  readPoint: 'place',
  bizLocation: 'place',
  bizTransactionList: 'bizTransactions',
  sourceList: 'sources',
  destinationList: 'destinations',
  sensorElementList: 'sensors',
  ilmd: 'ilmd',
};

export const isFieldName = (name: string): name is FieldName => Object.hasOwn(fieldKinds, name);

/** The fields that all events have, in the order of the XML schema (EPCIS 2.0, section 9.5). */
const common = [
  'eventTime',
  'recordTime',
  'eventTimeZoneOffset',
  'eventID',
  'errorDeclaration',
  'certificationInfo',
] as const;
const where = ['bizStep', 'disposition', 'readPoint', 'bizLocation'] as const;
const end = ['sourceList', 'destinationList', 'sensorElementList', 'persistentDisposition'] as const;

/** The fields of each type of event, in the order that the XML schema prescribes. */
const fieldsOfType: Readonly<Record<EpcisEventType, readonly FieldName[]>> = {
  ObjectEvent: [...common, 'epcList', 'action', ...where, 'bizTransactionList', 'quantityList', ...end, 'ilmd'],
  AggregationEvent: [
    ...common,
    ...(['parentID', 'childEPCs', 'action', ...where, 'bizTransactionList', 'childQuantityList'] as const),
    ...end,
  ],
  TransactionEvent: [
    ...common,
    ...(['bizTransactionList', 'parentID', 'epcList', 'action', ...where, 'quantityList'] as const),
    ...end,
  ],
  TransformationEvent: [
    ...common,
    ...(['inputEPCList', 'inputQuantityList', 'outputEPCList', 'outputQuantityList', 'transformationID'] as const),
    ...where,
    'bizTransactionList',
    ...end,
    'ilmd',
  ],
  AssociationEvent: [
    ...common,
    ...(['parentID', 'childEPCs', 'childQuantityList', 'action', ...where, 'bizTransactionList'] as const),
    ...end,
  ],
};

const allFields = Object.keys(fieldKinds) as FieldName[];

/** A type that EPCIS does not define may have any field. */
export const fieldsOf = (type: string): readonly FieldName[] =>
  Object.hasOwn(fieldsOfType, type) ? fieldsOfType[type as EpcisEventType] : allFields;

/** What the value of a sensor's field is. */
export type FactKind = 'time' | 'uri' | 'decimal' | 'string' | 'boolean' | 'hex' | VocabularyName;

/** The fields of sensorMetadata (EPCIS 2.0, section 7.3.7.1). */
export const sensorMetadataFacts: Readonly<Record<string, FactKind>> = {
  time: 'time',
  startTime: 'time',
  endTime: 'time',
  deviceID: 'uri',
  deviceMetadata: 'uri',
  rawData: 'uri',
  dataProcessingMethod: 'uri',
  bizRules: 'uri',
};

/** The fields of a sensorReport (EPCIS 2.0, section 7.3.7.2), in the order of the event hash. */
export const sensorReportFacts: Readonly<Record<string, FactKind>> = {
  type: 'measurement',
  exception: 'alert',
  deviceID: 'uri',
  deviceMetadata: 'uri',
  rawData: 'uri',
  dataProcessingMethod: 'uri',
  bizRules: 'uri',
  time: 'time',
  microorganism: 'uri',
  chemicalSubstance: 'uri',
  value: 'decimal',
  component: 'component',
  stringValue: 'string',
  booleanValue: 'boolean',
  hexBinaryValue: 'hex',
  uriValue: 'uri',
  minValue: 'decimal',
  maxValue: 'decimal',
  meanValue: 'decimal',
  sDev: 'decimal',
  percRank: 'decimal',
  percValue: 'decimal',
  uom: 'string',
  coordinateReferenceSystem: 'uri',
};
