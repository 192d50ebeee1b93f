import { acts } from '@suyuan/contract/trace/acts.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { UntravelAct } from '#trace/capture/acts/context/act-input.ts';
import { doneNow } from '#trace/lookup/moment.ts';
import { Ledger } from '#trace/state/ledger.ts';

/** The acts that declare wrong what was done to the goods of a waybill, one for each act that still holds. */
export async function takenBack(
  sql: Connection,
  caller: Pick<Caller<Account>, 'account'>,
  { waybillId, did, reason }: Pick<UntravelAct, 'waybillId' | 'did'> & { readonly reason: string },
): Promise<UntravelAct[]> {
  const { no } = acts[did];
  const events = await sql<{ id: number }[]>`
    select e.id from trace_event e
    where e.waybill_id = ${waybillId} and e.act = ${no} and e.corrects is null
      and not exists (select from trace_event c where c.waybill_id = ${waybillId} and c.corrects = e.id)
    order by e.id`;
  const named = await sql<{ event_id: number; code: number }[]>`
    select event_id, code from event_code
    where event_id = any(${events.map(({ id }) => id)}::bigint[]) and act = ${no} order by code`;
  return [...Map.groupBy(named, ({ event_id }) => event_id)].map(([event, codes]) => ({
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

/** Those of the acts on whose goods nothing was done since. */
export async function stillSo(sql: Connection, inputs: readonly UntravelAct[]): Promise<UntravelAct[]> {
  const ledger = new Ledger(sql);
  await ledger.read(inputs.flatMap(({ codes }) => codes));
  return inputs.filter(({ event, codes }) => codes.every((code) => ledger.get(code)?.namedBy?.id === event));
}
