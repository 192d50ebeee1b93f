import type { ActName } from '../../../../../contract/trace/acts.ts';
import { type CodeRecord, type EventRef, tellNaming } from '../../../state/record/code-record.ts';
import { standingOf, unitsOf } from '../../../state/record/standing.ts';
import { type Acting, movesStock, recount } from '../acting/acting.ts';

/** What an act moves is where it says from then on, with all that lies in it. */
export function carried(acting: Acting, event: EventRef, act: ActName, record: CodeRecord): void {
  const { ledger, effects } = acting;
  const before = standingOf(record);
  movesStock(acting, event, record, ledger.placeOf(record), event.placeId);
  effects.names(event, act, 'item', record.id, unitsOf(record));
  tellNaming(record, act, 'item', event);
  recount(acting, event, record, before);
}
