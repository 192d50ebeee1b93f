import { type EventType, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { PlaceRef } from '../places.ts';
import type { EpcisEvent, Typed } from './epcis-event.ts';
import type { Handover, HandoverSide } from './handovers.ts';
import type { Identifiers } from './identifiers.ts';
import type { RecordedEvent } from './recorded-events.ts';

type Context = Pick<EpcisEvent, 'readPoint' | 'bizLocation' | 'bizTransactionList' | 'sourceList' | 'destinationList'>;

/** Where an event was seen and left the goods, by which documents, and between whom it hands them over. */
export function businessContextOf(event: RecordedEvent, ids: Identifiers): Context {
  const [readPoint, bizLocation] = [ids.position(event) ?? ids.place(readPointOf(event)), ids.place(locationOf(event))];
  const transactions = transactionsOf(event, ids);
  return {
    ...(readPoint ? { readPoint } : {}),
    ...(bizLocation ? { bizLocation } : {}),
    ...(transactions.length > 0 ? { bizTransactionList: transactions } : {}),
    ...handoverOf(event, ids),
  };
}

/** Events of production, which are done for a work order; of others it says where the goods are from. */
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
