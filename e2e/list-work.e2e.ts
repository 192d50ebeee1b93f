import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { material, supplier } from '@suyuan/contract/base/material.ts';
import { brand } from '@suyuan/contract/base/product/brand.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { expect, signedIn, test } from './server.ts';

test.beforeAll(async ({ server }) => {
  const { id } = await server.call(brand.add, { brand_code: 'WORK', brand_name: '用着的品牌' });
  await server.call(brand.add, { brand_code: 'FREE', brand_name: '闲着的品牌' });
  await server.call(product.add, { product_code: 'WORK-P', product_name: '挂着品牌的产品', brand_id: id });
  for (const index of [1, 2, 3, 4]) {
    const kind = index % 2 ? ('raw' as const) : ('packaging' as const);
    await server.call(material.add, { material_code: `M-${index}`, material_name: `料 ${index}`, kind });
  }
});
test.beforeEach(({ page, server }) => signedIn(page, server));

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const chosen = (page: Page) => page.getByRole('region', { name: '对选中的行' });

test('chosen rows are deleted by one call, which reports refused rows with reasons', async ({ page }) => {
  await page.goto('/productsort');
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await rowOf(page, 'WORK').getByRole('checkbox').check();
  await rowOf(page, 'FREE').getByRole('checkbox').check();
  await expect(chosen(page).getByRole('status')).toHaveText('已选 2 条');
  await chosen(page)
    .getByRole('button', { name: /^删\s*除$/ })
    .click();
  await page
    .getByRole('dialog', { name: '删除选中的 2 条？' })
    .getByRole('button', { name: /^删\s*除$/ })
    .click();
  const report = page.getByRole('dialog', { name: '1 条没有完成' });
  await expect(report).toContainText('用着的品牌');
  await expect(report).toContainText('挂着品牌的产品');
  await report.getByRole('button', { name: '知道了' }).click();
  await expect(rowOf(page, 'FREE')).toHaveCount(0);
  expect(calls.filter((path) => path.startsWith('/api/base/brands/') && !path.endsWith('pagelist'))).toEqual([
    '/api/base/brands/batch',
  ]);
  // Refused rows stay selected, for another try.
  await chosen(page)
    .getByRole('button', { name: /^停\s*用$/ })
    .click();
  await page
    .getByRole('dialog', { name: '停用选中的 1 条？' })
    .getByRole('button', { name: /^停\s*用$/ })
    .click();
  await expect(rowOf(page, 'WORK')).toContainText('停用');
  await expect(chosen(page)).toHaveCount(0);
});

test('only the chosen rows are exported', async ({ page }) => {
  await page.goto('/material');
  await rowOf(page, 'M-2').getByRole('checkbox').check();
  await rowOf(page, 'M-4')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(chosen(page).getByRole('status')).toHaveText('已选 3 条');
  await chosen(page).getByRole('button', { name: '导出选中' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: '导出 CSV' }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['M-4', 'M-3', 'M-2']);
});

test('active filters are shown while the search is folded, and removed one by one', async ({ page }) => {
  await page.goto('/material?keyword=料&kind=raw&status=enabled');
  const chips = page.getByRole('list', { name: '当前筛选条件' }).getByRole('listitem');
  await expect(chips).toHaveText([/^关键字料$/, /^类别原料$/, /^状态启用$/, '清除全部']);
  await expect(rowOf(page, 'M-2')).toHaveCount(0);
  await page.getByRole('button', { name: '去掉条件「类别」' }).click();
  await expect(rowOf(page, 'M-2')).toBeVisible();
  await expect(page).not.toHaveURL(/kind=/);
  await page.getByRole('button', { name: '清除全部' }).click();
  await expect(page).toHaveURL(/\/material\??$/);
  await expect(chips).toHaveCount(0);
});

