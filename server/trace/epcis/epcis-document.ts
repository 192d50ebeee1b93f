import type { Journey } from '../journey/code-journey.ts';
import type { EpcisDocument } from './epcis-event.ts';
import { type CodeOfAct, type EpcReading, epcsOf } from './epcs.ts';
import { eventsOf } from './events-of-act.ts';
import { readGlns } from './glns.ts';
import type { Handover } from './handovers.ts';
import { Identifiers } from './identifiers.ts';
import { type RecordedAct, recordedActs } from './recorded-acts.ts';

/** The acts of a history as a document of EPCIS 2.0, in the order in which they happened. */
export async function epcisDocument(reading: EpcReading, journey: Journey): Promise<EpcisDocument> {
  const { sql, publicUrl } = reading;
  const recorded = await recordedActs(sql, journey);
  const handovers = recorded.flatMap(({ waybill, refund }) => [waybill ?? [], refund ?? []].flat());
  const [epcs, glns] = await Promise.all([
    epcsOf(reading, recorded.flatMap(codesIn), [...new Set(recorded.flatMap(({ lot }) => lot?.productId ?? []))]),
    readGlns(sql, [...recorded.flatMap(placesIn), ...handovers.flatMap(locationsOf)], handovers.flatMap(partiesOf)),
  ]);
  const identifiers = new Identifiers(publicUrl, epcs, glns);
  return {
    creationDate: new Date().toISOString(),
    events: recorded.flatMap((act) => eventsOf(act, identifiers)),
  };
}

function codesIn(act: RecordedAct): CodeOfAct[] {
  const { items, successors, ranged, added, removed, inferred, productId, error } = act;
  const packings = [...added, ...removed, ...inferred];
  const corrective = packings.flatMap(
    (packing) => error(packing)?.corrective.flatMap(({ parent }) => parent ?? []) ?? [],
  );
  const packed = packings.flatMap(({ parent, children }) => [parent, ...children]);
  return [...items, ...successors, ...ranged, ...packed, ...corrective].map((code) => ({ code, productId }));
}

const placesIn = ({ place, readPoint }: RecordedAct) => [place ?? [], readPoint ?? []].flat();
const sidesOf = ({ from, to }: Handover) => [from, ...(to ? [to] : [])];
const locationsOf = (handover: Handover) => sidesOf(handover).map(({ location }) => location);
const partiesOf = (handover: Handover) => sidesOf(handover).flatMap(({ owner, possessor }) => [owner, possessor]);
