import { product } from '@suyuan/contract/base/product/product.ts';
import {
  workOrder,
  workOrderFinish,
  workOrderRelease,
  workOrderStart,
} from '@suyuan/contract/plant/order/work-order.ts';
import { axeFindings } from './axe.ts';
import { expect, signedIn, type TestServer, test } from './server.ts';

let water: number;

test.beforeAll(async ({ server }) => {
  const facts = { product_code: 'W-500', product_name: '云泉饮用水', shelf_life_days: 365 };
  water = (await server.call(product.add, facts)).id;
});

test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server);
});

const statusOf = async (server: TestServer, order_no: string) =>
  (await server.call(workOrder.page, { keyword: order_no })).rows[0]?.status;

test('a work order is added, released and started', async ({ page, server }) => {
  await page.goto('/orderlist');
  await page.getByRole('button', { name: '新增工单' }).first().click();
  const form = page.getByRole('dialog', { name: '新增工单' });
  await form.getByLabel('工单号').fill('GD-1');
  await form.getByLabel('产品', { exact: true }).click();
  await page.getByTitle('云泉饮用水 (W-500)').click();
  await form.getByLabel('批号').fill('L1');
  await form.getByLabel('生产日期').fill('2026-11-01');
  await page.keyboard.press('Enter');
  await form.getByLabel('计划数量').fill('600');
  await form.getByRole('button', { name: /保\s*存/ }).click();

  const row = page.getByRole('row', { name: /GD-1/ });
  await expect(row.getByText('草稿')).toBeVisible();
  await row.getByRole('button', { name: '下达' }).click();
  await page
    .getByRole('dialog', { name: '下达工单 GD-1？' })
    .getByRole('button', { name: /下\s*达/ })
    .click();
  await expect(row.getByText('已下达')).toBeVisible();
  await expect(row.getByRole('button', { name: '修改' })).toHaveCount(0);
  await row.getByRole('button', { name: '开工' }).click();
  await expect(row.getByText('生产中')).toBeVisible();
  expect(await statusOf(server, 'GD-1')).toBe('running');

  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '详情' }).click();
  const details = page.getByRole('dialog', { name: 'GD-1' });
  await expect(details.getByText('2027-11-01')).toBeVisible();
  await expect(details.getByText('数量相符')).toBeVisible();
  const release = async () => {
    await details.getByRole('button', { name: '质量放行' }).click();
    await page.getByRole('dialog', { name: '质量放行批次 L1？' }).getByRole('button', { name: '质量放行' }).click();
  };
  // More of the lot is made.
  await expect(details.getByText('以下工单完工后才能质量放行：GD-1')).toBeVisible();
  const [{ id } = { id: 0 }] = (await server.call(workOrder.page, { keyword: 'GD-1' })).rows;
  await server.call(workOrderFinish, { id });
  await release();
  await expect(details.getByRole('button', { name: '市场放行' })).toBeDisabled();
  expect(await axeFindings(page, '.ant-drawer')).toEqual([]);
});

test('a copied order takes over its product, without number and lot', async ({ page, server }) => {
  await server.call(workOrder.add, { order_no: 'GD-2', product_id: water, quantity: 240, lot: 'L2' });
  await page.goto('/orderlist');
  await page.getByRole('row', { name: /GD-2/ }).getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '复制' }).click();
  const form = page.getByRole('dialog', { name: '新增工单' });
  await expect(form.getByTitle('云泉饮用水 (W-500)')).toBeVisible();
  await expect(form.getByLabel('计划数量')).toHaveValue('240');
  await expect(form.getByLabel('批号')).toHaveValue('');
  await form.getByRole('button', { name: /保\s*存/ }).click();
  await expect(page.getByRole('row', { name: /WO000001/ })).toBeVisible();
});

test('closing an order shows its reconciliation first', async ({ page, server }) => {
  const { id } = await server.call(workOrder.add, { order_no: 'GD-3', product_id: water, quantity: 6 });
  for (const step of [workOrderRelease, workOrderStart, workOrderFinish]) await server.call(step, { id });
  await page.goto('/orderlist');
  const row = page.getByRole('row', { name: /GD-3/ });
  await row.getByRole('button', { name: '关闭' }).click();
  const dialog = page.getByRole('dialog', { name: '关闭工单 GD-3' });
  await expect(dialog.getByText('数量相符')).toBeVisible();
  await expect(dialog.getByLabel('关闭原因')).toHaveCount(0);
  await dialog
    .getByRole('button', { name: /关\s*闭/ })
    .last()
    .click();
  await expect(row.getByText('已关闭')).toBeVisible();
  await expect(row.getByRole('button', { name: /开工|继续/ })).toHaveCount(0);
});

test('a running order is split into a draft, and a held one resumed', async ({ page, server }) => {
  const { id } = await server.call(workOrder.add, { order_no: 'GD-4', product_id: water, quantity: 600, lot: 'L4' });
  for (const step of [workOrderRelease, workOrderStart]) await server.call(step, { id });
  await page.goto('/orderlist?keyword=L4');
  const row = page.getByRole('row', { name: /GD-4/ });
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '拆分' }).click();
  const dialog = page.getByRole('dialog', { name: '拆分工单 GD-4' });
  // If no number is entered, the field stays empty.
  await dialog.getByLabel('拆出数量').focus();
  await dialog.getByRole('button', { name: /拆\s*分/ }).click();
  await expect(dialog.getByText('拆出数量不能为空')).toBeVisible();
  await dialog.getByLabel('拆出数量').fill('600');
  await dialog.getByRole('button', { name: /拆\s*分/ }).click();
  await expect(dialog.getByText('最多可拆出 599')).toBeVisible();
  await dialog.getByLabel('拆出数量').fill('240');
  await dialog.getByRole('button', { name: /拆\s*分/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByText('360')).toBeVisible();
  const part = page.getByRole('row', { name: /WO\d+/ });
  await expect(part.getByText('240')).toBeVisible();
  await expect(part.getByText('草稿')).toBeVisible();

  await row.getByRole('button', { name: '暂停' }).click();
  await row.getByRole('button', { name: '继续' }).click();
  await expect(row.getByText('生产中')).toBeVisible();
});
