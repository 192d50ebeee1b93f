import type { RefundLine } from '@suyuan/contract/physical/refund.ts';
import type { OrderedLine } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { Kysely } from 'kysely';
import type Type from 'typebox';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';

/** The lines of returns as they were announced, by return. */
export async function announcedLines(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<Map<number, { lines: OrderedLine[] }>> {
  const rows = await db
    .selectFrom('refund_line')
    .select(['refund_id', 'product_id', 'lot', 'quantity'])
    .where('refund_id', 'in', ids)
    .orderBy('line_no')
    .execute();
  const lines = Map.groupBy(rows, ({ refund_id }) => refund_id);
  return new Map(ids.map((id) => [id, { lines: (lines.get(id) ?? []).map(({ refund_id: _, ...line }) => line) }]));
}

interface LineRow extends Type.Static<typeof RefundLine> {
  readonly refund_id: number;
}

interface SumRow {
  readonly refund_id: number;
  readonly received: number;
  readonly inspected: number;
}

interface WarehouseRow {
  readonly id: number;
  readonly warehouse_code: string;
  readonly warehouse_name: string;
}

/** Adds to returns their warehouse, their lines and the received units. A line without a lot counts all units of its product. */
export async function withGoods<Row extends { readonly id: number }>(sql: Connection, rows: Row[]) {
  const ids = rows.map(({ id }) => id);
  const [lines, sums, warehouses] = await Promise.all([
    sql<LineRow[]>`
      select l.refund_id, l.id, l.product_id, p.product_code, p.product_name, l.lot, l.quantity, (
          select safe_integer(coalesce(sum(g.units), 0)) from refund_goods g left join lot o on o.id = g.lot_id
          where g.refund_id = l.refund_id and g.product_id = l.product_id and (l.lot is null or o.lot_no = l.lot)
        ) as received
      from refund_line l join product p on p.id = l.product_id
      where l.refund_id = any(${ids}::bigint[])
      order by l.refund_id, l.line_no`,
    sql<SumRow[]>`
      select refund_id, safe_integer(sum(units)) as received,
        safe_integer(coalesce(sum(units) filter (where result is not null), 0)) as inspected
      from refund_goods where refund_id = any(${ids}::bigint[]) group by refund_id`,
    // A dealer sees no warehouse of the enterprise, but chose this one.
    sql<WarehouseRow[]>`
      select r.id, w.warehouse_code, w.warehouse_name from refund r join warehouse w on w.id = r.warehouse_id
      where r.id = any(${ids}::bigint[])`,
  ]);
  const warehouseOf = new Map(warehouses.map(({ id, ...warehouse }) => [id, warehouse]));
  const sumOf = new Map(sums.map((sum) => [sum.refund_id, sum]));
  return rows.map((row) => {
    const own = lines.filter(({ refund_id }) => refund_id === row.id).map(({ refund_id: _, ...line }) => line);
    const { received = 0, inspected = 0 } = sumOf.get(row.id) ?? {};
    const planned = own.reduce((all, { quantity }) => all + quantity, 0);
    return { ...row, ...warehouseOf.get(row.id), lines: own, planned, received, inspected };
  });
}
