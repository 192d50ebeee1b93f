import { type Range, subtract, union } from '@suyuan/codes/sets/ranges.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account } from '#platform/caller.ts';
import type { Capture } from '#trace/capture/capture.ts';
import type { CloseEvent } from '#trace/capture/context/event-input.ts';
import { doneNow } from '#trace/lookup/events-together.ts';
import { isAnyCommissioned } from '#trace/state/code-use.ts';

interface Closing {
  readonly act: CloseEvent['act'];
  readonly ranges: readonly Range[];
  readonly reason: string | null;
  readonly account: Account;
}

/** Records that codes go out of use, or come back, as an event. If none of them is commissioned yet, there is no event. */
export async function closingEvent(
  capture: Capture,
  change: Change,
  { act: eventType, ranges, reason, account }: Closing,
): Promise<void> {
  if (!(await isAnyCommissioned(change.sql, ranges))) return;
  await capture.captureWith(change.sql, [{ act: eventType, ranges, reason, ...doneNow({ account }) }]);
}

/** The ranges that are closed by this closure alone, and not by the closing of their order, too. */
export const rangesClosedBy = (change: Change, closure: number): Promise<readonly Range[]> =>
  change.sql<Range[]>`
    select s.first_id as first, s.last_id as last
    from code_segment s join code_order o on o.id = s.order_id
    where s.closure_id = ${closure} and o.status <> 'closed' order by s.first_id`;

/** The codes of an order, except for those closed individually. */
export async function rangesOfOrder(change: Change, order: number): Promise<Range[]> {
  const [whole, closedRanges] = await Promise.all([
    change.sql<Range[]>`select first_id as first, last_id as last from code_order where id = ${order}`,
    change.sql<Range[]>`
      select first_id as first, last_id as last from code_segment
      where order_id = ${order} and closure_id is not null order by first_id`,
  ]);
  return subtract(whole, union(closedRanges));
}
