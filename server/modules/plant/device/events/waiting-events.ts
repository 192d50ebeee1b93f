import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { settleAgain } from './settle-events.ts';

const quarterOfAnHour = 15 * 60;

/** Retries waiting events every quarter of an hour, work order by work order; overdue ones become exceptions. */
export function tryWaitingEvents({ system, sweeps }: Services, shared: SharedServices): void {
  const { sql } = system.background;
  const sweep = async () => {
    const orders = await sql<{ id: number }[]>`select distinct work_order_id as id from waiting_act`;
    for (const { id } of orders) await shared.capture.inBatch((transaction) => settleAgain(transaction, shared, id));
  };
  sweeps.add({ sweep }, quarterOfAnHour);
}
