import { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import type { Call, Envelope, InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import { deviceBatch } from '@suyuan/contract/plant/device/device.ts';
import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import { factory } from '@suyuan/contract/plant/factory.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { workOrder, workOrderRelease, workOrderStart } from '@suyuan/contract/plant/order/work-order.ts';
import { packageTree } from '@suyuan/contract/plant/packing/packing.ts';
import { repeatedCode } from '@suyuan/contract/plant/packing/repeated-code.ts';
import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { axeFindings } from './axe.ts';
import { expect, signedIn, type TestServer, test } from './server.ts';

interface Line {
  readonly key: string;
  readonly order_no: string;
}

let first: Line;
let second: Line;
let units: string[];
let cases: string[];

async function codesOf(server: TestServer, level: 1 | 3, quantity: number): Promise<string[]> {
  const rule = { rule_name: `异常${level}`, level, prefix: `7${level}`, alphabet: 'digits', body_length: 12 } as const;
  const { id: rule_id } = await server.call(codeRule.add, { ...rule, check: 'none', carrier: 'plain' });
  const { id } = await server.call(orderAdd, { rule_id, quantity });
  const facts = await server.call(codesQuery, { order_id: id, from: 1, to: quantity });
  return facts.map(({ code }) => code as string);
}

async function callAsDevice<C extends Call>(
  server: TestServer,
  key: string,
  call: C,
  input: InputOf<C>,
): Promise<OutputOf<C>> {
  const headers = { 'device-key': key, 'content-type': 'application/json' };
  const response = await fetch(server.url + call.path, { method: 'POST', headers, body: JSON.stringify(input) });
  return ((await response.json()) as Envelope<OutputOf<C>>).data;
}

let eventTypes = 0;

/** Sends an event `packed` as a device of a line. */
async function packs(server: TestServer, { key, order_no }: Line, parent: string, codes: readonly string[]) {
  const id = `e${++eventTypes}`;
  const event_time = new Date().toISOString();
  const event = { id, act: 'packed' as const, event_time, order_no, parent, codes: [...codes] };
  const { results } = await callAsDevice(server, key, deviceBatch, { batch_key: id, acts: [event] });
  return results[0]?.result;
}

test.beforeAll(async ({ server }) => {
  const levels = [];
  for (const [unit_code, level, quantity] of [
    ['E1', 1, 1],
    ['E3', 3, 3],
  ] as const) {
    const { id: unit_id } = await server.call(packagingUnit.add, { unit_code, level, symbol_zh: unit_code });
    levels.push({ unit_id, quantity });
  }
  const relation = await server.call(hierarchy.add, { hierarchy_code: 'E13', hierarchy_name: '1=3', levels });
  const made = await server.call(product.add, { product_code: 'EXC', product_name: '云泉 42°' });
  const plant = await server.call(factory.add, { factory_code: 'EF', factory_name: '异常工厂' });
  const hall = await server.call(workshop.add, {
    workshop_code: 'EW',
    workshop_name: '灌装车间',
    factory_id: plant.id,
  });
  const newLine = async (line_name: string): Promise<Line> => {
    const line = { line_code: line_name, line_name, workshop_id: hall.id };
    const { id: line_id } = await server.call(productionLine.add, line);
    const { key } = await server.call(deviceKeyAdd, { line_id, name: `${line_name}装箱机` });
    const order = await server.call(workOrder.add, {
      product_id: made.id,
      quantity: 100,
      lot: line_name === '一线' ? 'E1' : 'E2',
      hierarchy_id: relation.id,
      line_id,
    });
    await server.call(workOrderRelease, { id: order.id });
    await server.call(workOrderStart, { id: order.id });
    return { key, order_no: order.order_no };
  };
  [first, second] = [await newLine('一线'), await newLine('二线')];
  [units, cases] = [await codesOf(server, 1, 12), await codesOf(server, 3, 6)];
});

test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server);
});

