import { type EventType, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { EpcisEvent } from '#epcis/model/event.ts';
import { bareWord } from '#epcis/model/vocabulary.ts';

/** Documents that an event names, by the words of CBV for their types. */
export type DocumentType = 'prodorder' | 'desadv' | 'rma';

/** What a captured event is here, and by which document it is done. */
export interface ActOfEvent {
  readonly act: EventType;
  readonly by: DocumentType | undefined;
}

/** Acts that another system tells of, with the document that they are done by. */
const told: Partial<Record<EventType, DocumentType | undefined>> = {
  bind: 'prodorder',
  pack: 'prodorder',
  unpack: undefined,
  scrap: 'prodorder',
  sample: 'prodorder',
  reject: 'prodorder',
  print: undefined,
  store: undefined,
  load: 'desadv',
  unload: 'desadv',
  ship: 'desadv',
  receive: 'desadv',
  take_back: 'rma',
  destroy: undefined,
  inspect: undefined,
};

/**
 * What an event is in the table of events, read the other way round: of those with its type, action and business step, the one with its
 * disposition, then the one whose document it names. Undefined for what nothing stands for here, which changes no state.
 */
export function actOfEvent(event: EpcisEvent): ActOfEvent | undefined {
  const step = event.bizStep === undefined ? undefined : bareWord(event.bizStep, 'bizStep');
  const disposition = event.disposition === undefined ? undefined : bareWord(event.disposition, 'disposition');
  const named = new Set((event.bizTransactionList ?? []).map(({ type = '' }) => bareWord(type, 'bizTransaction')));
  const acts = (Object.keys(eventTypes) as EventType[]).filter((act) => {
    const facts = eventTypes[act];
    return facts.type === event.type && facts.action === event.action && facts.bizStep === step;
  });
  const ofDisposition = acts.filter((act) => disposition !== undefined && dispositionOf(act) === disposition);
  const rest = ofDisposition.length > 0 ? ofDisposition : acts;
  const byDocument = rest.find((act) => told[act] !== undefined && named.has(told[act]));
  const act = byDocument ?? rest.find((one) => told[one] === undefined) ?? rest[0];
  return act && { act, by: told[act] };
}

/** Whether other systems may tell of it. The others are decided here, by a document of their own. */
export const isTold = (act: EventType): boolean => act in told;

const dispositionOf = (act: EventType): string | undefined => {
  const facts = eventTypes[act];
  return 'disposition' in facts ? facts.disposition : undefined;
};
