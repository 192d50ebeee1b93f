import { dealer } from '@suyuan/contract/base/dealer.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Call, InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { employee } from '@suyuan/contract/organ/account.ts';
import { waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { consumerScan } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { codeOrder } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';

// What people see of a backup's contents: when it was made, and after every later version has restored it.

export type MakeCall = <C extends Call>(call: C, input: InputOf<C>) => Promise<OutputOf<C>>;

/** A file beside the backup has it. */
export interface Seen {
  /** How long the lists are. */
  readonly totals: Readonly<Record<string, number>>;
  /** Some codes of each order. */
  readonly codes: readonly SeenCode[];
}

interface SeenCode {
  readonly code: string | null;
  readonly order_no: string | null;
  readonly state: string;
  readonly product_code: string | null;
  readonly lot: string | null;
  readonly parent: string | null;
  readonly scan_count: number;
}

const codesOfOrder = 3;

export async function seenBy(call: MakeCall): Promise<Seen> {
  const { total: orders, rows } = await call(codeOrder.page, { size: 500, sort: 'order_no' });
  const codes: SeenCode[] = [];
  for (const { id, quantity } of rows) {
    const some = await call(codesQuery, { order_id: id, from: 1, to: Math.min(codesOfOrder, quantity) });
    for (const { code, order_no, state, product_code, lot, parent, scan_count } of some)
      codes.push({ code, order_no, state, product_code, lot, parent, scan_count });
  }
  const totalOf = async (list: Call) => ((await call(list, { size: 1 } as never)) as { total: number }).total;
  const totals = {
    products: await totalOf(product.page),
    dealers: await totalOf(dealer.page),
    warehouses: await totalOf(warehouse.page),
    people: await totalOf(employee.page),
    work_orders: await totalOf(workOrder.page),
    waybills: await totalOf(waybill.page),
    scans: await totalOf(consumerScan.page),
    orders,
  };
  return { totals, codes };
}
