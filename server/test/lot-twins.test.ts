import { material } from '@suyuan/contract/base/material.ts';
import { materialUseAdd, materialUseCorrect, materialUseImport } from '@suyuan/contract/plant/material/material-use.ts';
import { workOrder, workOrderRelease } from '@suyuan/contract/plant/order/work-order.ts';
import { codesBind } from '@suyuan/contract/tagging/code-binding.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Plant, plantOf } from './goods/line.ts';
import { bringFile, reasonsOf } from './harness/files.ts';
import { type TestServer, testServer } from './harness/server.ts';

// Two lots of a product that differ in case only are reported wherever the second is written: a recall of one would miss the other.

let server: TestServer;
let plant: Plant;
let line_id: number;
let rule_id: number;
beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  line_id = (await plant.line()).line_id;
  const rule = { rule_name: 'twins', level: 1, prefix: '8', alphabet: 'digits', body_length: 12 } as const;
  rule_id = (await server.data(codeRule.add, { ...rule, check: 'none', carrier: 'plain' })).id;
});
afterAll(() => server.stop());

const reasons = async (...args: Parameters<TestServer['call']>) => reasonsOf((await server.call(...args)).envelope);
const order = (lot: string) => ({ product_id: plant.product_id, line_id, quantity: 10, lot });

test('work orders, their files and the release warn of a lot that differs in case only', async () => {
  const { id } = await server.data(workOrder.add, order('C3-LOT1'));
  expect(await reasons(workOrder.add, order('c3-lot1'))).toEqual(['lot lot_twin']);
  const other = await server.data(workOrder.add, order('C3-LOT2'));
  expect(await reasons(workOrder.update, { id: other.id, ...order('c3-Lot1') })).toEqual(['lot lot_twin']);
  // The order itself is no twin of its own lot.
  await server.data(workOrder.update, { id: other.id, ...order('c3-lot2') });
  await server.data(workOrder.add, order('C3-LOT1'));
  const { product_code } = (await server.data(workOrder.page, { id })).rows[0] as { product_code: string };
  const file = `order_no,product_code,quantity,lot\nT1,${product_code},10,c3-LOT1\nT2,${product_code},10,F-1\nT3,${product_code},10,f-1`;
  const { refused } = await bringFile(server, workOrder.import, file, { mode: 'good' });
  expect(refused).toMatchObject([
    { line: 2, problems: [{ path: 'lot', reason: 'lot_twin' }] },
    { line: 4, problems: [{ path: 'lot', reason: 'lot_twin' }] },
  ]);
  await server.sql`insert into lot (product_id, lot_no) values (${plant.product_id}, 'c3-LOT2')`;
  expect(await reasons(workOrderRelease, { id: other.id })).toEqual(['lot lot_twin']);
});

test('ordering and binding codes warn of a lot that differs in case only', async () => {
  const { product_id } = plant;
  const codes = { rule_id, quantity: 4 };
  await server.data(orderAdd, { ...codes, product_id, lot: 'B-1' });
  expect(await reasons(orderAdd, { ...codes, product_id, lot: 'b-1' })).toEqual(['lot lot_twin']);
  const { id } = await server.data(orderAdd, codes);
  const bound = { order_id: id, from: 1, to: 2, product_id };
  expect(await reasons(codesBind, { ...bound, lot: 'b-1' })).toEqual(['lot lot_twin']);
  await server.data(codesBind, { ...bound, lot: 'B-2' });
  expect(await reasons(codesBind, { ...bound, from: 3, to: 4, lot: 'b-2' })).toEqual(['lot lot_twin']);
  expect(await reasons(workOrder.add, order('b-2'))).toEqual(['lot lot_twin']);
});

test('a material warns of a lot that differs in case only, unless the correction removes it', async () => {
  const { id: material_id } = await server.data(material.add, {
    ...{ material_code: 'malt', material_name: 'malt', kind: 'raw', unit: 'kg' },
  });
  const made = await plant.workOrder(line_id);
  const use = { work_order_id: made.id, material_id, material_lot: 'M-1', amount: 1 };
  const { id } = await server.data(materialUseAdd, use);
  expect(await reasons(materialUseAdd, { ...use, material_lot: 'm-1' })).toEqual(['material_lot lot_twin']);
  const file = `order_no,material_code,material_lot,amount\n${made.order_no},malt,m-1,1`;
  const { refused } = await bringFile(server, materialUseImport, file, { mode: 'good' });
  expect(refused).toMatchObject([{ problems: [{ path: 'material_lot', reason: 'lot_twin' }] }]);
  await server.data(materialUseCorrect, { id, material_lot: 'm-1', reason: 'misread' });
  await server.data(materialUseAdd, { ...use, material_lot: 'm-1' });
});
