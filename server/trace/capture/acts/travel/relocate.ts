import type { ActName } from '../../../../../contract/trace/acts.ts';
import { type CodeRecord, type EventRef, tellNaming } from '../../../state/record/code-record.ts';
import { standingOf, unitsOf } from '../../../state/record/standing.ts';
import { type Acting, movesStock, recount } from '../acting/acting.ts';

/** Moves goods with everything packed in them to the place of an act: stock, the naming of the code, and what it counts as. */
export function relocate(acting: Acting, event: EventRef, act: ActName, record: CodeRecord): void {
  const { ledger, effects } = acting;
  const before = standingOf(record);
  movesStock(acting, event, record, ledger.placeOf(record), event.placeId);
  effects.names(event, act, 'item', record.id, unitsOf(record));
  tellNaming(record, act, 'item', event);
  recount(acting, event, record, before);
}
