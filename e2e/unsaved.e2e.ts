import type { Locator, Page } from '@playwright/test';
import { dealer } from '@suyuan/contract/base/dealer.ts';
import { brand } from '@suyuan/contract/base/product/brand.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { department } from '@suyuan/contract/organ/department.ts';
import { position } from '@suyuan/contract/organ/position.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { openScreen, tabs } from './navigate.ts';
import { expect, signedIn, test } from './server.ts';

test.beforeEach(async ({ page, server }) => {
  await page.context().addCookies([{ name: 'language', value: 'zh', url: server.url }]);
  await signedIn(page, server);
});

const question = (page: Page): Locator => page.getByRole('dialog', { name: '放弃未保存的修改？' });
const keepEditing = (page: Page) => question(page).getByRole('button', { name: '继续编辑' });

/** Opens the form of a new brand, whose first field has the focus. */
async function newBrand(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '新增品牌' }).first().click();
  const form = page.getByRole('dialog', { name: '新增品牌' });
  await expect(form.getByLabel('品牌名称')).toBeFocused();
  return form;
}

test('a changed form asks before closing in any way, an unchanged one does not', async ({ page }) => {
  await page.goto('/productsort');
  const form = await newBrand(page);
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);

  await newBrand(page);
  await page.keyboard.type('云泉');
  const ways = [
    () => page.keyboard.press('Escape'),
    () => form.getByRole('button', { name: /取\s*消/ }).click(),
    () => form.getByRole('button', { name: '关闭' }).click(),
    () => page.mouse.click(10, 600),
  ];
  for (const close of ways) {
    await close();
    await expect(keepEditing(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(form.getByLabel('品牌名称')).toHaveValue('云泉');
  }
  // Undone input is no change.
  await form.getByLabel('品牌名称').fill('');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);

  await newBrand(page);
  await page.keyboard.type('云泉');
  await page.keyboard.press('Escape');
  await question(page).getByRole('button', { name: '放弃修改' }).click();
  await expect(form).toHaveCount(0);
  await page.goto('/store');
  await expect(page.getByRole('heading', { name: '仓库管理' })).toBeVisible();
});

test('a form is kept behind its tab, and tab and browser ask before closing it', async ({ page }) => {
  await page.goto('/store');
  await openScreen(page, '品牌设置');
  const form = await newBrand(page);
  await page.keyboard.type('云泉');
  await page.goBack();
  await expect(page.getByRole('heading', { name: '仓库管理' })).toBeVisible();
  await expect(tabs(page).getByRole('img', { name: '有未保存的修改' })).toBeVisible();
  await tabs(page).getByRole('link', { name: '品牌设置' }).click();
  await expect(form.getByLabel('品牌名称')).toHaveValue('云泉');
  await page.goBack();

  for (const action of ['关闭其他', '关闭所有']) {
    await tabs(page).getByRole('link', { name: '仓库管理' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: action }).last().click();
    await keepEditing(page).click();
  }
  let warned = 0;
  page.on('dialog', (dialog) => {
    warned += dialog.type() === 'beforeunload' ? 1 : 0;
    void dialog.dismiss();
  });
  await page.evaluate(() => location.reload());
  await expect.poll(() => warned).toBe(1);

  await page.getByRole('button', { name: '关闭 品牌设置' }).click();
  await question(page).getByRole('button', { name: '放弃修改' }).click();
  await expect(tabs(page).getByRole('link', { name: '品牌设置' })).toHaveCount(0);
  await page.reload();
  expect(warned).toBe(1);
});

