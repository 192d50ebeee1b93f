import { isDoneDespiteHold } from '@suyuan/contract/trace/events.ts';
import { type CodeRecord, placeIdOf } from '#trace/state/code-record.ts';
import { type CaptureContext, eventOf, held, type Outcome } from '../context/capture-context.ts';
import type { UnmarkEvent } from '../context/event-input.ts';
import type { Refused } from '../context/refused.ts';
import { countMark } from '../marks/mark.ts';
import { builtUpon, closedOrders } from './declared-wrong.ts';

/** Declares a marking wrong: its codes get the states that the events before it gave them, and its figures are counted back. */
export function unmark(context: CaptureContext, input: UnmarkEvent): Outcome {
  const { ledger, effects } = context;
  const refused = [...input.codes.flatMap((id) => [...obstacles(context, input, id)]), ...closedOrders(context, input)];
  const records = refused.length > 0 ? [] : input.codes.map((id) => ledger.of(id));
  const original = records[0]?.namedBy;
  if (!original) return { refused };
  const { workOrderId, productId, lotId, placeId } = original;
  const event = effects.event({
    ...eventOf(input, input.did),
    ...{ workOrderId, productId, lotId, placeId },
    corrects: { event: input.event, at: original.at, reason: input.error },
  });
  const cause = input.cause?.trim() ?? '';
  for (const record of records) {
    const was = context.unmarked(input, record.id);
    countMark(context, event, input.did, { record: was, placeId: placeIdOf(was), cause, times: -1 });
    effects.names(event, input.did, 'item', record.id, record.level === 1 ? 1 : 0);
    Object.assign(record, was);
  }
  return { event, units: records.length };
}

/** The marking has to be the last event about the code; goods may be on hold only if it could be done despite that. */
function* obstacles({ ledger }: CaptureContext, input: UnmarkEvent, id: number): Generator<Refused> {
  const record = ledger.get(id);
  if (!record) return yield { code: id, reason: 'unknown_code' };
  if (record.closed) yield { code: id, reason: 'closed' };
  if (!isDoneDespiteHold(input.did)) yield* held(ledger, record, input.did);
  const since = [...builtUpon(record, input.event)];
  yield* since;
  // The event does not determine the state any more: it was declared wrong before.
  if (since.length === 0 && record.namedBy?.id !== input.event) {
    yield { code: id, reason: 'later_acts', conflict: lastOf(record) };
  }
}

const lastOf = ({ namedBy, lastAt }: CodeRecord): string => new Date(namedBy?.at ?? lastAt).toISOString();
