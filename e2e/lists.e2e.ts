import { readFile } from 'node:fs/promises';
import { product } from '@suyuan/contract/base/product/product.ts';
import { withoutAnswers } from './navigate.ts';
import { expect, signedIn, test } from './server.ts';

const names = ['寻梅', '寻兰', '其他'];

test.beforeAll(async ({ server }) => {
  for (const [index, product_name] of names.entries()) {
    await server.call(product.add, { product_code: `seek-${index}`, product_name });
  }
});
test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server);
});

test("a search is in the address and in the browser's history", async ({ page }) => {
  await page.goto('/productlist');
  await page.getByLabel('关键字').fill('寻');
  await page.getByRole('button', { name: /^查\s*询$/ }).click();
  await expect(page).toHaveURL(/keyword=/);
  await expect(page.getByRole('cell', { name: '寻梅', exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: '其他' })).toHaveCount(0);
  await page.getByRole('columnheader', { name: '产品名称' }).click();
  await expect(page).toHaveURL(/sort=product_name/);
  await page.reload();
  await expect(page.getByRole('textbox', { name: '关键字' })).toHaveValue('寻');
  await expect(page.getByRole('cell', { name: /^寻/ })).toHaveText(['寻兰', '寻梅']);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('cell', { name: '其他' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: '关键字' })).toHaveValue('');
});

test('hidden and moved columns are kept', async ({ page }) => {
  await page.goto('/productlist');
  await expect(page.getByRole('columnheader', { name: 'GTIN' })).toBeVisible();
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('checkbox', { name: 'GTIN' }).uncheck();
  await page.getByRole('button', { name: '上移「产品名称」' }).click();
  await page.reload();
  await expect(page.getByRole('columnheader').nth(1)).toHaveText('产品名称');
  await expect(page.getByRole('columnheader', { name: 'GTIN' })).toHaveCount(0);
});

test('the chosen density is kept', async ({ page }) => {
  await page.goto('/productlist?keyword=seek-');
  const row = page.getByRole('row', { name: /寻梅/ });
  const height = async () => (await row.boundingBox())?.height ?? 0;
  await expect(row).toBeVisible();
  const before = await height();
  await page.getByRole('button', { name: '密度' }).click();
  await page.getByRole('menuitem', { name: '宽松' }).click();
  await expect.poll(height).toBeGreaterThan(before);
  const roomy = await height();
  await page.reload();
  await expect.poll(height).toBe(roomy);
});

test('row actions are fully visible in every language, above other columns', async ({ page, server }) => {
  for (const language of ['zh', 'en', 'es', 'ja']) {
    await page.context().addCookies([{ name: 'language', value: language, url: server.url }]);
    await page.goto('/productlist?keyword=seek-');
    await expect(page.locator('.row-actions')).toHaveCount(names.length);
    const sticksOut = await page.locator('.row-actions').evaluateAll((all) =>
      all.some((it) => {
        const cell = it.closest('td')?.getBoundingClientRect();
        return [...it.children].some((one) => one.getBoundingClientRect().right > (cell?.right ?? 0) + 1);
      }),
    );
    expect(sticksOut, language).toBe(false);
  }
});

test('an export has all results in the shown columns', async ({ page }) => {
  await page.goto('/productlist?keyword=seek-');
  await page.getByRole('button', { name: '导出' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: '导出 CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('产品列表.csv');
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toContain('产品名称');
  expect(lines).toHaveLength(4);
});

test('an import checks each line before it writes', async ({ page }) => {
  await page.goto('/productlist');
  await page.getByRole('button', { name: '导入' }).click();
  const wizard = page.getByRole('dialog', { name: '导入产品列表' });
  await wizard.locator('input[type=file]').setInputFiles({
    name: 'p.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('产品编码,产品名称,GTIN\nimp-1,一号,6901234567915\nimp-2,二号,123\n'),
  });
  await expect(wizard.getByText('共 2 行：新增 1 行，有误 1 行')).toBeVisible();
  await expect(wizard.getByRole('cell', { name: /GTIN 不是有效的 GTIN/ })).toBeVisible();
  await wizard.getByRole('button', { name: '只导入正确的 1 行' }).click();
  await expect(page.getByText('已导入 1 行').first()).toBeVisible();
  await expect(page.getByRole('cell', { name: '一号' })).toBeVisible();
});

test('/ focuses the search, n adds a row, and refused fields show their errors', async ({ page }) => {
  await page.goto('/productlist');
  await expect(page.getByRole('heading', { name: '产品列表' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByLabel('关键字')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.locator('h1').click();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/productaddedit/);
  await page.getByRole('textbox', { name: '产品编码' }).fill('SEEK-0');
  await page.getByRole('textbox', { name: '产品名称' }).fill('又一个');
  await page.keyboard.press('Enter');
  await expect(page.getByText('「SEEK-0」已被使用')).toBeVisible();
});

test('a server without an answer is reported with a retry button', async ({ page }) => {
  await withoutAnswers(page);
  await page.route('**/api/base/products/pagelist*', (route) => route.abort());
  await page.goto('/productlist');
  await expect(page.getByText('没有加载成功')).toBeVisible();
  await page.unroute('**/api/base/products/pagelist*');
  await page.getByRole('button', { name: /重\s*试/ }).click();
  await expect(page.getByText(/^共 \d+ 条$/)).toBeVisible();
});