test('a code captured on two lines is assigned, reached by the badge and settled with a reason', async ({
  page,
  server,
}) => {
  const [box, other] = cases as [string, string];
  expect(await packs(server, first, box, units.slice(0, 3))).toBe('taken');
  expect(await packs(server, second, other, units.slice(0, 3))).toBe('refused');
  await page.goto('/repeatedquery');
  const row = page.getByRole('row', { name: new RegExp(units[0] as string) });
  await expect(row.getByText('待处理')).toBeVisible();
  await row.getByRole('button', { name: '指派' }).click();
  const assign = page.getByRole('dialog', { name: '指派异常' });
  await assign.getByLabel('负责人').click();
  await page
    .locator('.ant-select-dropdown:visible')
    .getByTitle(/\(admin\)/)
    .click();
  await assign.getByRole('button', { name: /指\s*派/ }).click();
  await expect(assign).toBeHidden();

  // The badge is counted again every twenty seconds.
  await page.getByRole('button', { name: '1 条我的待处理异常' }).click({ timeout: 60_000 });
  await page.getByRole('menuitem', { name: /生产数据异常/ }).click();
  await expect(page).toHaveURL(/\/deliveryorder\?status=open&owner_id=\d+/);
  // The previous screen is still in the page, but hidden by then.
  await expect(page.getByRole('heading', { name: '生产数据异常' })).toBeVisible();
  const same = page.getByRole('row', { name: new RegExp(units[0] as string) });
  await same.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '详情' }).click();
  const details = page.getByRole('dialog', { name: units[0] as string });
  await expect(details.getByRole('region', { name: '本次' })).toContainText('二线装箱机');
  await expect(details.getByRole('region', { name: '此前' })).toContainText(box);
  await expect(details.getByText(/^涉及的码（3）$/)).toBeVisible();
  // Both events link to their details.
  for (const [side, packed, line] of [
    ['此前', box, first],
    ['本次', other, second],
  ] as const) {
    const region = details.getByRole('region', { name: side });
    await expect(region.getByRole('link', { name: packed })).toHaveAttribute(
      'href',
      new RegExp(`/relevance\\?code=${packed}`),
    );
    await expect(region.getByRole('link', { name: line.order_no })).toHaveAttribute('href', /\/orderlist\?detail=\d+/);
  }
  expect(await axeFindings(page, '.ant-drawer')).toEqual([]);
  await page.keyboard.press('Escape');

  await same.getByRole('button', { name: '处理' }).click();
  const settle = page.getByRole('dialog', { name: '处理异常' });
  await settle.getByLabel('说明').fill('标签混放，二线已重贴');
  await settle.getByRole('button', { name: /处\s*理/ }).click();
  await expect(page.getByText('没有符合条件的记录').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /我的待处理异常/ })).toHaveCount(0);
  const [settled] = (await server.call(repeatedCode.page, { keyword: units[0] as string })).rows;
  expect(settled).toMatchObject({ status: 'settled', settlement: '标签混放，二线已重贴' });
});

test('production data are corrected and retried, and several are discarded together', async ({ page, server }) => {
  const [box] = cases.slice(2) as [string];
  // The other line reports the same codes; these exceptions are retried with its own packages.
  expect(await packs(server, first, box, units.slice(3, 6))).toBe('taken');
  expect(await packs(server, second, cases[3] as string, units.slice(3, 6))).toBe('refused');
  expect(await packs(server, second, cases[4] as string, units.slice(3, 5))).toBe('refused');
  await page.goto('/deliveryorder?status=open');
  const row = page.getByRole('row', { name: new RegExp(units[3] as string) }).first();
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '重试' }).click();
  const retry = page.getByRole('dialog', { name: '重试' });
  const content = retry.getByLabel('要重试的内容（JSON）');
  await expect(content).toHaveValue(/"packed"/);
  await content.fill('{');
  await retry.getByRole('button', { name: /重\s*试/ }).click();
  await expect(retry.getByRole('alert')).toContainText('不是有效的 JSON');
  const event = { id: 'again', act: 'packed', event_time: new Date().toISOString(), order_no: second.order_no };
  await content.fill(JSON.stringify({ ...event, parent: cases[5], codes: units.slice(3, 6) }));
  await retry.getByRole('button', { name: /重\s*试/ }).click();
  await expect(retry.getByRole('alert')).toContainText('仍未接收');
  await content.fill(JSON.stringify({ ...event, parent: cases[5], codes: units.slice(6, 9) }));
  await retry.getByRole('button', { name: /重\s*试/ }).click();
  await expect(retry).toBeHidden();
  expect((await server.call(packageTree, { code: cases[5] as string })).units).toBe(3);

  await page.getByRole('checkbox', { name: '选择此行' }).first().check();
  const chosen = page.getByRole('region', { name: '对选中的行' });
  await chosen.getByRole('button', { name: /忽\s*略/ }).click();
  const discard = page.getByRole('dialog', { name: '忽略异常' });
  await discard.getByLabel('说明').fill('试机数据');
  await discard.getByRole('button', { name: /忽\s*略/ }).click();
  await expect(discard).toBeHidden();
  expect((await server.call(productionData.page, { status: 'open' })).total).toBe(0);
});

test('the WMS log confirms that everything was accepted', async ({ page }) => {
  await page.goto('/loglist');
  await expect(page.getByRole('heading', { name: 'WMS出库异常日志' })).toBeVisible();
  await expect(page.getByText('WMS 发来的数据都已接收。')).toBeVisible();
});
