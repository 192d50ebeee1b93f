import { brand } from '@suyuan/contract/base/product/brand.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { menuTreeEnable } from '@suyuan/contract/organ/menu-setting.ts';
import { menu, tabs } from './navigate.ts';
import { expect, signedIn, test } from './server.ts';

test.beforeEach(async ({ page, server }) => {
  await page.context().addCookies([{ name: 'language', value: 'zh', url: server.url }]);
  await signedIn(page, server);
});

test('an error page keeps the console, its tabs and their unsaved forms', async ({ page }) => {
  await page.goto('/productsort');
  await page.getByRole('button', { name: '新增品牌' }).first().click();
  await page.getByRole('dialog', { name: '新增品牌' }).getByLabel('品牌名称').fill('云泉');
  await page.evaluate(() => {
    history.pushState({ idx: 1 }, '', '/no-such-screen');
    dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }));
  });
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible();
  await expect(menu(page)).toBeVisible();
  await tabs(page).getByRole('link', { name: '品牌设置' }).click();
  await expect(page.getByRole('dialog', { name: '新增品牌' }).getByLabel('品牌名称')).toHaveValue('云泉');
});

test('a menu that is disabled for everyone says so', async ({ page, server }) => {
  await server.call(menuTreeEnable, { menu_key: 'hierarchy', enabled: false });
  try {
    await page.goto('/hierarchy');
    const heading = page.getByRole('heading', { name: '「包装关系」已停用' });
    await expect(heading).toBeVisible();
    // 401 is also the AI of a consignment: what a link looks like without a value is no link.
    await page.reload();
    await expect(heading).toBeVisible();
    await expect(menu(page)).toBeVisible();
  } finally {
    await server.call(menuTreeEnable, { menu_key: 'hierarchy', enabled: true });
  }
});

test('a new role opens its permissions, and a one-time password names its person', async ({ page }) => {
  await page.goto('/role/rolemanage');
  await page.getByRole('button', { name: '新增角色' }).first().click();
  await expect(page.getByRole('dialog', { name: '新增角色' }).getByLabel('角色名称')).toBeFocused();
  await page.keyboard.type('新来的');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /新来的/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/stafflist');
  await page.getByRole('button', { name: '新增账号' }).first().click();
  const form = page.getByRole('dialog', { name: '新增账号' });
  await form.getByLabel('账号', { exact: true }).fill('wei');
  await form.getByLabel('姓名').fill('李伟');
  await form.getByLabel('邮箱').fill('wei');
  await page.keyboard.press('Enter');
  await expect(form.getByText('不是有效的邮箱地址')).toBeVisible();
  await form.getByLabel('邮箱').fill('wei@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: '李伟 (wei) 的一次性密码' })).toBeVisible();
});

test('a file of codes is looked up, with skipped lines reported', async ({ page }) => {
  await page.goto('/home/tagging/rulenews');
  const buffer = Buffer.from('W-1\nW-2\nW-1\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'codes.txt', mimeType: 'text/plain', buffer });
  const result = page.getByRole('region', { name: '查询结果' });
  await expect(result.getByRole('link', { name: 'W-1' })).toHaveAttribute('href', /informationinquiry\?code=W-1$/);
  await expect(result.getByRole('button', { name: '复制 W-2' })).toBeVisible();
  await expect(page.getByText('重复的 1 行只查询一次')).toBeVisible();
});

test('the change history shows names and plain text', async ({ page, server }) => {
  const { id: brand_id } = await server.call(brand.add, { brand_code: 'HISTORY', brand_name: '言泉' });
  const { id } = await server.call(product.add, {
    product_code: 'HISTORY',
    product_name: '有名',
    brand_id,
    description: { zh: '<p>清<strong>香</strong></p>' },
  });
  await page.goto(`/productpages?id=${id}`);
  await page.getByRole('button', { name: '变更历史' }).click();
  const history = page.getByRole('dialog', { name: /的变更历史/ });
  await expect(history.getByText('言泉')).toBeVisible();
  await expect(history.getByText('中文: 清香')).toBeVisible();
});

test('selects have placeholders, and resize observers log no errors', async ({ page }) => {
  await page.goto('/productaddedit');
  await expect(page.getByLabel('产品名称').or(page.getByLabel('产品编码')).first()).toBeVisible();
  await expect(page.getByText('请选择').first()).toBeVisible();
  await page.evaluate(() =>
    dispatchEvent(
      new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }),
    ),
  );
  await expect(page.getByRole('button', { name: '错误日志，共 0 条' })).toBeVisible();
});
