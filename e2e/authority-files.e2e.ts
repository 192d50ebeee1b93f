import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { product } from '@suyuan/contract/base/product/product.ts';
import { productField } from '@suyuan/contract/base/product/product-field.ts';
import { lotRelease } from '@suyuan/contract/plant/lot/lot-release.ts';
import {
  workOrder,
  workOrderFinish,
  workOrderRelease,
  workOrderStart,
} from '@suyuan/contract/plant/order/work-order.ts';
import { axeFindings } from './axe.ts';
import { expect, signedIn, test } from './server.ts';

test.beforeAll(async ({ server }) => {
  const extension = [
    { field_code: 'pesticide_registration_no', value: 'PD20170012' },
    { field_code: 'pesticide_holder', value: '云泉农化' },
  ];
  for (const { field_code } of extension) {
    await server.call(productField.add, { field_code, label_zh: field_code, kind: 'text' });
  }
  const given = { product_code: 'NY-1', product_name: '草甘膦', extension };
  const { id: product_id } = await server.call(product.add, given);
  const { id } = await server.call(workOrder.add, { order_no: 'GD-9', product_id, quantity: 1, lot: 'PL-9' });
  await server.call(workOrderRelease, { id });
  await server.call(workOrderStart, { id });
  await server.call(workOrderFinish, { id });
  await server.call(lotRelease, { id, release: 'quality' });
});

test('an authority file names missing fields first, and is listed with its hash', async ({ page, server }) => {
  await signedIn(page, server);
  await page.goto('/collect');
  await page.getByRole('button', { name: '监管与客户文件' }).click();
  const dialog = page.getByRole('dialog', { name: '监管与客户文件' });
  await dialog.getByLabel('工单号').fill('GD-9');
  await dialog.getByRole('button', { name: '查找文件' }).click();
  await expect(dialog.getByRole('region', { name: '药品追溯码关联关系' })).toContainText('drug_product_code');

  await dialog.getByText('批次', { exact: true }).first().click();
  await dialog.getByLabel('产品编号').fill('NY-1');
  await dialog.getByRole('combobox', { name: '批次' }).fill('PL-9');
  await dialog.getByRole('button', { name: '查找文件' }).click();
  const file = dialog.getByRole('region', { name: '农药二维码信息' });
  const begun = page.waitForEvent('download');
  await file.getByRole('button', { name: 'CSV' }).click();
  const download = await begun;
  expect(download.suggestedFilename()).toBe('pesticide_PL-9.csv');
  const hash = createHash('sha256')
    .update(await readFile(await download.path()))
    .digest('hex');
  await expect(dialog.getByRole('region', { name: '谁取走过' })).toContainText(hash);
  expect(await axeFindings(page, '.ant-modal')).toEqual([]);
});
