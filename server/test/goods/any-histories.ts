import fc from 'fast-check';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { Capture } from '#trace/capture/capture.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import { anyEvent, captureFor, numbered, numberedCodes, undoing } from './any-events.ts';

/** An event, or what undoes one of those before. */
export type Given = object | { readonly undo: number };

/** Events, and what undoes some of them. */
export const anyGiven = (recall: number): fc.Arbitrary<Given> =>
  fc.oneof(
    { arbitrary: anyEvent(numbered, recall), weight: 5 },
    { arbitrary: fc.record({ undo: fc.nat(6) }), weight: 1 },
  );

/** Carries out events on new codes one by one, with what undoes some of them; the codes. */
export async function captureAll(
  { sql, capture }: { readonly sql: Sql; readonly capture: Pick<Capture, 'event'> },
  given: readonly Given[],
  { workOrderId, reason }: { readonly workOrderId: number; readonly reason: string },
): Promise<number[]> {
  const ids = await numberedCodes(sql);
  const by = { accountId: 1, deviceKeyId: null };
  const common = { utcOffset: 480, by, custodian: 'enterprise', workOrderId, reason } as const;
  const taken: { input: EventInput; event: number }[] = [];
  for (const one of given) {
    const undone = 'undo' in one ? taken[one.undo] : undefined;
    const event = 'undo' in one ? undone && (await undoing(sql, undone.input, undone.event)) : captureFor(ids, one);
    if (!event) continue;
    const input = { ...event, ...common, at: Date.now(), now: true } as EventInput;
    const captured = await capture.event(input);
    if (!('refused' in captured)) taken.push({ input, event: captured.eventId });
  }
  return ids;
}
