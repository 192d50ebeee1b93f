import { type ActName, acts } from '@suyuan/contract/trace/acts.ts';
import type { PlaceRef } from '../places.ts';
import type { EpcisEvent, Typed } from './epcis-event.ts';
import type { Handover, HandoverSide } from './handovers.ts';
import type { Identifiers } from './identifiers.ts';
import type { RecordedAct } from './recorded-acts.ts';

type Context = Pick<EpcisEvent, 'readPoint' | 'bizLocation' | 'bizTransactionList' | 'sourceList' | 'destinationList'>;

/** Where an act was seen and left the goods, by which documents, and between whom it hands them over. */
export function businessContextOf(act: RecordedAct, ids: Identifiers): Context {
  const [readPoint, bizLocation] = [ids.position(act) ?? ids.place(readPointOf(act)), ids.place(locationOf(act))];
  const transactions = transactionsOf(act, ids);
  return {
    ...(readPoint ? { readPoint } : {}),
    ...(bizLocation ? { bizLocation } : {}),
    ...(transactions.length > 0 ? { bizTransactionList: transactions } : {}),
    ...handoverOf(act, ids),
  };
}

/** Acts of production, which are done for a work order; of others it says where the goods are from. */
const forOrders: ReadonlySet<ActName> = new Set(['bind', 'pack', 'scrap', 'sample', 'reject']);

function transactionsOf({ act, refund, waybill, orderNo }: RecordedAct, ids: Identifiers): Typed[] {
  if (refund) return [{ type: 'rma', id: ids.transaction('return', refund.no) }];
  if (waybill) return [{ type: 'desadv', id: ids.transaction('waybill', waybill.no) }];
  if (orderNo !== null && forOrders.has(act))
    return [{ type: 'prodorder', id: ids.transaction('work-order', orderNo) }];
  return [];
}

/** Steps in which goods change hands, or with which that is taken back. */
const handingOver: ReadonlySet<string> = new Set(['shipping', 'void_shipping', 'receiving']);

function handoverOf(act: RecordedAct, ids: Identifiers): Pick<EpcisEvent, 'sourceList' | 'destinationList'> {
  const handover = act.refund ?? act.waybill;
  if (!handover || !handingOver.has(acts[act.act].bizStep)) return {};
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
function readPointOf(act: RecordedAct): PlaceRef | null {
  if (act.readPoint) return act.readPoint;
  if (acts[act.act].bizStep === 'shipping') return placeOf(act.waybill, 'from');
  return locationOf(act) ?? placeOf(act.refund, 'to');
}

/** Where the goods are afterwards; nowhere while they are under way. Quarantine is where they came back to. */
const locationOf = ({ place, refund }: RecordedAct): PlaceRef | null => {
  if (place?.kind === 'refund') return placeOf(refund, 'to');
  return place?.kind === 'waybill' || place?.kind === 'outside' ? null : place;
};

const placeOf = (handover: Handover | null, side: 'from' | 'to'): PlaceRef | null => handover?.[side]?.location ?? null;
