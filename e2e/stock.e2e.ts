import type { Page } from '@playwright/test';
import { product } from '@suyuan/contract/base/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { countDetail, stockCount } from '@suyuan/contract/physical/stock-count.ts';
import { openSql } from '@suyuan/server/platform/database/driver/open-sql.ts';
import { Goods } from '@suyuan/server/test/goods/goods.ts';
import { expect, signedIn, test } from './server.ts';

/** Types codes as a scanner does: fast, each followed by Enter, wherever the focus is. */
async function scan(page: Page, ...codes: readonly (string | undefined)[]): Promise<void> {
  for (const code of codes) await page.keyboard.type(`${code}\n`);
}

test('a case is moved into a zone by a scan, found there, and counted', async ({ page, server }) => {
  const sql = openSql(server.database as string, { max: 1 });
  const goods = await Goods.on({
    sql,
    data: server.call,
    fetch: (path, init) => fetch(server.url + path, init),
    admin: server.token,
  });
  const store = { warehouse_code: 'CK-9', warehouse_name: '九号库', warehouse_type: 'finished' } as const;
  const { id: top } = await server.call(warehouse.add, store);
  const zone = { warehouse_code: 'CK-9-A', warehouse_name: '九号库 A 区', warehouse_type: 'finished' } as const;
  const { id: zoneId } = await server.call(warehouse.add, { ...zone, parent_id: top });
  const { id: productId } = await server.call(product.add, { product_code: 'ST-53', product_name: '云泉 盘点' });
  const made = await goods.made(top, { productId });
  const [moved, stays] = await goods.cases(made, 2);
  await sql.end();

  await signedIn(page, server);
  await page.goto('/stock?tab=moves');
  await page.getByRole('combobox', { name: '移入库区' }).click();
  await page.locator('.ant-select-dropdown:visible').getByTitle('九号库 A 区 (CK-9-A)').click();
  await expect(page.getByRole('textbox', { name: '扫托盘、箱或瓶' })).toBeFocused();
  await scan(page, moved?.code, stays?.code);
  await expect(page.getByText('本次 2 个码')).toBeVisible();
  await page.keyboard.press('F2');
  await expect(page.getByText('本次 1 个码')).toBeVisible();

  await page.goto(`/stock?warehouse_id=${zoneId}`);
  await expect(page.getByRole('row', { name: /九号库 A 区.*云泉 盘点/ })).toContainText('3');

  const { id: countId, count_no } = await server.call(stockCount.add, { warehouse_id: zoneId });
  await page.goto('/stock?tab=counts');
  const row = page.getByRole('row', { name: new RegExp(count_no) });
  await row.getByRole('button', { name: '开始盘点' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '开始盘点' }).click();
  await row.getByRole('button', { name: '扫码盘点' }).click();
  const desk = page.getByRole('dialog', { name: `扫码盘点 · ${count_no}` });
  await expect(desk.getByRole('textbox', { name: '扫托盘、箱或瓶' })).toBeFocused();
  await scan(page, stays?.code);
  await expect(desk.getByText('本次 1 个码')).toBeVisible();
  await desk
    .getByRole('button', { name: /关\s*闭/ })
    .last()
    .click();
  await row.getByRole('button', { name: '完成盘点' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '完成盘点' }).click();
  // The case that was moved is missing, the other one is recorded elsewhere.
  await expect(row).toContainText('待审批');
  const { found } = await server.call(countDetail, { id: countId });
  expect(found.map(({ kind }) => kind).toSorted()).toEqual(['elsewhere', 'missing']);
});
