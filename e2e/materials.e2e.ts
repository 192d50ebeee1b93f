import { material } from '@suyuan/contract/base/material.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { deviceHeartbeat } from '@suyuan/contract/plant/device/device.ts';
import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import { factory } from '@suyuan/contract/plant/factory.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { materialUseAdd } from '@suyuan/contract/plant/material/material-use.ts';
import { workOrder, workOrderRelease, workOrderStart } from '@suyuan/contract/plant/order/work-order.ts';
import { pack } from '@suyuan/contract/plant/packing/packing.ts';
import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { axeFindings } from './axe.ts';
import { expect, signedIn, type TestServer, test } from './server.ts';

let wine: number;
let orders = 0;

test.beforeAll(async ({ server }) => {
  wine = (await server.call(product.add, { product_code: 'MAT-53', product_name: '云泉 53°' })).id;
  const grain = {
    material_code: 'GL',
    material_name: '红缨子高粱',
    kind: 'raw',
    unit: 'kg',
    gtin: '6901234000016',
  } as const;
  await server.call(material.add, grain);
});

test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server);
});

const running = async (server: TestServer) => {
  const order_no = `YL-${++orders}`;
  const { id } = await server.call(workOrder.add, { order_no, product_id: wine, quantity: 6, lot: `LOT-${orders}` });
  for (const step of [workOrderRelease, workOrderStart]) await server.call(step, { id });
  return { id, order_no };
};

test('a label is scanned on a work order, and its record corrected', async ({ page, server }) => {
  const { order_no } = await running(server);
  await page.goto(`/orderlist?keyword=${order_no}`);
  await page.getByRole('row', { name: order_no }).getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '详情' }).click();
  const details = page.getByRole('dialog', { name: order_no });
  await details.getByRole('button', { name: '登记原料批次' }).click();
  const form = page.getByRole('dialog', { name: /登记原料批次/ });
  await form.getByLabel('扫描供应商标签').fill('(01)06901234000016(10)G-77(17)200630(3102)012550');
  await page.keyboard.press('Enter');
  await expect(form.getByText('该批原料已于 2020-06-30 过期')).toBeVisible();
  await expect(form.getByLabel('原料批次', { exact: true })).toHaveValue('G-77');
  await expect(form.getByLabel('用量')).toHaveValue('125.500');
  await form.getByRole('button', { name: /保\s*存/ }).click();
  await expect(form.getByText(/已于 2020-06-30 过期：/)).toBeVisible();
  await form.getByLabel('过期仍使用的原因').fill('检验合格，延期使用');
  await form.getByRole('button', { name: /保\s*存/ }).click();
  await expect(details.getByText('125.5 kg')).toBeVisible();

  await details.getByRole('button', { name: '更正' }).click();
  const correction = page.getByRole('dialog', { name: '更正「红缨子高粱」批次 G-77' });
  await correction.getByLabel('用量').fill('120');
  await correction.getByLabel('更正原因').fill('复称');
  await correction.getByRole('button', { name: /更\s*正/ }).click();
  await expect(details.getByText('120 kg')).toBeVisible();
  await expect(details.getByText('125.5 kg')).toBeVisible();
  await expect(details.getByRole('button', { name: '更正' })).toHaveCount(1);
});

/** Creates codes of a level, and returns them as printed. */
async function codesOf(server: TestServer, level: 1 | 3, quantity: number): Promise<string[]> {
  const rule = { rule_name: `原料${level}`, level, prefix: `6${level}`, alphabet: 'digits', body_length: 12 } as const;
  const { id: rule_id } = await server.call(codeRule.add, { ...rule, check: 'none', carrier: 'plain' });
  const { id } = await server.call(orderAdd, { rule_id, quantity });
  const file = await fetch(`${server.url}${orderDownload.path}?id=${id}&format=txt&purpose=test&reprint=test`, {
    headers: { token: server.token },
  });
  return (await file.text()).trimEnd().split('\n');
}

