import { type EpcisEventType, epcisEventTypes } from '@suyuan/codes/epc/epcis-event-types.ts';
import type { ExtensionField } from './extension.ts';
import type { Declarations } from './namespaces.ts';

export const isEventType = (type: string): type is EpcisEventType => epcisEventTypes.some((one) => one === type);

/** A number as it was written, in the syntax of JSON. */
export type Decimal = string;

/** An amount of a class of objects (EPCIS 2.0, section 7.3.3.3). */
export interface QuantityElement {
  readonly epcClass: string;
  readonly quantity?: Decimal;
  readonly uom?: string;
}

/** A read point or business location. */
export interface Place {
  readonly id: string;
  readonly extensions: readonly ExtensionField[];
}

/** A business transaction, source or destination; only a transaction may have no type. */
export interface Reference {
  readonly type?: string;
  readonly id: string;
}

export interface PersistentDisposition {
  readonly set?: readonly string[];
  readonly unset?: readonly string[];
}

/** Sensor metadata or a sensor report: its fields by their names, in the order of EPCIS. */
export interface SensorFacts {
  readonly facts: Readonly<Record<string, string>>;
  readonly extensions: readonly ExtensionField[];
}

export interface SensorElement {
  readonly sensorMetadata?: SensorFacts;
  readonly sensorReport: readonly SensorFacts[];
  readonly extensions: readonly ExtensionField[];
}

/** Declares an earlier event wrong (EPCIS 2.0, section 7.4.1.2). */
export interface ErrorDeclaration {
  readonly declarationTime: string;
  readonly reason?: string;
  readonly correctiveEventIDs?: readonly string[];
  readonly extensions: readonly ExtensionField[];
}

/**
 * An event as it came: times with their offsets, numbers with their digits, URIs and words of CBV in the notation of whoever wrote
 * them. `fields.ts` says which type of event has which fields.
 */
export interface EpcisEvent {
  /** One of `epcisEventTypes`, or the URI or CURIE of a type that EPCIS does not define. */
  readonly type: string;
  /** The prefixes that the document declared for it. */
  readonly namespaces: Declarations;
  readonly eventTime: string;
  readonly recordTime?: string;
  readonly eventTimeZoneOffset: string;
  readonly eventID?: string;
  readonly errorDeclaration?: ErrorDeclaration;
  readonly certificationInfo?: readonly string[];
  readonly epcList?: readonly string[];
  readonly parentID?: string;
  readonly childEPCs?: readonly string[];
  readonly inputEPCList?: readonly string[];
  readonly outputEPCList?: readonly string[];
  readonly quantityList?: readonly QuantityElement[];
  readonly childQuantityList?: readonly QuantityElement[];
  readonly inputQuantityList?: readonly QuantityElement[];
  readonly outputQuantityList?: readonly QuantityElement[];
  readonly action?: string;
  readonly transformationID?: string;
  readonly bizStep?: string;
  readonly disposition?: string;
  readonly persistentDisposition?: PersistentDisposition;
  readonly readPoint?: Place;
  readonly bizLocation?: Place;
  readonly bizTransactionList?: readonly Reference[];
  readonly sourceList?: readonly Reference[];
  readonly destinationList?: readonly Reference[];
  readonly sensorElementList?: readonly SensorElement[];
  readonly ilmd?: readonly ExtensionField[];
  readonly extensions: readonly ExtensionField[];
}
