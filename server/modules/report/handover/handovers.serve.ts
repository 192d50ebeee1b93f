import {
  handover,
  handoverDelete,
  handoverDetail,
  handoverHand,
  handoverPrint,
} from '@suyuan/contract/report/handover.ts';
import type { Kysely } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow, heldIn, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { paperOf } from './handover-paper.ts';
import { changedSince } from './packed-goods.ts';

/** Serves papers about finished goods that lines hand over to warehouses, with both signatures. */
export default function serveHandovers(services: Services): void {
  const { routes, system } = services;

  serveDeclaredList(services, handover, {
    rows: handovers,
    narrow: {
      keyword: heldIn('handover.handover_no', 'o.order_no', 'o.lot'),
      product_id: (rows, id) => rows.where('o.product_id', '=', id),
      line_id: (rows, id) => rows.where('o.line_id', '=', id),
    },
    defaultSort: '-created_at',
    present: ({ created_name, handed_name, received_name, withdrawn_name, ...row }) =>
      declaredRow(handover, {
        ...row,
        created_by: created_name,
        created_by_id: row.created_by,
        handed_by: handed_name,
        handed_by_id: row.handed_by,
        received_by: received_name,
        received_by_id: row.received_by,
        withdrawn_by: withdrawn_name,
        withdrawn_by_id: row.withdrawn_by,
      }),
  });

  routes.change(handoverDelete, async ({ id }, _, change) => {
    const { status } = await paperToChange(change, id);
    if (status !== 'draft') throw conflict('handover_signed');
    await change.db.deleteFrom('handover_package').where('handover_id', '=', id).execute();
    await change.db.deleteFrom('handover').where('id', '=', id).execute();
    return null;
  });

  routes.change(handoverHand, async ({ id }, { account }, change) => {
    const { status } = await paperToChange(change, id);
    if (status !== 'draft') throw conflict('handover_signed');
    const packages = await changedSince(system.codes.sql, id);
    if (packages > 0) throw conflict('handover_changed', { packages });
    await set(change, id, {
      status: 'handed',
      handed_by: account.id,
      handed_name: account.name,
      handed_at: new Date(),
    });
    return { id };
  });

  routes.serve(handoverDetail, async ({ id }, { db }) => {
    const paper = await paperOf(db, id);
    return { levels: paper.levels, production_date: paper.production_date };
  });

  routes.serve(handoverPrint, async ({ id }, caller) => {
    const { sendPaper } = await import('./handover-print.ts');
    await sendPaper(services, caller, await paperOf(caller.db, id));
    return null;
  });
}

const handovers = (db: Kysely<Schema>) =>
  db
    .selectFrom('handover')
    .innerJoin('work_order as o', 'o.id', 'handover.work_order_id')
    .innerJoin('product as p', 'p.id', 'o.product_id')
    .leftJoin('production_line as l', 'l.id', 'o.line_id')
    .leftJoin('warehouse as w', 'w.id', 'handover.warehouse_id')
    .selectAll('handover')
    .select(['o.order_no', 'o.product_id', 'o.lot', 'o.line_id', 'p.product_name', 'l.line_name', 'w.warehouse_name']);

async function paperToChange(change: Change, id: number) {
  await change.changing('handover', id);
  const paper = await change.db.selectFrom('handover').selectAll().where('id', '=', id).executeTakeFirst();
  if (!paper) throw notFound('handover');
  return paper;
}

const set = (change: Change, id: number, values: object) =>
  change.db
    .updateTable('handover')
    .set({ updated_at: new Date(), ...values })
    .where('id', '=', id)
    .execute();