test('a lot of material leads to its work orders, and their figures to codes', async ({ page, server }) => {
  const { id, order_no } = await running(server);
  const { rows } = await server.call(material.page, { keyword: 'GL' });
  await server.call(materialUseAdd, {
    work_order_id: id,
    material_id: rows[0]?.id as number,
    material_lot: 'T-9',
    amount: 42,
  });
  const [units, [box]] = [await codesOf(server, 1, 3), await codesOf(server, 3, 1)];
  await server.call(pack, { work_order_id: id, parent: box as string, children: units });

  await page.goto('/materialquery');
  await page.getByLabel('原料批次', { exact: true }).last().fill('t-9');
  await page.keyboard.press('Enter');
  const drawing = page.getByRole('group', { name: '流向图' });
  for (const text of ['红缨子高粱', order_no, `LOT-${orders}`])
    await expect(drawing.locator('strong', { hasText: text }).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: '42 kg' })).toBeVisible();
  expect(await axeFindings(page, '.flow-panel')).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('来自 红缨子高粱：42 kg')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });

  await drawing.getByRole('button', { name: '查看码' }).click();
  const codes = page.getByRole('dialog', { name: new RegExp(order_no) });
  for (const unit of units) await expect(codes.getByText(unit, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(codes).toHaveCount(0);

  await page.getByText('产品码', { exact: true }).first().click();
  await page
    .getByLabel('产品码')
    .last()
    .fill(box as string);
  await page.keyboard.press('Enter');
  await expect(drawing.locator('strong', { hasText: '红缨子高粱' })).toBeVisible();

  await page.goto(`/orderlist?keyword=${order_no}`);
  await page.getByRole('row', { name: order_no }).getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '详情' }).click();
  await page.getByRole('button', { name: '3 查看「已包装」的码' }).click();
  await expect(
    page.getByRole('dialog', { name: `${order_no} · 已包装：3 个` }).getByText(units[0] as string),
  ).toBeVisible();
});

test('extension fields are in the form of a work order', async ({ page, server }) => {
  await page.goto('/orderlist');
  await page.getByRole('button', { name: '工单扩展属性' }).click();
  await page.getByRole('button', { name: '新增扩展字段' }).first().click();
  const form = page.getByRole('dialog', { name: '新增扩展字段' });
  await form.getByLabel('中文名称').fill('合同号');
  await form.getByLabel('字段编码').fill('contract');
  await form.getByRole('button', { name: /保\s*存/ }).click();
  await expect(page.getByRole('row', { name: /合同号/ })).toBeVisible();

  const { id } = await server.call(workOrder.add, { order_no: 'KZ-1', product_id: wine, quantity: 6 });
  expect(id).toBeGreaterThan(0);
  await page.goto('/orderlist?keyword=KZ-1');
  const row = page.getByRole('row', { name: /KZ-1/ });
  await row.getByRole('button', { name: '修改' }).click();
  const order = page.getByRole('dialog', { name: '修改工单' });
  await order.getByLabel('合同号').fill('HT-2026-08');
  await order.getByRole('button', { name: /保\s*存/ }).click();
  await expect(order).toHaveCount(0);
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '详情' }).click();
  await expect(page.getByRole('dialog', { name: 'KZ-1' }).getByText('HT-2026-08')).toBeVisible();
});

test('the list of lines shows and updates which of them run', async ({ page, server }) => {
  const { id: factory_id } = await server.call(factory.add, { factory_code: 'F1', factory_name: '一厂' });
  const { id: workshop_id } = await server.call(workshop.add, {
    workshop_code: 'W1',
    workshop_name: '灌装',
    factory_id,
  });
  const { id: line_id } = await server.call(productionLine.add, { line_code: 'CX-1', line_name: '一线', workshop_id });
  const { key } = await server.call(deviceKeyAdd, { line_id, name: '相机' });
  const beat = (state: string) =>
    fetch(`${server.url}${deviceHeartbeat.path}`, {
      method: 'POST',
      headers: { 'device-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ state, queue: 7 }),
    });
  await page.goto('/workline');
  const row = page.getByRole('row', { name: /CX-1/ });
  await expect(row.getByText('无设备信号')).toBeVisible();
  expect((await beat('execute')).status).toBe(200);
  await expect(row.getByText('运行中')).toBeVisible({ timeout: 15_000 });
  await expect(row.getByText('设备待发 7')).toBeVisible();
});
