import { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Call, InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import { factory } from '@suyuan/contract/plant/factory.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { workOrder, workOrderRelease, workOrderStart } from '@suyuan/contract/plant/order/work-order.ts';
import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { orderAdd, setAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import type { Answer, TestServer } from '../harness/server.ts';
import { begunLongAgo, issuedLongAgo } from './long-ago.ts';

/** A device of a line: what it calls the server with. */
export interface TestDevice {
  readonly id: number;
  readonly key: string;
  call<C extends Call>(call: C, input: unknown, language?: string): Promise<Answer<OutputOf<C>>>;
  data<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>>;
}

/** What is called: a server in this process, or one by itself. */
type Called = Pick<TestServer, 'call' | 'data'> & Partial<Pick<TestServer, 'sql'>>;

export function deviceAt(server: Called, { id, key }: { id: number; key: string }): TestDevice {
  const options = { token: '', headers: { 'device-key': key } };
  return {
    id,
    key,
    call: (call, input, language = 'en') => server.call(call, input, { ...options, language }),
    data: (call, input) => server.data(call, input, options),
  };
}

export interface Plant {
  readonly product_id: number;
  /** A new line with a key. */
  line(): Promise<{ line_id: number; device: TestDevice }>;
  /** A work order that runs on a line. */
  workOrder(
    line_id: number,
    more?: Partial<InputOf<typeof workOrder.add>>,
  ): Promise<{ id: number; order_no: string; lot: string | null }>;
  /** Codes of a level for the product, that nobody has yet. */
  codes(level: 1 | 3 | 4, quantity: number): Promise<number>;
  /** Orders of sets that nobody has yet: of pallets, of the cases on them, and of the bottles in these. */
  sets(count: number): Promise<number[]>;
}

/** A factory that packs bottles by threes into cases, and these by twos onto pallets, by default. */
export async function plantOf(
  server: Called,
  [perCase, perPallet]: readonly [number, number] = [3, 2],
): Promise<Plant> {
  const { id: warehouse_id } = await server.data(warehouse.add, {
    warehouse_code: 'WH',
    warehouse_name: 'Main',
    warehouse_type: 'finished',
  });
  const factory_id = (await server.data(factory.add, { factory_code: 'F', factory_name: 'Plant', warehouse_id })).id;
  const workshop_id = (await server.data(workshop.add, { workshop_code: 'W', workshop_name: 'Bottling', factory_id }))
    .id;
  const unit = async (unit_code: string, level: 1 | 3 | 4) =>
    (await server.data(packagingUnit.add, { unit_code, level, symbol_zh: unit_code })).id;
  const levels = [
    { unit_id: await unit('bottle', 1), quantity: 1 },
    { unit_id: await unit('case', 3), quantity: perCase },
    { unit_id: await unit('pallet', 4), quantity: perPallet },
  ];
  const hierarchy_id = (
    await server.data(hierarchy.add, { hierarchy_code: 'H', hierarchy_name: 'Cases on pallets', levels })
  ).id;
  const product_id = (await server.data(product.add, { product_code: 'W', product_name: 'Wine', hierarchy_id })).id;
  const rules = new Map<number, number>();
  for (const [level, body_length] of [
    [1, 14],
    [3, 12],
    [4, 10],
  ] as const) {
    const rule = { rule_name: `level ${level}`, level, prefix: '', alphabet: 'digits', body_length } as const;
    rules.set(level, (await server.data(codeRule.add, { ...rule, check: 'none', carrier: 'plain' })).id);
  }
  let lines = 0;
  let orders = 0;
  return {
    product_id,
    async line() {
      const line_code = `L${++lines}`;
      const line = { line_code, line_name: line_code, workshop_id, orders_at_once: 'several' } as const;
      const { id: line_id } = await server.data(productionLine.add, line);
      return {
        line_id,
        device: deviceAt(server, await server.data(deviceKeyAdd, { line_id, name: 'line controller' })),
      };
    },
    async workOrder(line_id, more = {}) {
      const order: InputOf<typeof workOrder.add> & { order_no: string } = {
        order_no: `WO-${++orders}`,
        product_id,
        quantity: 1000,
        lot: `LOT${orders}`,
        line_id,
        ...more,
      };
      const { id } = await server.data(workOrder.add, order);
      await server.data(workOrderRelease, { id });
      await server.data(workOrderStart, { id });
      if (server.sql) await begunLongAgo(server.sql, id);
      return { id, order_no: order.order_no, lot: order.lot ?? null };
    },
    async codes(level, quantity) {
      const { id } = await server.data(orderAdd, { rule_id: rules.get(level) as number, product_id, quantity });
      if (server.sql) await issuedLongAgo(server.sql, [id]);
      return id;
    },
    async sets(count) {
      const rule_ids = [4, 3, 1].map((level) => rules.get(level) as number);
      const ratio = `1:${perPallet}:${perPallet * perCase}`;
      const { orders: made } = await server.data(setAdd, { ratio, sets: count, rule_ids, product_id });
      const ids = made.map(({ id }) => id);
      if (server.sql) await issuedLongAgo(server.sql, ids);
      return ids;
    },
  };
}
