import type { ErrorReason } from '@suyuan/contract/trace/error-declaration.ts';

/** An event in the data model of EPCIS 2.0, with the bare words of CBV 2.0; JSON-LD and XML are written from it. */
export interface EpcisEvent {
  readonly type: 'ObjectEvent' | 'AggregationEvent';
  readonly eventID: string;
  /** With milliseconds, in UTC. */
  readonly eventTime: string;
  readonly recordTime: string;
  readonly eventTimeZoneOffset: string;
  readonly errorDeclaration?: ErrorDeclaration;
  readonly action: 'ADD' | 'OBSERVE' | 'DELETE';
  readonly bizStep: string;
  readonly disposition?: string;
  readonly persistentDisposition?: PersistentDisposition;
  /** What an object event is about: instances, or a class of goods of unknown number. */
  readonly epcList?: readonly string[];
  readonly epcClass?: string;
  /** The package of an aggregation event, and what is put into it or taken out of it. */
  readonly parentID?: string;
  readonly childEPCs?: readonly string[];
  readonly readPoint?: string;
  readonly bizLocation?: string;
  readonly bizTransactionList?: readonly Typed[];
  readonly sourceList?: readonly Typed[];
  readonly destinationList?: readonly Typed[];
  /** Instance and lot master data of codes that are put on goods. */
  readonly ilmd?: Readonly<Record<string, string>>;
}

export interface ErrorDeclaration {
  readonly declarationTime: string;
  readonly reason: ErrorReason;
  readonly correctiveEventIDs: readonly string[];
}

export interface PersistentDisposition {
  readonly set?: readonly string[];
  readonly unset?: readonly string[];
}

/** A transaction, source or destination with its type. */
export interface Typed {
  readonly type: string;
  readonly id: string;
}

/** A document of events. */
export interface EpcisDocument {
  readonly creationDate: string;
  readonly events: readonly EpcisEvent[];
}
