import type { Connection } from '#platform/database/database.ts';
import { insertRows } from '#platform/database/statements/insert-rows.ts';
import { goodsIn } from '#trace/state/code-record.ts';
import { readCodes } from '#trace/state/code-records.ts';
import type { Difference } from '../../exception/document-exceptions.ts';

/**
 * Counts for reports what differed when a waybill was signed for. What is missing is as of the last signature: goods that arrive later
 * are no longer.
 */
export async function countDifferences(
  sql: Connection,
  waybillId: number,
  differences: readonly Difference[],
): Promise<void> {
  const told = differences.flatMap(({ kind, id }) => (kind === 'short' ? [] : [{ kind, id }]));
  const records = await readCodes(
    sql,
    told.flatMap(({ id }) => id ?? []),
  );
  const rows = told.flatMap(({ kind, id }) => {
    const record = id === undefined ? undefined : records.get(id);
    const goods = record ? goodsIn(record) : [];
    return goods.length > 0
      ? goods.map(({ productId, lotId, units }) => ({ kind, productId: productId ?? 0, lotId: lotId ?? 0, units }))
      : // A code that nobody knows, or a seal: one.
        [{ kind, productId: 0, lotId: 0, units: 1 }];
  });
  await sql`delete from arrival_difference where waybill_id = ${waybillId} and kind = 'missing'`;
  await sql`
    insert into arrival_difference (waybill_id, kind, product_id, lot_id, units)
    select ${waybillId}::bigint, 'missing', product_id, lot_id, safe_integer(sum(units - received - returned)) from waybill_goods
    where waybill_id = ${waybillId} and units > received + returned group by product_id, lot_id`;
  if (rows.length === 0) return;
  await insertRows(sql, 'arrival_difference', rows, {
    waybill_id: ['bigint', () => waybillId],
    kind: ['text', ({ kind }) => kind],
    product_id: ['bigint', ({ productId }) => productId],
    lot_id: ['bigint', ({ lotId }) => lotId],
    units: ['int', ({ units }) => units],
  });
}

/** Counts none of it any more, since the signature is taken back. */
export async function uncountDifferences(sql: Connection, waybillId: number): Promise<void> {
  await sql`delete from arrival_difference where waybill_id = ${waybillId}`;
}
