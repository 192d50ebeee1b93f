import { type EventType, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { EpcisEvent, ErrorDeclaration, PersistentDisposition, Reference } from '#epcis/model/event.ts';
import type { ExtensionField } from '#epcis/model/extension.ts';
import { masterDataNamespace } from '#epcis/model/namespaces.ts';
import type { PlaceRef } from '../places.ts';
import type { EventError } from './errors-of-events.ts';
import type { Handover, HandoverSide } from './handovers.ts';
import type { Identifiers } from './identifiers.ts';
import type { Packing } from './packings-of-events.ts';
import type { RecordedEvent } from './recorded-events.ts';

/** An event of a row, in the model of EPCIS with the bare words of CBV. */
export interface OwnEvent extends EpcisEvent {
  readonly eventID: string;
  readonly recordTime: string;
}

/** An event, the row that declares it wrong, and the number of its span if the row is about ranges of codes. */
export interface EventOfRow {
  readonly event: OwnEvent;
  readonly declaredBy: number | undefined;
  readonly span: number | undefined;
}

/** What differs among the events of one row. */
type Part = Pick<OwnEvent, 'type' | 'eventID' | 'action' | 'bizStep'> &
  Partial<EpcisEvent> & { readonly declaredBy?: number; readonly span?: number };

/**
 * The events of an event, in the order in which they happen: what is taken out of packages, what is seen, destroyed or put on goods,
 * and what is packed. An event has one package, so an event has one for each.
 */
export function eventsOf(event: RecordedEvent, ids: Identifiers): EventOfRow[] {
  const parts = [
    ...event.removed.map((packing) => unpacking(event, ids, packing)),
    ...inspectionOf(event, ids),
    ...objectEvents(event, ids),
    ...successorsOf(event, ids),
    ...event.inferred.map((packing) => packingOf(event, ids, packing, { set: ['completeness_inferred'] })),
    ...event.added.map((packing) => packingOf(event, ids, packing, { set: ['completeness_verified'] })),
  ];
  const common = { ...timesOf(event), ...businessContextOf(event, ids), namespaces: [], extensions: [] };
  return parts.map(({ declaredBy, span, ...part }) => ({ event: { ...common, ...part }, declaredBy, span }));
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
  eventID: ids.packing(event, bizStep, parent),
  bizStep,
  parentID: ids.code(parent),
  childEPCs: children.map(ids.code),
});

/** Returned goods are inspected before they are stored again or destroyed. */
function inspectionOf(event: RecordedEvent, ids: Identifiers): Part[] {
  if (!event.refund || !settlesReturns.has(event.act)) return [];
  const epcList = event.items.map(ids.code);
  const step = { action: 'OBSERVE', bizStep: 'inspecting' } as const;
  return [{ type: 'ObjectEvent', eventID: ids.event(event, 'inspecting'), epcList, ...step }];
}

const settlesReturns: ReadonlySet<EventType> = new Set(['restock', 'destroy']);

/** What an event says of the codes that it names, of those in its ranges, of each at its place, or of a whole lot. */
function objectEvents(event: RecordedEvent, ids: Identifiers): Part[] {
  const { type, action, bizStep } = eventTypes[event.act];
  if (type !== 'ObjectEvent') return [];
  const facts = { type, action, bizStep, ...dispositionOf(event), ...errorOf(event, ids) };
  if (event.items.length > 0) {
    const own = { ...completenessOf(event), ...(action === 'ADD' ? masterDataOf(event) : {}) };
    return [{ ...facts, eventID: ids.event(event), epcList: event.items.map(ids.code), ...own }];
  }
  if (event.spans.length > 0) {
    return event.spans.map(({ index, codes }) => {
      return { ...facts, eventID: ids.span(event, index), epcList: codes.map(ids.code), span: index };
    });
  }
  if (event.placed.length > 0) {
    const eventOf = (code: number) => ids.event(event, bizStep, String(code));
    return event.placed.map((code) => ({ ...facts, eventID: eventOf(code), epcList: [ids.code(code)] }));
  }
  return event.lot ? [{ ...facts, eventID: ids.event(event), quantityList: [{ epcClass: ids.lot(event.lot) }] }] : [];
}

/** A code that replaces another is put on its goods. */
function successorsOf(event: RecordedEvent, ids: Identifiers): Part[] {
  if (event.successors.length === 0) return [];
  const step = { action: 'ADD', bizStep: 'commissioning', disposition: 'active' } as const;
  const epcList = event.successors.map(ids.code);
  return [{ type: 'ObjectEvent', eventID: ids.event(event, step.bizStep), epcList, ...step, ...masterDataOf(event) }];
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

/** Instance and lot master data of codes that are put on goods. */
function masterDataOf({ lot }: RecordedEvent): { ilmd?: ExtensionField[] } {
  if (!lot) return {};
  const field = (local: string, text: string): ExtensionField => ({
    name: { namespace: masterDataNamespace, local },
    value: { is: 'text', text },
  });
  const expiry = lot.expiry === null ? [] : [field('itemExpirationDate', lot.expiry)];
  return { ilmd: [field('lotNumber', lot.no), ...expiry] };
}

const timesOf = ({ at, recordedAt, utcOffset }: RecordedEvent) => ({
  eventTime: localTime(at, utcOffset),
  recordTime: recordedAt.toISOString(),
  eventTimeZoneOffset: offsetOf(utcOffset),
});

/** A moment as the clock where it happened showed it. */
const localTime = (at: Date, offset: number): string =>
  `${new Date(at.getTime() + offset * 60_000).toISOString().slice(0, -1)}${offsetOf(offset)}`;

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
): { errorDeclaration?: ErrorDeclaration; declaredBy?: number } {
  const error: EventError | undefined = recordedEvent.error(packing);
  if (!error) return {};
  const correctiveEventIDs = error.corrective.map(({ event, parent }) =>
    parent === null ? ids.event(event) : ids.packing(event, 'packing', parent),
  );
  const { reason, declaredAt } = error;
  const corrective = correctiveEventIDs.length > 0 ? { correctiveEventIDs } : {};
  const declarationTime = declaredAt.toISOString();
  return {
    errorDeclaration: { declarationTime, reason, ...corrective, extensions: [] },
    declaredBy: error.declaration,
  };
}

type Context = Pick<EpcisEvent, 'readPoint' | 'bizLocation' | 'bizTransactionList' | 'sourceList' | 'destinationList'>;

/** Where an event was seen and left the goods, by which documents, and between whom it hands them over. */
function businessContextOf(event: RecordedEvent, ids: Identifiers): Context {
  const [readPoint, bizLocation] = [ids.position(event) ?? ids.place(readPointOf(event)), ids.place(locationOf(event))];
  const transactions = transactionsOf(event, ids);
  return {
    ...(readPoint ? { readPoint: { id: readPoint, extensions: [] } } : {}),
    ...(bizLocation ? { bizLocation: { id: bizLocation, extensions: [] } } : {}),
    ...(transactions.length > 0 ? { bizTransactionList: transactions } : {}),
    ...handoverOf(event, ids),
  };
}

/** Events of production, which are done for a work order; for others it names where the goods are from. */
const forOrders: ReadonlySet<EventType> = new Set(['bind', 'pack', 'scrap', 'sample', 'reject']);

function transactionsOf({ act: eventType, refund, waybill, orderNo }: RecordedEvent, ids: Identifiers): Reference[] {
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

const sideOf = ({ owner, possessor, location }: HandoverSide, ids: Identifiers): Reference[] => {
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
