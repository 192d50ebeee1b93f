import type { ActName } from '../../../../../contract/trace/acts.ts';
import { type CodeRecord, type EventRef, tellNaming } from '../../../state/record/code-record.ts';
import { fullStandingOf, unitsOf } from '../../../state/record/standing.ts';
import type { Acting } from '../acting/acting.ts';
import { movesStock, recount } from '../acting/booking.ts';
import { withItsHolds } from '../acting/held-on.ts';

/** Moves goods with everything packed in them to the place of an act: stock, the naming of the code, and what it counts as. */
export function relocate(acting: Acting, event: EventRef, act: ActName, record: CodeRecord): void {
  const { ledger, effects } = acting;
  const before = fullStandingOf(record);
  movesStock(acting, event, record, ledger.placeOf(record), event.placeId);
  effects.names(event, act, 'item', record.id, unitsOf(record));
  withItsHolds(acting, record, event, () => tellNaming(record, act, 'item', event));
  recount(acting, event, record, before);
}
