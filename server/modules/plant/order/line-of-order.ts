import type { InputOf } from '@suyuan/contract/call/call.ts';
import { workOrderLife } from '@suyuan/contract/plant/order/work-order.life.ts';
import { besideRight, workOrderHold, type workOrderStart } from '@suyuan/contract/plant/order/work-order.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { type Account, type Caller, holds } from '#platform/caller.ts';
import { badInput, noAccess, occupied } from '#platform/refusal.ts';
import { setStatus } from './work-order-life.ts';

interface Started {
  readonly id: number;
  readonly line_id: number | null;
}

/** What became of the others on its line when an order was started: those that were held, or why they go on. */
interface Beside {
  readonly held: string[];
  readonly beside_reason: string | null;
}

/**
 * Makes way for an order that is started: a line runs one order at a time, unless it is said to run several. The others on the line
 * are held, or go on for a reason. Throws 409 with their numbers if nothing is said of them, 400 without a reason.
 */
export async function makeWay(
  change: Change,
  { account }: Caller<Account>,
  { id, line_id }: Started,
  { others, reason }: Omit<InputOf<typeof workOrderStart>, 'id'>,
): Promise<Beside> {
  const running = line_id === null ? [] : await runningOn(change, line_id, id);
  if (running.length === 0) return { held: [], beside_reason: null };
  const numbers = running.map(({ order_no }) => order_no);
  if (others === undefined) throw occupied('work_order_line_busy', { orders: numbers.join(', ') });
  if (others === 'go_on') {
    if (!holds(account, [besideRight])) throw noAccess();
    const beside_reason = reason?.trim() || null;
    if (beside_reason === null) throw badInput({ path: 'reason', reason: 'required' });
    return { held: [], beside_reason };
  }
  if (!holds(account, workOrderHold.access as Parameters<typeof holds>[1])) throw noAccess();
  for (const other of running) {
    await change.changing('work_order', other.id);
    await setStatus(change, other.id, workOrderLife.steps.hold.to, { held_at: new Date() });
  }
  return { held: numbers, beside_reason: null };
}

/** The orders that run on a line, if it runs one at a time. Orders of a line are started one after the other. */
async function runningOn(change: Change, line: number, order: number) {
  const { orders_at_once } = await change.db
    .selectFrom('production_line')
    .select('orders_at_once')
    .where('id', '=', line)
    .executeTakeFirstOrThrow();
  if (orders_at_once === 'several') return [];
  await change.sql`select pg_advisory_xact_lock(hashtext('suyuan.line'), ${line}::int)`;
  return change.db
    .selectFrom('work_order')
    .select(['id', 'order_no'])
    .where('line_id', '=', line)
    .where('status', '=', 'running')
    .where('id', '<>', order)
    .orderBy('id')
    .execute();
}