test('a changed form asks before another record of its screen replaces it', async ({ page, server }) => {
  for (const product_code of ['U-P1', 'U-P2']) {
    await server.call(product.add, { product_code, product_name: product_code });
  }
  await page.goto('/productlist');
  const edit = (code: string) =>
    page
      .getByRole('row', { name: new RegExp(code) })
      .getByRole('button', { name: '修改' })
      .click();
  await edit('U-P1');
  await page.getByLabel('产品名称').fill('云泉');
  await tabs(page).getByRole('link', { name: '产品列表' }).click();
  await edit('U-P2');
  await expect(keepEditing(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await tabs(page).getByRole('link', { name: '产品新增编辑' }).click();
  await expect(page.getByLabel('产品名称')).toHaveValue('云泉');

  await tabs(page).getByRole('link', { name: '产品列表' }).click();
  await edit('U-P2');
  await question(page).getByRole('button', { name: '放弃修改' }).click();
  await expect(page.getByLabel('产品名称')).toHaveValue('U-P2');
});

test('settings for a file of an order are asked about until it is made', async ({ page, server }) => {
  const format = { prefix: 'U', alphabet: 'digits', body_length: 15, check: 'none', carrier: 'plain' } as const;
  const { id: rule_id } = await server.call(codeRule.add, { rule_name: 'U', level: 1, ...format });
  const { order_no } = await server.call(orderAdd, { rule_id, quantity: 10 });
  await page.goto('/home/tagging/readycreate');
  const files = page.getByRole('dialog', { name: new RegExp(order_no) });
  const open = () =>
    page
      .getByRole('row', { name: new RegExp(order_no) })
      .getByRole('button', { name: '文件与标签' })
      .click();
  await open();
  await expect(files.getByRole('radio', { name: 'CSV' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(files).toHaveCount(0);

  await open();
  await files.getByText('CSV').click();
  await page.keyboard.press('Escape');
  await keepEditing(page).click();
  await files.getByLabel('用途').fill('试贴');
  const downloading = page.waitForEvent('download');
  await files.getByRole('button', { name: /^下\s*载$/ }).click();
  await downloading;
  await expect(files.getByText('试贴')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(files).toHaveCount(0);
});

test('a file chosen for a waybill is asked about, an empty dialog is not', async ({ page, server }) => {
  const store = { warehouse_code: 'U-1', warehouse_name: '一库', warehouse_type: 'finished' } as const;
  const { id: from_warehouse_id } = await server.call(warehouse.add, store);
  const { id: to_dealer_id } = await server.call(dealer.add, {
    dealer_code: 'U-1',
    dealer_name: '云河',
    dealer_level: 1,
  });
  const { id: product_id } = await server.call(product.add, { product_code: 'U-53', product_name: '云泉 53°' });
  const lines = [{ product_id, quantity: 1 }];
  await server.call(waybill.add, { waybill_no: 'U-YD', kind: 'sale', from_warehouse_id, to_dealer_id, lines });
  await page.goto('/freight');
  const loading = page.getByRole('dialog', { name: '按文件装车：U-YD' });
  const open = async () => {
    await page.getByRole('row', { name: /U-YD/ }).getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '按文件装车' }).click();
    await expect(loading).toBeVisible();
  };
  await open();
  await loading
    .getByRole('button', { name: /关\s*闭/ })
    .last()
    .click();
  await expect(loading).toHaveCount(0);

  await open();
  const file = { name: 'cases.txt', mimeType: 'text/plain', buffer: Buffer.from('nothing\n') };
  await loading.locator('input[type=file]').setInputFiles(file);
  const lookedAt = loading.getByRole('region', { name: 'cases.txt 的前几行' });
  await expect(lookedAt).toBeVisible();
  await page.keyboard.press('Escape');
  await keepEditing(page).click();
  await expect(lookedAt).toBeVisible();
  await loading
    .getByRole('button', { name: /关\s*闭/ })
    .last()
    .click();
  await question(page).getByRole('button', { name: '放弃修改' }).click();
  await expect(loading).toHaveCount(0);
});

test('the name of an unsaved view is asked about', async ({ page }) => {
  await page.goto('/productsort');
  const views = page.getByRole('button', { name: /视图$/ });
  const name = page.getByLabel('把当前的筛选、排序和列存为视图');
  await views.click();
  await name.fill('启用的');
  await page.getByRole('heading', { name: '品牌设置' }).click();
  await keepEditing(page).click();
  await expect(name).toHaveValue('启用的');
  await page.getByRole('heading', { name: '品牌设置' }).click();
  await question(page).getByRole('button', { name: '放弃修改' }).click();
  await expect(name).toHaveCount(0);
  await views.click();
  await expect(name).toHaveValue('');
});

test('a reason at a desk and choices beside a record are asked about', async ({ page, server }) => {
  await page.goto('/home/plant/production/replace');
  await page.getByRole('combobox', { name: '原因' }).fill('贴歪了');
  await page.getByRole('button', { name: '关闭 关联替换' }).click();
  await keepEditing(page).click();
  await expect(page.getByRole('combobox', { name: '原因' })).toHaveValue('贴歪了');

  const { id: department_id } = await server.call(department.add, { depart_code: 'U', depart_name: '未存部' });
  await server.call(position.add, { department_id, position_name: '专员' });
  await server.call(role.add, { role_name: '未存角色', permissions: [] });
  await openScreen(page, '权限管理');
  await page.getByRole('link', { name: '未存角色' }).click();
  const detail = page.getByRole('dialog', { name: '未存角色' });
  await detail.getByRole('combobox', { name: '选择职位' }).click();
  await page.getByTitle('专员 (未存部)').click();
  await detail.getByRole('button', { name: '关闭' }).click();
  await keepEditing(page).click();
  await detail.getByRole('button', { name: /^添\s*加$/ }).click();
  await expect(detail.getByRole('cell', { name: '专员' })).toBeVisible();
  await detail.getByRole('button', { name: '关闭' }).click();
  await expect(detail).toHaveCount(0);
});

test('a server error disappears when its field changes, and Enter saves', async ({ page, server }) => {
  await server.call(brand.add, { brand_code: 'U-YQ', brand_name: '云泉' });
  await page.goto('/productsort');
  const form = await newBrand(page);
  await page.keyboard.type('云泉');
  await form.getByLabel('品牌编码').fill('u-yq');
  await page.keyboard.press('Enter');
  const taken = form.getByText(/已被占用|已存在|u-yq/).first();
  await expect(taken).toBeVisible();
  await form.getByLabel('品牌编码').fill('u-yq2');
  await expect(taken).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('cell', { name: 'u-yq2' })).toBeVisible();
});

test('tabs are restored after a reload with their addresses, for the same person only', async ({ page }) => {
  await page.goto('/productsort?keyword=x');
  await openScreen(page, '仓库管理');
  await page.reload();
  await expect(tabs(page).getByRole('link')).toHaveText(['首页', '品牌设置', '仓库管理']);
  await tabs(page).getByRole('link', { name: '品牌设置' }).click();
  await expect(page).toHaveURL(/\/productsort\?keyword=x$/);

  await page.getByRole('button', { name: '关闭 仓库管理' }).click();
  await page.reload();
  await expect(tabs(page).getByRole('link')).toHaveText(['首页', '品牌设置']);
  await asAnother(page);
  await page.goto('/store');
  await expect(tabs(page).getByRole('link')).toHaveText(['首页', '仓库管理']);
});

/** Replaces the account of the stored tabs by another one. */
const asAnother = (page: Page) =>
  page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('tabs') ?? '{}');
    addEventListener('pagehide', () =>
      sessionStorage.setItem('tabs', JSON.stringify({ ...kept, account: '1 somebody' })),
    );
  });

test('an unused record is deleted after a warning that this is final', async ({ page, server }) => {
  await server.call(brand.add, { brand_code: 'U-DEL', brand_name: '没人用' });
  await page.goto('/productsort');
  const row = page.getByRole('row', { name: /U-DEL/ });
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '停用' }).click();
  await expect(row).toContainText('停用');
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(row).toContainText('启用');
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  const dialog = page.getByRole('dialog', { name: '删除「没人用」？' });
  await expect(dialog).toContainText('删除后不能恢复');
  await dialog.getByRole('button', { name: /删\s*除/ }).click();
  await expect(row).toHaveCount(0);
});
