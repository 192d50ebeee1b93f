import type { WmsShipment } from '@suyuan/contract/physical/wms.ts';
import type { WarehouseDevice } from '#platform/access/authentication.ts';
import type { Connection } from '#platform/database/database.ts';
import { insertRows } from '#platform/database/statements/insert-rows.ts';
import { searchText } from '#platform/lists/search.ts';
import type { RefusedText } from '#trace/lookup/refused-texts.ts';
import { contradictionsOf, type KnownWaybill } from './wms-contradictions.ts';
import type { Receiver } from './wms-receiver.ts';

type Made = { readonly id: number } | { readonly refused: readonly RefusedText[] };

/**
 * The waybill of a message from the sender's warehouse; it is created from the message's lines if it does not exist, and the
 * message must not contradict it if it does. `to` is the recipient that the message names, undefined if the sender knows none such; `accountId` is who retries the message, if somebody does.
 */
export async function waybillOf(
  sql: Connection,
  device: WarehouseDevice,
  message: WmsShipment,
  { to, accountId }: { readonly to: Receiver | undefined; readonly accountId: number | null },
): Promise<Made> {
  const [row] = await sql<(KnownWaybill & { leaves_from_it: boolean })[]>`
    select w.id, w.from_warehouse_id in (select warehouses_within(${device.warehouseId})) as leaves_from_it, lower(d.dealer_code) as dealer_code, lower(t.warehouse_code) as to_warehouse_code
    from waybill w left join dealer d on d.id = w.to_dealer_id left join warehouse t on t.id = w.to_warehouse_id
    where lower(w.waybill_no) = lower(${message.waybill_no}) for update of w`;
  if (row?.leaves_from_it) {
    const refused = await contradictionsOf(sql, row, message);
    return refused.length > 0 ? { refused } : { id: row.id };
  }
  const { lines = [] } = message;
  if (row || lines.length === 0) return refusedAs('unknown_waybill', message.waybill_no);
  if (!to) return refusedAs('unknown_receiver', message.dealer_code ?? message.to_warehouse_code ?? '');
  const codes = lines.map(({ product_code }) => product_code.toLowerCase());
  const products = new Map(
    (
      await sql<{ id: number; code: string }[]>`
        select id, lower(product_code) as code from product where lower(product_code) = any(${codes}::text[])`
    ).map(({ id, code }) => [code, id]),
  );
  const unknown = lines.filter(({ product_code }) => !products.has(product_code.toLowerCase()));
  if (unknown.length > 0)
    return { refused: unknown.map(({ product_code }) => refusalOf('unknown_product', product_code)) };
  const id = await insert(sql, device, { waybillNo: message.waybill_no, to, accountId });
  // A waybill with this number was added concurrently.
  if (id === undefined) return waybillOf(sql, device, message, { to, accountId });
  await insertRows(sql, 'waybill_line', lines, {
    waybill_id: ['bigint', () => id],
    line_no: ['int', (_, index) => index + 1],
    product_id: ['bigint', (_, index) => products.get(codes[index] as string) as number],
    lot: ['text', ({ lot }) => lot || null],
    quantity: ['bigint', ({ quantity }) => quantity],
  });
  return { id };
}

const refusalOf = (reason: RefusedText['reason'], conflict: string): RefusedText => ({ code: '', reason, conflict });
const refusedAs = (reason: RefusedText['reason'], conflict: string): Made => ({
  refused: [refusalOf(reason, conflict)],
});

/** A waybill to be inserted. */
interface NewWaybill {
  readonly waybillNo: string;
  readonly to: Receiver;
  readonly accountId: number | null;
}

/** Inserts a waybill that a system made, or a person for it; undefined if the number exists. */
async function insert(
  sql: Connection,
  device: WarehouseDevice,
  { waybillNo, to, accountId }: NewWaybill,
): Promise<number | undefined> {
  const [row] = await sql<{ id: number }[]>`
    insert into waybill (waybill_no, kind, from_warehouse_id, to_dealer_id, to_warehouse_id, search_text, created_by,
      made_by_system)
    values (${waybillNo}, ${to.kind}, ${device.warehouseId}, ${to.dealerId}, ${to.warehouseId}, ${searchText(waybillNo)},
      ${accountId}, ${device.name})
    on conflict (lower(waybill_no)) do nothing
    returning id`;
  return row?.id;
}
