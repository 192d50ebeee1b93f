import { product } from '@suyuan/contract/base/product/product.ts';
import { productField } from '@suyuan/contract/base/product/product-field.ts';
import { lotRelease } from '@suyuan/contract/plant/lot/lot-release.ts';
import {
  workOrder,
  workOrderFinish,
  workOrderRelease,
  workOrderStart,
} from '@suyuan/contract/plant/order/work-order.ts';
import type { TestServer } from '../harness/server.ts';

/** A lot that a file for an authority lacks nothing of: what is asked for it. */
export async function authorityLot(server: TestServer) {
  const extension = [
    { field_code: 'pesticide_registration_no', value: 'PD20170012' },
    { field_code: 'pesticide_holder', value: 'Holder' },
  ];
  for (const { field_code } of extension) {
    await server.data(productField.add, { field_code, label_zh: field_code, kind: 'text' });
  }
  const product_code = 'PESTICIDE';
  const { id: product_id } = await server.data(product.add, { product_code, product_name: 'Pesticide', extension });
  const { id } = await server.data(workOrder.add, { product_id, quantity: 1, lot: 'PL-1' });
  await server.data(workOrderRelease, { id });
  await server.data(workOrderStart, { id });
  await server.data(workOrderFinish, { id });
  await server.data(lotRelease, { id, release: 'quality' });
  return { kind: 'pesticide', no: 'PL-1', product_code, format: 'csv' };
}
