import type { OutputOf } from '@suyuan/contract/call/call.ts';
import {
  countedFigures,
  type Reconciliation,
  type workOrderReconciliation,
} from '@suyuan/contract/plant/work-order.ts';
import type { Connection } from '#platform/database/database.ts';
import { reconciliationOf } from '../figures/reconciliation.ts';

/**
 * The reconciliation of a work order. Of a closed one, it is what was signed when it was closed, with the figures that have changed
 * since. A figure that was not counted yet when the order was closed is told as it is now.
 */
export async function signedFiguresOf(sql: Connection, id: number): Promise<OutputOf<typeof workOrderReconciliation>> {
  const [now, [closing]] = await Promise.all([
    reconciliationOf(sql, id),
    sql<{ figures: Partial<Reconciliation> }[]>`
      select figures from work_order_closing where work_order_id = ${id} and reopened_at is null`,
  ]);
  const signed = { ...now, ...closing?.figures };
  const changed = countedFigures.filter((figure) => signed[figure] !== now[figure]);
  return { ...signed, since: changed.map((figure) => ({ figure, now: now[figure] })) };
}
