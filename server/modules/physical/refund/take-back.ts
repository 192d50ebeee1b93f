import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { receiveReturn } from '@suyuan/contract/physical/refund.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { SharedServices } from '#shared-services.ts';
import { eventsIn } from '#trace/capture/checked-events.ts';
import type { Refused } from '#trace/capture/context/refused.ts';
import type { DoneBy } from '#trace/goods-by-document.ts';
import { doneNow } from '#trace/lookup/events-together.ts';
import { placeOf } from '#trace/places.ts';
import { raiseWrongReturns } from '../exception/document-exceptions.ts';
import { lockFor, setStatus } from './refund-steps.ts';
import { keepReturned, statesBeforeReturn } from './returned-goods.ts';

interface TakenBack {
  readonly taken: OutputOf<typeof receiveReturn>['received'];
  readonly refused: readonly Refused[];
  readonly events: readonly number[];
}

/**
 * Takes codes back by a return individually, in the transaction that holds the capture lock, and puts them into quarantine. Goods that
 * were not sold to the dealer are accepted from people of the enterprise with a cause, and an exception is raised. A factory takes
 * back only what the dealer has: by its word, nothing is taken from others.
 */
export async function takeBack(
  sql: Connection,
  shared: SharedServices,
  caller: Pick<Caller<Account>, 'account'>,
  id: number,
  texts: ReadonlyMap<number, string>,
  /** When and by whom each was taken back: now, unless a handheld or another system tells of it later. */
  doneAs: (code: number) => DoneBy = () => doneNow(caller),
): Promise<TakenBack> {
  const { dealer_id, refund_no, status } = await lockFor(sql, id, 'receive');
  const ids = [...texts.keys()];
  const placeId = await placeOf(sql, { kind: 'refund', ref: id });
  const before = await statesBeforeReturn(sql, dealer_id, ids);
  const returner = { kind: 'dealer', id: dealer_id } as const;
  const inputs = ids.map((code) => ({
    ...doneAs(code),
    act: 'take_back' as const,
    codes: [code],
    placeId,
    returner,
    refundId: id,
  }));
  const outcomes = await shared.capture.captureIn(sql, inputs);
  const acceptedIds = ids.filter((_, at) => !('refused' in (outcomes[at] ?? { refused: [] })));
  await keepReturned(sql, id, acceptedIds, before);
  if (acceptedIds.length > 0 && status === 'requested') await setStatus(sql, id, 'receiving');
  const returns = acceptedIds.map((code) => ({
    id: code,
    code: texts.get(code) as string,
    cause: before.get(code)?.cause ?? null,
    goods: before.get(code)?.goods ?? [],
  }));
  await raiseWrongReturns(sql, shared, { documentNo: refund_no, toldBy: caller.account.name }, returns);
  return {
    taken: returns.map(({ code, cause, goods }) => ({
      code,
      product_id: goods[0]?.productId ?? null,
      units: goods.reduce((sum, { units }) => sum + units, 0),
      cause,
    })),
    refused: outcomes.flatMap((one) => ('refused' in one ? one.refused : [])),
    events: eventsIn(outcomes),
  };
}
