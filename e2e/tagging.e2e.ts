import type { Page } from '@playwright/test';
import { product } from '@suyuan/contract/base/product/product.ts';
import { orderAdd, preCode } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { expect, signedIn, type TestServer, test } from './server.ts';

let order: { id: number; order_no: string };

test.beforeAll(async ({ server }) => {
  const rule = await server.call(codeRule.add, {
    rule_name: '赋码',
    level: 1,
    prefix: 'T',
    alphabet: 'digits',
    body_length: 15,
    check: 'none',
    carrier: 'url',
  });
  await server.call(product.add, { product_code: 'TAG', product_name: '云泉 46°' });
  order = await server.call(orderAdd, { rule_id: rule.id, quantity: 100 });
});

test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server);
});

const statesOf = async (server: TestServer, from: number, to: number) =>
  (await server.call(codesQuery, { order_id: order.id, from, to })).map(({ state }) => state);

async function numbers(page: Page, from: string, to: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByText('按序号').click();
  await dialog.getByLabel('起始序号').fill(from);
  await dialog.getByLabel('结束序号').fill(to);
}

test('pre-codes are bound to a product and lot, with errors at their fields', async ({ page, server }) => {
  await page.goto('/home/tagging/readycreate');
  const row = page.getByRole('row', { name: new RegExp(order.order_no) });
  await row.getByRole('button', { name: /绑\s*定/ }).click();
  const dialog = page.getByRole('dialog');
  await numbers(page, '60', '20');
  await dialog.getByRole('combobox', { name: '产品' }).click();
  await page.getByTitle('云泉 46° (TAG)').click();
  await dialog.getByLabel('批号').fill('L46');
  await dialog.getByRole('button', { name: /绑\s*定/ }).click();
  await expect(dialog.getByText('不能在起点之前')).toBeVisible();
  await dialog.getByLabel('起始序号').fill('11');
  await dialog.getByRole('button', { name: /绑\s*定/ }).click();
  await expect(page.getByText('已绑定 10 个码')).toBeVisible();
  expect(await statesOf(server, 10, 21)).toEqual(['issued', ...Array(10).fill('bound'), 'issued']);
});

test('codes are closed with a reason, and reopening takes a second person', async ({ page, server }) => {
  await page.goto('/home/tagging/queryclose');
  await page.getByRole('button', { name: '关闭码' }).click();
  const dialog = page.getByRole('dialog');
  await numbers(page, '31', '35');
  await dialog.getByRole('combobox', { name: '订单' }).click();
  await page.getByTitle(new RegExp(order.order_no)).click();
  await dialog.getByLabel('关闭原因').fill('标签受潮');
  await dialog
    .getByRole('button', { name: /关\s*闭$/ })
    .last()
    .click();
  await expect(page.getByText('已关闭 5 个码')).toBeVisible();
  expect(await statesOf(server, 30, 36)).toEqual(['issued', ...Array(5).fill('void'), 'issued']);

  const row = page.getByRole('row', { name: /标签受潮/ });
  await row.getByRole('button', { name: '申请重新启用' }).click();
  await page.getByRole('dialog').getByLabel('重新启用理由').fill('已更换');
  await page.getByRole('dialog').getByRole('button', { name: '申请重新启用' }).click();
  await expect(row.getByText('待审批')).toBeVisible();
  await expect(row.getByRole('button', { name: '撤回申请' })).toBeVisible();
  await expect(row.getByRole('button', { name: '批准重新启用' })).toBeDisabled();
});

test('labels are a PDF of the requested size, and reprints need a reason', async ({ page }) => {
  await page.goto('/home/tagging/readycreate');
  const row = page.getByRole('row', { name: new RegExp(order.order_no) });
  await row.getByRole('button', { name: '文件与标签' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: '标签 PDF' }).click();
  await drawer.getByRole('button', { name: '生成 PDF' }).click();
  await expect(drawer.getByText('用途不能为空')).toBeVisible();
  await drawer.getByRole('textbox', { name: '用途' }).fill('包装线试贴');
  await drawer.getByLabel('标签宽').fill('10');
  await drawer.getByLabel('标签高').fill('10');
  await expect(drawer.getByRole('figure', { name: '标签预览' })).toContainText(/至少需要 \d+ 毫米/);
  await drawer.getByRole('button', { name: '生成 PDF' }).click();
  await expect(drawer.locator('.ant-form-item').getByText(/至少需要 \d+ 毫米/)).toBeVisible();
  await drawer.getByLabel('标签宽').fill('50');
  await drawer.getByLabel('标签高').fill('30');
  await expect(drawer.getByRole('figure', { name: '标签预览' }).getByText(/每页 \d+ 个，共 100 个标签/)).toBeVisible();
  await expect(drawer.getByRole('figure').getByRole('img')).toHaveAccessibleName(/^T\d{3}( \d{4}){3}$/);
  await expect(drawer.getByText('还没有设置公开地址')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await drawer.getByRole('button', { name: '生成 PDF' }).click();
  expect((await downloading).suggestedFilename()).toBe(`${order.order_no}.pdf`);
  await expect(drawer.getByText(/^SHA-256/)).toBeVisible();
  // The tab of files, which is hidden, says so as well.
  const labels = drawer.getByRole('tabpanel', { name: '标签 PDF' });
  await expect(labels.getByText(/已发出 100 个码/)).toBeVisible();
  await drawer.getByRole('button', { name: '生成 PDF' }).click();
  await expect(labels.getByText('补印原因不能为空')).toBeVisible();
  await labels.getByLabel('补印原因').fill('标签破损');
  const again = page.waitForEvent('download');
  await drawer.getByRole('button', { name: '生成 PDF' }).click();
  await again;
  await expect(drawer.getByText('补印', { exact: true })).toBeVisible();
});

test('packages and their contents are ordered together, and only orders with a product need one', async ({
  page,
  server,
}) => {
  await page.goto('/home/tagging/records');
  await page.getByRole('button', { name: '套标下单' }).click();
  await expect(page.getByRole('dialog').getByLabel('产品')).toBeVisible();

  await page.goto('/home/tagging/readycreate');
  await page.getByRole('button', { name: '套标下单' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('套标比例').fill('1:6');
  await dialog.getByLabel('套数').fill('5');
  for (const level of ['最外层的规则（5 个码）', '最内层的规则（30 个码）']) {
    await dialog.getByLabel(level).click();
    await page.locator('.ant-select-dropdown:visible').getByTitle('赋码', { exact: true }).click();
    await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0);
  }
  await expect(dialog.getByLabel('产品')).toHaveCount(0);
  await dialog.getByLabel('印刷商').fill('一号印刷厂');
  await dialog.getByLabel('用途').fill('试产');
  await dialog.getByRole('button', { name: '下一步' }).click();
  await dialog.getByRole('button', { name: '生成 35 个码' }).click();
  await expect(page.getByText(/^已下单：/)).toBeVisible();
  await expect(page.getByRole('dialog', { name: /文件与标签/ })).toBeVisible();
  const { rows } = await server.call(preCode.page, {});
  const made = rows.filter(
    ({ set_ratio, printer, purpose }) => `${set_ratio} ${printer} ${purpose}` === '1:6 一号印刷厂 试产',
  );
  expect(made.map(({ quantity }) => quantity).sort()).toEqual([30, 5]);
});
