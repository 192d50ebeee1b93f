import type { EventType } from '@suyuan/contract/trace/events.ts';
import { type CodeRecord, type EventRef, recordEvent } from '#trace/state/code-record.ts';
import { fullStandingOf, unitsOf } from '#trace/state/standing.ts';
import { movesStock, recount } from '../context/booking.ts';
import type { CaptureContext } from '../context/capture-context.ts';
import { withItsHolds } from '../context/held-on.ts';

/** Moves goods with everything packed in them to the place of an event: stock, the row of the code, and what it counts as. */
export function relocate(context: CaptureContext, event: EventRef, eventType: EventType, record: CodeRecord): void {
  const { ledger, effects } = context;
  const before = fullStandingOf(record);
  movesStock(context, event, record, ledger.placeOf(record), event.placeId);
  effects.names(event, eventType, 'item', record.id, unitsOf(record));
  withItsHolds(context, record, event, () => recordEvent(record, eventType, 'item', event));
  recount(context, event, record, before);
}
