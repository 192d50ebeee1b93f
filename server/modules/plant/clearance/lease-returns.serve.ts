import { clearanceReturn } from '@suyuan/contract/plant/line/line-clearance.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { takeHandOutLock } from '#trace/state/code-use.ts';
import { returnCodes } from '../device/leases/leases.ts';

/** Statuses of a work order whose line still needs its codes. */
const underWay: readonly string[] = ['released', 'running'];

/** Serves the return of leased codes by a person, where a device has not returned them. */
export default function serveLeaseReturns({ routes }: Services, shared: SharedServices): void {
  routes.change(clearanceReturn, async ({ lease, unused, reason }, { account }, change) => {
    const visible = await change.db
      .selectFrom('code_lease as l')
      .innerJoin('work_order as o', 'o.id', 'l.work_order_id')
      .select(['o.id', 'o.order_no', 'o.status'])
      .where('l.id', '=', lease)
      .executeTakeFirst();
    if (!visible) throw notFound('code_lease');
    if (underWay.includes(visible.status)) throw conflict('lease_under_way', { order: visible.order_no });
    await takeHandOutLock(change.sql);
    const [row] = await change.sql<{ id: number; first_id: number; last_id: number; returned: number }[]>`
      select id, first_id, last_id, returned from code_lease where id = ${lease} for update`;
    if (!row) throw notFound('code_lease');
    await returnCodes(change.sql, shared, row, unused);
    const codes = unused - row.returned;
    if (codes === 0) return { lease, unused };
    const kept = await change.db
      .insertInto('lease_return')
      .values({ lease_id: lease, work_order_id: visible.id, codes, reason: reason.trim(), returned_by: account.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    change.made('lease_return', kept.id);
    return { lease, unused };
  });
}
