import type { ReadEvent } from './epcis-reading.ts';

/** The state of codes, by their URIs, as it follows from events alone. */
export interface DerivedState {
  /** The package that a code is in. */
  readonly parents: ReadonlyMap<string, string>;
  lifeOf(code: string): string;
}

const livesAfter: Readonly<Record<string, string>> = {
  'DELETE decommissioning': 'inactive',
  'DELETE destroying': 'destroyed',
  'DELETE sampling': 'sampled',
};

/** What is not good enough for sale is there all the same. */
const isThere = ({ action, disposition }: ReadEvent): boolean =>
  action === 'ADD' || disposition === 'non_sellable_other';

/** Follows the events in their order, without those that were declared wrong. */
export function stateFromEvents(events: readonly ReadEvent[]): DerivedState {
  const [parents, lives] = [new Map<string, string>(), new Map<string, string>()];
  for (const event of events) {
    const { type, action, bizStep, parentID = '', childEPCs = [], epcList = [] } = event;
    if (event.errorDeclaration) continue;
    if (type === 'AggregationEvent') {
      if (action === 'ADD') lives.set(parentID, 'active');
      for (const child of childEPCs) {
        // What was taken out of a package was there, even if it is declared wrong since that it was packed.
        lives.set(child, 'active');
        if (action === 'ADD') parents.set(child, parentID);
        else if (parents.get(child) === parentID) parents.delete(child);
      }
      continue;
    }
    const life = isThere(event) ? 'active' : livesAfter[`${action} ${bizStep}`];
    if (life !== undefined) for (const epc of epcList) lives.set(epc, life);
  }
  // What lies in something that was destroyed was destroyed with it.
  const lifeOf = (code: string): string => {
    const [own, parent] = [lives.get(code) ?? 'issued', parents.get(code)];
    return own === 'active' && parent !== undefined && lifeOf(parent) === 'destroyed' ? 'destroyed' : own;
  };
  return { parents, lifeOf };
}
