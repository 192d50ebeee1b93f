import type { Call, InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { keptChecker } from '#platform/http/validation.ts';
import type { Capture } from '../capture/capture.ts';
import type { Captured, Taken } from '../capture/checked-events.ts';
import type { EventInput } from '../capture/context/event-input.ts';
import { idempotencyOf, onceUnderKey, sourceOf } from '../capture/context/idempotency.ts';
import type { Refused } from '../capture/context/refused.ts';

import { custodianOf } from '../state/custody.ts';
import { type CodeLookup, eventRefused, isStandIn } from './code-lookup.ts';
import { type RefusedText, refusedTexts } from './refused-texts.ts';

/**
 * Does the work of one call in one transaction that holds the capture lock. A call that is repeated with the same batch key is
 * answered as the first time, without doing the work again; one with the same key and another input is refused with 409.
 */
export const onceUnderLock = <C extends Call>(
  { capture }: { readonly capture: Pick<Capture, 'withCaptureLock'> },
  caller: Pick<Caller<Account>, 'account'>,
  call: C,
  input: InputOf<C>,
  work: (sql: Connection) => Promise<OutputOf<C>>,
): Promise<OutputOf<C>> => {
  const source = sourceOf(doneNow(caller).by);
  const idempotency = idempotencyOf(call, input as { readonly batch_key?: string });
  const fits = (answer: unknown) => keptChecker(call.output)(answer as object).length === 0;
  return capture.withCaptureLock((sql) => onceUnderKey(sql, { source, idempotency }, () => work(sql), { fits }));
};

/**
 * Carries out events all or none: throws 409 with every refused code. The caller holds the capture lock. Returns the units of each
 * event.
 */
export async function captureAll(
  sql: Connection,
  { capture, rules }: { readonly capture: Pick<Capture, 'captureIn'>; readonly rules: Pick<RuleBook, 'texts'> },
  { db }: Pick<Caller<Account>, 'db'>,
  inputs: readonly EventInput[],
  /** The codes as they were looked up, some of which may be none: these are refused together with the others. */
  lookups?: readonly CodeLookup[],
): Promise<number[]> {
  const captured = await capture.captureIn(sql, inputs);
  const unread = lookups?.flatMap((some) => some.unread) ?? [];
  return (await allTaken(sql, { rules, seen: db }, captured, unread)).map(({ units }) => units);
}

/** The same for events within the transaction of a change, which was begun by `Capture.queued`. Returns the id of each event. */
export async function captureInChange(
  { sql, db }: Pick<Change, 'sql' | 'db'>,
  { capture, rules }: { readonly capture: Pick<Capture, 'captureWith'>; readonly rules: Pick<RuleBook, 'texts'> },
  inputs: readonly EventInput[],
): Promise<number[]> {
  return (await allTaken(sql, { rules, seen: db }, await capture.captureWith(sql, inputs))).map(
    ({ eventId }) => eventId,
  );
}

async function allTaken(
  sql: Connection,
  reading: Parameters<typeof refusedTexts>[1],
  captured: readonly Captured[],
  unread: readonly RefusedText[] = [],
): Promise<Taken[]> {
  const refused = captured
    .flatMap((one): readonly Refused[] => ('refused' in one ? one.refused : []))
    .filter(({ code }) => !isStandIn(code));
  if (refused.length + unread.length > 0)
    throw eventRefused([...unread, ...(await refusedTexts(sql, reading, refused))]);
  return captured.flatMap((one) => ('refused' in one ? [] : one));
}

/** An ISO 8601 time as epoch milliseconds and UTC offset in minutes, as EPCIS keeps it; now, in UTC, if none is given. */
export function momentOf(time: string | undefined): { at: number; utcOffset: number; now?: true } {
  if (time === undefined) return { at: Date.now(), utcOffset: 0, now: true };
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)$/.exec(time) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  return { at: Date.parse(time), utcOffset: sign === '-' ? -offset : offset };
}

/** The fields shared by events that a person does on behalf of the person's party: at the given time, which stands as it is, else now. */
export const doneAt = ({ account }: Pick<Caller<Account>, 'account'>, time: string | undefined) => ({
  ...momentOf(time),
  by: { accountId: account.id, deviceKeyId: null },
  custodian: custodianOf(account),
});

/** The same for events that a person does now. */
export const doneNow = (caller: Pick<Caller<Account>, 'account'>) => doneAt(caller, undefined);
