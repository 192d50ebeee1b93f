import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import Type from 'typebox';
import type { Connection } from '#platform/database/database.ts';
import { defineExceptionKind, type RaisedException } from '#trace/exceptions/exception-kind.ts';
import type { Exceptions } from '#trace/exceptions/exceptions.ts';
import type { RefusedText } from '#trace/lookup/refused-texts.ts';
import type { Captured } from '../capture/keep-events.ts';

/** A captured event whose goods have not come so far, by its ID and who captured it. */
const EventThatWaits = Type.Object(
  { event_id: Type.String({ minLength: 1, maxLength: 2048 }), account_id: Type.Integer({ minimum: 1 }) },
  { additionalProperties: false },
);
export const epcisEvent = defineExceptionKind({ name: 'epcis_event', content: EventThatWaits });

/** Reasons that pass once something else has come: the document, the packing of what was packed or unpacked. */
const passing: ReadonlySet<RefusalReason> = new Set([
  'unknown_document',
  'empty_package',
  'not_packed',
  'not_commissioned',
  'order_not_running',
  'not_under_way',
  'not_on_waybill',
]);

export const canWait = (refused: readonly RefusedText[]): boolean => refused.every(({ reason }) => passing.has(reason));

/** An event that waits, with why. */
export interface WaitingEvent {
  readonly captured: Captured;
  readonly refused: readonly RefusedText[];
}

/** Raises an exception for each event that waits, which somebody tries again once what it lacks is there. */
export async function raiseWaiting(
  sql: Connection,
  exceptions: Exceptions,
  { accountId, name }: { readonly accountId: number; readonly name: string },
  waiting: readonly WaitingEvent[],
): Promise<void> {
  const raised = waiting.map(
    ({ captured: { event }, refused }): RaisedException => ({
      about: event.eventID,
      cause: refused[0]?.reason ?? 'incomplete',
      origin: { source: 'epcis', name },
      raw: { event_id: event.eventID, account_id: accountId },
      codes: [...new Set(refused.map(({ code }) => code).filter((code) => code !== ''))],
      refusals: refused.map(({ code, reason, conflict }) => ({ code, reason, conflict })),
    }),
  );
  await exceptions.raise(sql, epcisEvent, raised);
}
