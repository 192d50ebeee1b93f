import type { ActName } from '../../../contract/trace/acts.ts';
import { type CodeRecord, type EventRef, goodsIn, tellNaming } from '../state/code-record.ts';
import type { Acting } from './acting.ts';
import { unitsOf } from './acting.ts';

/** What an act moves is where it says from then on, with all that lies in it. */
export function carried({ ledger, effects }: Acting, event: EventRef, act: ActName, record: CodeRecord): void {
  const from = ledger.placeOf(record);
  if (from !== event.placeId) {
    for (const { units, ...goods } of goodsIn(record)) {
      effects.stock(event, from, goods, -units);
      effects.stock(event, event.placeId, goods, units);
    }
  }
  effects.names(event, act, 'item', record.id, unitsOf(record));
  tellNaming(record, act, 'item', event);
}
