import { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import {
  workOrder,
  workOrderReconciliation,
  workOrderRelease,
  workOrderStart,
} from '@suyuan/contract/plant/order/work-order.ts';
import { pack, packageTree } from '@suyuan/contract/plant/packing/packing.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codesOfOrder } from './goods/codes-of-order.ts';
import { type TestServer, testServer } from './harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

/** Codes of a new rule of a level, as they are printed. */
async function codesOf(level: 1 | 3 | 4, quantity: number): Promise<string[]> {
  const { id: rule_id } = await server.data(codeRule.add, {
    rule_name: `L${level}`,
    level,
    prefix: `${level}`,
    alphabet: 'digits',
    body_length: 12,
    check: 'none',
    carrier: 'plain',
  });
  const { id } = await server.data(orderAdd, { rule_id, quantity });
  return codesOfOrder(server, id);
}

test('a code packed for a work order shows the consumer product, lot and dates', async () => {
  const unit = async (unit_code: string, level: 1 | 3 | 4) =>
    (await server.data(packagingUnit.add, { unit_code, level, symbol_zh: unit_code })).id;
  const [bottle, box, pallet] = [await unit('bottle', 1), await unit('case', 3), await unit('pallet', 4)];
  const levels = [
    { unit_id: bottle, quantity: 1 },
    { unit_id: box, quantity: 3 },
    { unit_id: pallet, quantity: 2 },
  ];
  const { id: hierarchy_id } = await server.data(hierarchy.add, {
    hierarchy_code: 'H',
    hierarchy_name: '1=2=6',
    levels,
  });
  const { id: product_id } = await server.data(product.add, {
    product_code: 'W',
    product_name: '云泉 53°',
    hierarchy_id,
    shelf_life_days: 365,
  });
  const { id: to_warehouse_id } = await server.data(warehouse.add, {
    warehouse_code: 'F1',
    warehouse_name: '成品库',
    warehouse_type: 'finished',
  });
  const order = await server.data(workOrder.add, {
    product_id,
    lot: 'L20261101',
    production_date: '2026-11-01',
    quantity: 6,
    to_warehouse_id,
  });
  await server.data(workOrderRelease, { id: order.id });
  await server.data(workOrderStart, { id: order.id });
  const [units, cases, pallets] = [await codesOf(1, 6), await codesOf(3, 2), await codesOf(4, 1)];
  const packed = (parent: string, children: string[]) =>
    server.data(pack, { work_order_id: order.id, parent, children });
  expect(await packed(cases[0] as string, units.slice(0, 3))).toMatchObject({ packed: 3, complete: true });
  await packed(cases[1] as string, units.slice(3));
  expect(await packed(pallets[0] as string, cases)).toMatchObject({ packed: 6, complete: true });

  expect(await server.data(scan, { code: units[4] as string })).toMatchObject({
    verdict: 'genuine',
    product: { product_name: '云泉 53°', lot: 'L20261101', production_date: '2026-11-01', expiry_date: '2027-11-01' },
    trace: [{ step: 'production' }, { step: 'packing' }],
  });
  expect(await server.data(packageTree, { code: units[4] as string })).toMatchObject({
    lot: 'L20261101',
    parents: [
      { code: cases[1], units: 3 },
      { code: pallets[0], units: 6 },
    ],
  });
  expect(await server.data(workOrderReconciliation, { id: order.id })).toMatchObject({
    bound: 6,
    packed: 6,
    packages: 3,
    // Nobody bound codes to the order, so what was issued for it is not known.
    verdict: 'unchecked',
  });
  const refused = await server.call(
    pack,
    { work_order_id: order.id, parent: cases[0], children: [units[4]] },
    { language: 'en' },
  );
  expect(refused.status).toBe(409);
  expect(refused.envelope.data).toEqual({
    refusals: [
      {
        code: units[4],
        reason: 'packed_elsewhere',
        conflict: cases[1],
        message: `It lies in ${cases[1]}. Take it out there first; under Packing it can also be moved.`,
      },
    ],
  });
});