test('width, pinning and order of columns are kept', async ({ page }) => {
  await page.goto('/material');
  const title = (name: string) => page.getByRole('columnheader', { name });
  const widthOf = async (name: string) => Math.round((await title(name).boundingBox())?.width ?? 0);
  await expect(title('规格')).toBeVisible();
  const before = await widthOf('规格');
  const grip = title('规格').locator('.column-grip');
  const box = (await grip.boundingBox()) as NonNullable<Awaited<ReturnType<typeof grip.boundingBox>>>;
  await page.mouse.move(box.x + 4, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 104, box.y + 8, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf('规格')).toBe(before + 100);
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('button', { name: '固定「状态」' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('columnheader').nth(1)).toHaveText('状态');
  await title('物料名称').locator('.column-title').dragTo(title('类别').locator('.column-title'));
  await expect.poll(() => widthOf('规格')).toBe(before + 100);
  await page.reload();
  await expect(page.getByRole('columnheader').nth(2)).toHaveText('物料编码');
  await expect(page.getByRole('columnheader').nth(4)).toHaveText('物料名称');
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('button', { name: '恢复默认' }).click();
  await expect(page.getByRole('columnheader').nth(1)).toHaveText('物料编码');
});

test('a view is saved under a name, opened by its address, and left by another search', async ({ page }) => {
  await page.goto('/material?kind=raw&sort=material_code');
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('checkbox', { name: '规格', exact: true }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /视图$/ }).click();
  await page.getByLabel('把当前的筛选、排序和列存为视图').fill('原料');
  await page.getByRole('checkbox', { name: '所有人可用' }).check();
  await page.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(page).toHaveURL(/\/material\?view=\d+$/);
  const address = page.url();

  await page.evaluate(() => localStorage.clear());
  await page.goto('/material');
  await expect(page.getByRole('columnheader', { name: '规格' })).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole('button', { name: /原料$/ })).toBeVisible();
  await expect(page.getByRole('cell', { name: /^M-/ })).toHaveText(['M-1', 'M-3']);
  await expect(page.getByRole('columnheader', { name: '规格' })).toHaveCount(0);
  await page.getByRole('button', { name: '去掉条件「类别」' }).click();
  await expect(page).not.toHaveURL(/view=/);
  await expect(page.getByRole('cell', { name: /^M-/ })).toHaveText(['M-1', 'M-2', 'M-3', 'M-4']);

  await page.getByRole('button', { name: /视图$/ }).click();
  await page.getByRole('button', { name: '原料', exact: true }).click();
  await expect(page).toHaveURL(address);
  await page.getByRole('region', { name: '原料信息' }).getByRole('button', { name: '原料' }).click();
  await page.getByRole('button', { name: '删除视图「原料」' }).click();
  await expect(page).toHaveURL(/\/material\??$/);
});

test('a name opens the detail, which steps to neighbouring rows by button and key', async ({ page }) => {
  await page.goto('/material?sort=material_code');
  await page.getByRole('link', { name: '料 2', exact: true }).click();
  await expect(page.getByRole('dialog', { name: '料 2' })).toBeVisible();
  await expect(page).toHaveURL(/detail=\d+/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: '料 3' })).toBeVisible();
  await page.getByRole('button', { name: '下一条' }).click();
  const last = page.getByRole('dialog', { name: '料 4' });
  await expect(last.getByRole('button', { name: '下一条' })).toBeDisabled();
  await page.reload();
  await expect(last).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('dialog', { name: '料 3' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).not.toHaveURL(/detail=/);
});

test('stepping continues across pages and ends with the list', async ({ page, server }) => {
  for (const at of Array.from({ length: 21 }, (_, index) => String(index + 1).padStart(2, '0'))) {
    await server.call(supplier.add, { supplier_code: `S-${at}`, supplier_name: `供应商 ${at}` });
  }
  const detail = (at: string) => page.getByRole('dialog', { name: `供应商 ${at}` });
  const step = (name: string) => page.getByRole('dialog').getByRole('button', { name });
  await page.goto('/material?tab=suppliers&sort=supplier_code&size=20');
  await page.getByRole('link', { name: '供应商 20', exact: true }).click();
  await expect(detail('20')).toBeVisible();
  await step('下一条').click();
  await expect(detail('21')).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await expect(step('下一条')).toBeDisabled();
  await page.keyboard.press('ArrowLeft');
  await expect(detail('20')).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);

  // The record named in the URL is opened even if it is not on the current page of the list.
  const { rows } = await server.call(supplier.page, { keyword: 'S-21' });
  await page.goto(`/material?tab=suppliers&sort=supplier_code&size=20&detail=${rows[0]?.id}`);
  await expect(detail('21')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: '供应商 01', exact: true }).click();
  await expect(step('上一条')).toBeDisabled();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the first record is in the upper third, targets have 44 pixels and inputs letters of 16', async ({ page }) => {
    for (const path of ['/productlist', '/material', '/stafflist', '/productsort']) {
      await page.goto(path);
      const first = page.locator('.data-page-card').first();
      await expect(first).toBeVisible();
      expect.soft((await first.boundingBox())?.y, path).toBeLessThanOrEqual(844 / 3);
      const small = await page
        .getByRole('main')
        .locator('button:visible, a:visible, label.row-check:visible, .data-page-search input:visible')
        .evaluateAll((all) =>
          all.flatMap((one) => {
            const box = (one.closest('.ant-select, .ant-input-affix-wrapper') ?? one).getBoundingClientRect();
            return box.height < 44 || box.width < 44 ? [`${one.className} ${box.width}×${box.height}`] : [];
          }),
        );
      expect.soft(small, path).toEqual([]);
      const typed = await page
        .locator('.data-page-search input')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).fontSize));
      expect.soft(new Set(typed), path).toEqual(new Set(['16px']));
    }
  });
});
