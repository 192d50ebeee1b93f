import { eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { UntravelEvent } from '#trace/capture/context/event-input.ts';
import { doneNow } from '#trace/lookup/events-together.ts';
import { readCodes } from '#trace/state/code-records.ts';

/** The events that declare wrong what was done to the goods of a waybill, one for each event that still holds. */
export async function takenBack(
  sql: Connection,
  caller: Pick<Caller<Account>, 'account'>,
  { waybillId, did, reason }: Pick<UntravelEvent, 'waybillId' | 'did'> & { readonly reason: string },
): Promise<UntravelEvent[]> {
  const { no } = eventTypes[did];
  const events = await sql<{ id: number }[]>`
    select e.id from trace_event e
    where e.waybill_id = ${waybillId} and e.act = ${no} and e.corrects is null
      and not exists (select from trace_event c where c.waybill_id = ${waybillId} and c.corrects = e.id)
    order by e.id`;
  const rows = await sql<{ event_id: number; code: number }[]>`
    select event_id, code from event_code
    where event_id = any(${events.map(({ id }) => id)}::bigint[]) and act = ${no} order by code`;
  return [...Map.groupBy(rows, ({ event_id }) => event_id)].map(([event, codes]) => ({
    ...doneNow(caller),
    act: 'untravel',
    did,
    waybillId,
    event,
    codes: codes.map(({ code }) => code),
    error: 'did_not_occur',
    reason,
  }));
}

/** Those of the events on whose goods nothing was done since. */
export async function stillSo(sql: Connection, inputs: readonly UntravelEvent[]): Promise<UntravelEvent[]> {
  const records = await readCodes(
    sql,
    inputs.flatMap(({ codes }) => codes),
  );
  return inputs.filter(({ event, codes }) => codes.every((code) => records.get(code)?.namedBy?.id === event));
}
