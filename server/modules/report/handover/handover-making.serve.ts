import { handoverAdd, handoverReady, maxHandedOver } from '@suyuan/contract/report/handover.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { defineNumberSeries, withNextNumber } from '#platform/records/number-series.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { packedGoods, sumsOf } from './packed-goods.ts';

/** Makes papers of what a work order has packed and nobody has handed over yet. */
export default function serveHandoverMaking({ routes, system }: Services): void {
  routes.serve(handoverReady, async ({ work_order_id }, { db }) => {
    const order = await orderOf(db, work_order_id);
    const goods = await packedGoods(system.codes.sql, work_order_id);
    return {
      ...sumsOf(goods.slice(0, maxHandedOver)),
      warehouse_name: await warehouseName(db, order.warehouse_id),
      more: goods.length > maxHandedOver,
    };
  });

  routes.change(handoverAdd, async ({ work_order_id, remark }, { account }, change) => {
    const { warehouse_id } = await orderOf(change.db, work_order_id);
    // The lock serialises papers of one work order.
    await change.db.selectFrom('work_order').select('id').where('id', '=', work_order_id).forUpdate().execute();
    const goods = (await packedGoods(system.codes.sql, work_order_id)).slice(0, maxHandedOver);
    if (goods.length === 0) throw conflict('handover_nothing');
    const facts = { work_order_id, warehouse_id, ...sumsOf(goods), remark: remark?.trim() || null };
    const { id, handover_no } = await withNextNumber(change, handoverNumbers, (handover_no) =>
      change.db
        .insertInto('handover')
        .values({ ...facts, handover_no, created_by: account.id, created_name: account.name })
        .returning(['id', 'handover_no'])
        .executeTakeFirstOrThrow(),
    );
    for (let from = 0; from < goods.length; from += 1000) {
      const rows = goods.slice(from, from + 1000).map((one) => ({ ...one, handover_id: id }));
      await change.db.insertInto('handover_package').values(rows).execute();
    }
    change.made('handover', id);
    return { id, handover_no };
  });
}

const handoverNumbers = defineNumberSeries({
  prefix: 'JJ',
  sequence: 'handover_no',
  table: 'handover',
  column: 'handover_no',
  unique: 'handover_code_key',
});

/** A work order that the caller may see, with the warehouse for its goods. */
async function orderOf(db: Kysely<Schema>, id: number): Promise<{ warehouse_id: number | null }> {
  const order = await db
    .selectFrom('work_order as o')
    .leftJoin('factory as f', 'f.id', 'o.factory_id')
    .select((eb) => eb.fn.coalesce('o.to_warehouse_id', 'f.warehouse_id').as('warehouse_id'))
    .where('o.id', '=', id)
    .executeTakeFirst();
  if (!order) throw notFound('work_order');
  return order;
}

async function warehouseName(db: Kysely<Schema>, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const row = await db.selectFrom('warehouse').select('warehouse_name').where('id', '=', id).executeTakeFirst();
  return row?.warehouse_name ?? null;
}
