import { clearancePrint, clearanceReady, lineClearance } from '@suyuan/contract/plant/line/line-clearance.ts';
import { declaredRow, heldIn, serveDeclaredList } from '#platform/lists/declared-list.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { isClearedOf } from '../order/cleared-line.ts';
import { lineClearances, visibleClearance } from './clearance-rows.ts';
import { labelsLeftOf, openLeases } from './labels-left.ts';
import { orderToClear } from './order-to-clear.ts';

/** 清场: serves the list of clearances, what a line has to be cleared of, and the paper. */
export default function serveLineClearances(services: Services, { rules }: SharedServices): void {
  const { routes, system } = services;
  const { sql } = system.codes;

  serveDeclaredList(services, lineClearance, {
    rows: lineClearances,
    narrow: { keyword: heldIn('line_clearance.clearance_no', 'o.order_no', 'l.line_name') },
    defaultSort: '-prepared_at',
    present: ({ prepared_name, signed_name, ...row }) =>
      declaredRow(lineClearance, {
        ...row,
        checks: [...row.checks],
        prepared_by: prepared_name,
        prepared_by_id: row.prepared_by,
        signed_by: signed_name,
        signed_by_id: row.signed_by,
      }),
  });

  routes.serve(clearanceReady, async ({ line_id }, { db }) => {
    const last = await orderToClear(db, line_id);
    const order = await db
      .selectFrom('work_order as o')
      .innerJoin('product as p', 'p.id', 'o.product_id')
      .select(['o.order_no', 'o.lot', 'p.product_name'])
      .where('o.id', '=', last.id)
      .executeTakeFirstOrThrow();
    const [{ leases, ...labels }, cleared] = await Promise.all([labelsLeftOf(sql, last.id), isClearedOf(db, last)]);
    return { work_order_id: last.id, ...order, ...labels, leases: await openLeases(sql, rules, leases), cleared };
  });

  routes.serve(clearancePrint, async ({ id }, caller) => {
    const row = await visibleClearance(caller.db, id);
    const { sendClearancePaper } = await import('./clearance-print.ts');
    await sendClearancePaper(services, caller, row);
    return null;
  });
}
