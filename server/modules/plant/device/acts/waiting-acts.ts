import type { Services } from '../../../../platform/services.ts';
import type { Rooms } from '../../../../rooms.ts';
import { settleAgain } from './settle-acts.ts';

const quarterOfAnHour = 15 * 60;

/** Retries waiting acts every quarter of an hour, work order by work order; overdue ones become exceptions. */
export function tryWaitingActs({ system: { sql }, sweeps }: Services, rooms: Rooms): void {
  const sweep = async () => {
    const orders = await sql<{ id: number }[]>`select distinct work_order_id as id from waiting_act`;
    for (const { id } of orders) await rooms.capture.inTurn((transaction) => settleAgain(transaction, rooms, id));
  };
  sweeps.add({ sweep }, quarterOfAnHour);
}
