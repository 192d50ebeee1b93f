import { type ActName, acts } from '@suyuan/contract/trace/acts.ts';
import { businessContextOf } from './business-context.ts';
import type { EpcisEvent, ErrorDeclaration, PersistentDisposition } from './epcis-event.ts';
import type { ActError } from './errors-of-acts.ts';
import type { Identifiers } from './identifiers.ts';
import type { Packing } from './packings-of-acts.ts';
import type { RecordedAct } from './recorded-acts.ts';

/** What differs among the events of one act. */
type Part = Pick<EpcisEvent, 'type' | 'eventID' | 'action' | 'bizStep'> & Partial<EpcisEvent>;

/**
 * The events of an act, in the order in which they happen: what is taken out of packages, what is seen, destroyed or put on goods,
 * and what is packed. An event has one package, so an act has one for each.
 */
export function eventsOf(act: RecordedAct, ids: Identifiers): EpcisEvent[] {
  const parts = [
    ...act.removed.map((packing) => unpacking(act, ids, packing)),
    ...inspectionOf(act, ids),
    ...objectEvents(act, ids),
    ...successorsOf(act, ids),
    ...act.inferred.map((packing) => packingOf(act, ids, packing, { set: ['completeness_inferred'] })),
    ...act.added.map((packing) => packingOf(act, ids, packing, { set: ['completeness_verified'] })),
  ];
  const common = { ...timesOf(act), ...businessContextOf(act, ids) };
  return parts.map((part) => ({ ...common, ...part }));
}

/** What was put into a package: its children were seen one by one, or follow from the set that was confirmed. */
const packingOf = (
  act: RecordedAct,
  ids: Identifiers,
  packing: Packing,
  persistentDisposition: PersistentDisposition,
): Part => ({
  ...aggregation(act, ids, packing, 'packing'),
  action: 'ADD',
  persistentDisposition,
  ...errorOf(act, ids, packing),
});

const unpacking = (act: RecordedAct, ids: Identifiers, packing: Packing): Part => ({
  ...aggregation(act, ids, packing, 'unpacking'),
  action: 'DELETE',
});

const aggregation = (
  act: RecordedAct,
  ids: Identifiers,
  { parent, children }: Packing,
  bizStep: 'packing' | 'unpacking',
) => ({
  type: 'AggregationEvent' as const,
  eventID: ids.packing(act.id, bizStep, parent),
  bizStep,
  parentID: ids.code(parent),
  childEPCs: children.map(ids.code),
});

/** Returned goods are inspected before they are stored again or destroyed. */
function inspectionOf(act: RecordedAct, ids: Identifiers): Part[] {
  if (!act.refund || !settlesReturns.has(act.act)) return [];
  const epcList = act.items.map(ids.code);
  const step = { action: 'OBSERVE', bizStep: 'inspecting' } as const;
  return [{ type: 'ObjectEvent', eventID: ids.event(act.id, 'inspecting'), epcList, ...step }];
}

const settlesReturns: ReadonlySet<ActName> = new Set(['restock', 'destroy']);

/** What an act says of the codes that it names, of each code in its ranges or at its place, or of a whole lot. */
function objectEvents(act: RecordedAct, ids: Identifiers): Part[] {
  const { type, action, bizStep } = acts[act.act];
  if (type !== 'ObjectEvent') return [];
  const facts = { type, action, bizStep, ...dispositionOf(act), ...errorOf(act, ids) };
  if (act.items.length > 0) {
    const own = { ...completenessOf(act), ...(action === 'ADD' ? masterDataOf(act) : {}) };
    return [{ ...facts, eventID: ids.event(act.id), epcList: act.items.map(ids.code), ...own }];
  }
  if (act.ranged.length > 0) {
    const eventOf = (code: number) => ids.event(act.id, bizStep, ids.text(code));
    return act.ranged.map((code) => ({ ...facts, eventID: eventOf(code), epcList: [ids.code(code)] }));
  }
  return act.lot ? [{ ...facts, eventID: ids.event(act.id), epcClass: ids.lot(act.lot) }] : [];
}

/** A code that replaces another is put on its goods. */
function successorsOf(act: RecordedAct, ids: Identifiers): Part[] {
  if (act.successors.length === 0) return [];
  const step = { action: 'ADD', bizStep: 'commissioning', disposition: 'active' } as const;
  const epcList = act.successors.map(ids.code);
  return [{ type: 'ObjectEvent', eventID: ids.event(act.id, step.bizStep), epcList, ...step, ...masterDataOf(act) }];
}

const dispositionOf = ({ act, isQualityHold }: RecordedAct): { disposition?: string } => {
  const facts = acts[act];
  if (isQualityHold) return { disposition: 'non_sellable_other' };
  return 'disposition' in facts ? { disposition: facts.disposition } : {};
};

/** A package that comes back is not opened: from then on nobody knows what is in it but from before. */
const completenessOf = ({ act }: RecordedAct): { persistentDisposition?: PersistentDisposition } =>
  act === 'take_back'
    ? { persistentDisposition: { unset: ['completeness_verified'], set: ['completeness_inferred'] } }
    : {};

function masterDataOf({ lot }: RecordedAct): { ilmd?: Record<string, string> } {
  if (!lot) return {};
  return { ilmd: { lotNumber: lot.no, ...(lot.expiry === null ? {} : { itemExpirationDate: lot.expiry }) } };
}

const timesOf = ({ at, recordedAt, utcOffset }: RecordedAct) => ({
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

function errorOf(act: RecordedAct, ids: Identifiers, packing?: Packing): { errorDeclaration?: ErrorDeclaration } {
  const error: ActError | undefined = act.error(packing);
  if (!error) return {};
  const correctiveEventIDs = error.corrective.map(({ event, parent }) =>
    parent === null ? ids.event(event) : ids.packing(event, 'packing', parent),
  );
  const { reason, declaredAt } = error;
  return { errorDeclaration: { declarationTime: declaredAt.toISOString(), reason, correctiveEventIDs } };
}
