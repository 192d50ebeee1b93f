import type { ErrorReason } from '@suyuan/contract/trace/error-declaration.ts';
import { type EventType, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { PlaceRef } from '../places.ts';
import type { EventError } from './errors-of-events.ts';
import type { Handover, HandoverSide } from './handovers.ts';
import type { Identifiers } from './identifiers.ts';
import type { Packing } from './packings-of-events.ts';
import type { RecordedEvent } from './recorded-events.ts';

/** What differs among the events of one event. */
type Part = Pick<EpcisEvent, 'type' | 'eventID' | 'action' | 'bizStep'> & Partial<EpcisEvent>;

/**
 * The events of an event, in the order in which they happen: what is taken out of packages, what is seen, destroyed or put on goods,
 * and what is packed. An event has one package, so an event has one for each.
 */
export function eventsOf(event: RecordedEvent, ids: Identifiers): EpcisEvent[] {
  const parts = [
    ...event.removed.map((packing) => unpacking(event, ids, packing)),
    ...inspectionOf(event, ids),
    ...objectEvents(event, ids),
    ...successorsOf(event, ids),
    ...event.inferred.map((packing) => packingOf(event, ids, packing, { set: ['completeness_inferred'] })),
    ...event.added.map((packing) => packingOf(event, ids, packing, { set: ['completeness_verified'] })),
  ];
  const common = { ...timesOf(event), ...businessContextOf(event, ids) };
  return parts.map((part) => ({ ...common, ...part }));
}

/** What was put into a package: its children were seen one by one, or follow from the set that was confirmed. */
const packingOf = (
  event: RecordedEvent,
  ids: Identifiers,
  packing: Packing,
  persistentDisposition: PersistentDisposition,
): Part => ({
  ...aggregation(event, ids, packing, 'packing'),
  action: 'ADD',
  persistentDisposition,
  ...errorOf(event, ids, packing),
});

const unpacking = (event: RecordedEvent, ids: Identifiers, packing: Packing): Part => ({
  ...aggregation(event, ids, packing, 'unpacking'),
  action: 'DELETE',
});

const aggregation = (
  event: RecordedEvent,
  ids: Identifiers,
  { parent, children }: Packing,
  bizStep: 'packing' | 'unpacking',
) => ({
  type: 'AggregationEvent' as const,
  eventID: ids.packing(event.id, bizStep, parent),
  bizStep,
  parentID: ids.code(parent),
  childEPCs: children.map(ids.code),
});

/** Returned goods are inspected before they are stored again or destroyed. */
function inspectionOf(event: RecordedEvent, ids: Identifiers): Part[] {
  if (!event.refund || !settlesReturns.has(event.act)) return [];
  const epcList = event.items.map(ids.code);
  const step = { action: 'OBSERVE', bizStep: 'inspecting' } as const;
  return [{ type: 'ObjectEvent', eventID: ids.event(event.id, 'inspecting'), epcList, ...step }];
}

const settlesReturns: ReadonlySet<EventType> = new Set(['restock', 'destroy']);

/** What an event says of the codes that it names, of each code in its ranges or at its place, or of a whole lot. */
function objectEvents(event: RecordedEvent, ids: Identifiers): Part[] {
  const { type, action, bizStep } = eventTypes[event.act];
  if (type !== 'ObjectEvent') return [];
  const facts = { type, action, bizStep, ...dispositionOf(event), ...errorOf(event, ids) };
  if (event.items.length > 0) {
    const own = { ...completenessOf(event), ...(action === 'ADD' ? masterDataOf(event) : {}) };
    return [{ ...facts, eventID: ids.event(event.id), epcList: event.items.map(ids.code), ...own }];
  }
  if (event.ranged.length > 0) {
    const eventOf = (code: number) => ids.event(event.id, bizStep, ids.text(code));
    return event.ranged.map((code) => ({ ...facts, eventID: eventOf(code), epcList: [ids.code(code)] }));
  }
  return event.lot ? [{ ...facts, eventID: ids.event(event.id), epcClass: ids.lot(event.lot) }] : [];
}

/** A code that replaces another is put on its goods. */
function successorsOf(event: RecordedEvent, ids: Identifiers): Part[] {
  if (event.successors.length === 0) return [];
  const step = { action: 'ADD', bizStep: 'commissioning', disposition: 'active' } as const;
  const epcList = event.successors.map(ids.code);
  return [
    { type: 'ObjectEvent', eventID: ids.event(event.id, step.bizStep), epcList, ...step, ...masterDataOf(event) },
  ];
}

const dispositionOf = ({ act: eventType, isQualityHold }: RecordedEvent): { disposition?: string } => {
  const facts = eventTypes[eventType];
  if (isQualityHold) return { disposition: 'non_sellable_other' };
  return 'disposition' in facts ? { disposition: facts.disposition } : {};
};

/** A package that comes back is not opened: from then on nobody knows what is in it but from before. */
const completenessOf = ({ act: eventType }: RecordedEvent): { persistentDisposition?: PersistentDisposition } =>
  eventType === 'take_back'
    ? { persistentDisposition: { unset: ['completeness_verified'], set: ['completeness_inferred'] } }
    : {};

function masterDataOf({ lot }: RecordedEvent): { ilmd?: Record<string, string> } {
  if (!lot) return {};
  return { ilmd: { lotNumber: lot.no, ...(lot.expiry === null ? {} : { itemExpirationDate: lot.expiry }) } };
}

const timesOf = ({ at, recordedAt, utcOffset }: RecordedEvent) => ({
  eventTime: at.toISOString(),
  recordTime: recordedAt.toISOString(),
  eventTimeZoneOffset: offsetOf(utcOffset),
});

/** Formats a UTC offset in minutes, such as `+08:00`. */
function offsetOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function errorOf(
  recordedEvent: RecordedEvent,
  ids: Identifiers,
  packing?: Packing,
): { errorDeclaration?: ErrorDeclaration } {
  const error: EventError | undefined = recordedEvent.error(packing);
  if (!error) return {};
  const correctiveEventIDs = error.corrective.map(({ event, parent }) =>
    parent === null ? ids.event(event) : ids.packing(event, 'packing', parent),
  );
  const { reason, declaredAt } = error;
  return { errorDeclaration: { declarationTime: declaredAt.toISOString(), reason, correctiveEventIDs } };
}

type Context = Pick<EpcisEvent, 'readPoint' | 'bizLocation' | 'bizTransactionList' | 'sourceList' | 'destinationList'>;

/** Where an event was seen and left the goods, by which documents, and between whom it hands them over. */
function businessContextOf(event: RecordedEvent, ids: Identifiers): Context {
  const [readPoint, bizLocation] = [ids.position(event) ?? ids.place(readPointOf(event)), ids.place(locationOf(event))];
  const transactions = transactionsOf(event, ids);
  return {
    ...(readPoint ? { readPoint } : {}),
    ...(bizLocation ? { bizLocation } : {}),
    ...(transactions.length > 0 ? { bizTransactionList: transactions } : {}),
    ...handoverOf(event, ids),
  };
}

/** Events of production, which are done for a work order; for others it names where the goods are from. */
const forOrders: ReadonlySet<EventType> = new Set(['bind', 'pack', 'scrap', 'sample', 'reject']);

function transactionsOf({ act: eventType, refund, waybill, orderNo }: RecordedEvent, ids: Identifiers): Typed[] {
  if (refund) return [{ type: 'rma', id: ids.transaction('return', refund.no) }];
  if (waybill) return [{ type: 'desadv', id: ids.transaction('waybill', waybill.no) }];
  if (orderNo !== null && forOrders.has(eventType))
    return [{ type: 'prodorder', id: ids.transaction('work-order', orderNo) }];
  return [];
}

/** Steps in which goods change hands, or with which that is taken back. */
const handingOver: ReadonlySet<string> = new Set(['shipping', 'void_shipping', 'receiving']);

function handoverOf(event: RecordedEvent, ids: Identifiers): Pick<EpcisEvent, 'sourceList' | 'destinationList'> {
  const handover = event.refund ?? event.waybill;
  if (!handover || !handingOver.has(eventTypes[event.act].bizStep)) return {};
  return {
    sourceList: sideOf(handover.from, ids),
    ...(handover.to ? { destinationList: sideOf(handover.to, ids) } : {}),
  };
}

const sideOf = ({ owner, possessor, location }: HandoverSide, ids: Identifiers): Typed[] => {
  const place = ids.place(location);
  return [
    { type: 'owning_party', id: ids.party(owner) },
    { type: 'possessing_party', id: ids.party(possessor) },
    ...(place ? [{ type: 'location', id: place }] : []),
  ];
};

/** Where it was seen: what leaves, in the warehouse that it leaves; what comes back, where it is received. */
function readPointOf(event: RecordedEvent): PlaceRef | null {
  if (event.readPoint) return event.readPoint;
  if (eventTypes[event.act].bizStep === 'shipping') return placeOf(event.waybill, 'from');
  return locationOf(event) ?? placeOf(event.refund, 'to');
}

/** Where the goods are afterwards; nowhere while they are under way. Quarantine is where they came back to. */
const locationOf = ({ place, refund }: RecordedEvent): PlaceRef | null => {
  if (place?.kind === 'refund') return placeOf(refund, 'to');
  return place?.kind === 'waybill' || place?.kind === 'outside' ? null : place;
};

const placeOf = (handover: Handover | null, side: 'from' | 'to'): PlaceRef | null => handover?.[side]?.location ?? null;

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
