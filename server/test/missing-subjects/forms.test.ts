import { product } from '@suyuan/contract/base/product/product.ts';
import { productField } from '@suyuan/contract/base/product/product-field.ts';
import { lotRelease } from '@suyuan/contract/plant/lot/lot-release.ts';
import { orderField } from '@suyuan/contract/plant/order/order-field.ts';
import {
  workOrder,
  workOrderDetail,
  workOrderRelease,
  workOrderStart,
} from '@suyuan/contract/plant/order/work-order.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../harness/server.ts';
import { fieldsAtFault } from './fields-at-fault.ts';

// Forms and releases whose subject is missing: what is required is asked for, what is left open is filled in, or said.

let server: TestServer;
let product_id: number;
beforeAll(async () => {
  server = await testServer();
  product_id = (await server.data(product.add, { product_code: 'P', product_name: 'P' })).id;
});
afterAll(() => server.stop());

const added = async (more: object = {}) => (await server.data(workOrder.add, { product_id, quantity: 10, ...more })).id;
const refused = async (answer: ReturnType<TestServer['call']>) => {
  const { status, envelope } = await answer;
  return [status, envelope.message];
};

test('an order without a lot gets one, with its dates, on release', async () => {
  const id = await added();
  expect((await server.call(lotRelease, { id, release: 'quality' })).status).toBe(409);
  await server.data(workOrderRelease, { id });
  expect((await server.data(workOrder.page, { id })).rows).toMatchObject([
    { lot: expect.any(String), production_date: expect.any(String), planned_from: expect.any(String) },
  ]);
});

test('quality is not offered a lot still in production', async () => {
  const id = await added();
  await server.data(workOrderRelease, { id });
  await server.data(workOrderStart, { id });
  const { rows } = await server.data(workOrder.page, { id });
  expect((await server.data(workOrderDetail, { id })).lot_awaits).toEqual([rows[0]?.order_no]);
});

test('an order shows what it leaves open, until it no longer does', async () => {
  const open = await added();
  expect((await server.data(workOrderDetail, { id: open })).left_open).toEqual(['relation', 'expiry', 'warehouse']);
  const dated = await added({ expiry_date: '2031-01-01' });
  expect((await server.data(workOrderDetail, { id: dated })).left_open).toEqual(['relation', 'warehouse']);
});

test('a required field is enforced where the form omits it', async () => {
  const field = { field_code: 'tank', label_zh: '罐号', label_en: 'Tank', kind: 'text', required: true } as const;
  await server.data(productField.add, field);
  const missing = { product_code: 'Q', product_name: 'Q' };
  expect(await fieldsAtFault(server, product.add, missing)).toEqual(['extension.tank']);
  expect(await fieldsAtFault(server, product.add, { ...missing, extension: [] })).toEqual(['extension.tank']);
});

test('an order without a field that became required is not released', async () => {
  const before = await added();
  const field = { field_code: 'vat', label_zh: '桶号', label_en: 'Vat', kind: 'text', required: true } as const;
  await server.data(orderField.add, field);
  expect(await fieldsAtFault(server, workOrder.add, { product_id, quantity: 10 })).toEqual(['extension.vat']);
  expect(await refused(server.call(workOrderRelease, { id: before }, { language: 'en' }))).toEqual([
    409,
    expect.stringContaining('Vat'),
  ]);
  await server.data(workOrder.update, { id: before, extension: [{ field_code: 'vat', value: '7' }] });
  await server.data(workOrderRelease, { id: before });
});
