import { product } from '@suyuan/contract/base/product/product.ts';
import { touchTargets } from './measure.ts';
import { expect, signedIn, test } from './server.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test.beforeAll(({ server }) => server.call(product.add, { product_code: 'PHONE', product_name: '手中' }));
test.beforeEach(({ page, server }) => signedIn(page, server));

test("the menu's drawer has the settings, which cover no records", async ({ page }) => {
  await page.goto('/productlist');
  await expect(page.getByRole('button', { name: '界面设置' })).toBeHidden();
  await page.getByRole('button', { name: '展开或收起菜单' }).click();
  await page.getByRole('button', { name: '界面设置' }).click();
  const settings = page.getByRole('dialog', { name: '界面设置' });
  await expect(settings).toBeVisible();
  const heights = await settings
    .locator('.settings :is(button:not([role=switch]), label, input[type=color])')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(heights.filter((height) => height < 44)).toEqual([]);
});

test('a call explains that the device is offline', async ({ page }) => {
  await page.goto('/productlist');
  await expect(page.locator('.data-page-card').first()).toBeVisible();
  const list = page.getByRole('main');
  await list.getByRole('button', { name: '更多操作' }).click();
  await page.context().setOffline(true);
  await list.getByRole('button', { name: '刷新' }).click();
  await expect(page.getByText('设备没有连接网络，请连接后重试').first()).toBeVisible();
});

test('the sign-in page has touch targets on a phone', async ({ page }) => {
  await page.context().clearCookies();
  await page.goto('/login');
  await expect(page.getByRole('group', { name: '语言' })).toBeVisible();
  expect(await touchTargets(page)).toMatchObject({ width: 390, covered: [], low: [], smallLetters: [] });
});

test('desks show their choices completely on a phone, and the header names the page', async ({ page }) => {
  await page.goto('/relevance');
  await page.getByRole('tab', { name: '报废与抽样' }).click();
  const kinds = page.getByRole('radiogroup').filter({ visible: true });
  for (const kind of ['报废', '抽样', '剔除', '撤回登记'])
    expect(await kinds.getByText(kind, { exact: true }).evaluate(isWhole), kind).toBe(true);
  await page.getByRole('tab', { name: '按文件' }).click();
  await expect(page.getByText('不满的包装如何处理')).toBeVisible();
  const title = page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem').last();
  expect(await title.evaluate(isWhole)).toBe(true);
});

/** Whether an element lies within the screen, and shows all of its text. */
const isWhole = (one: Element): boolean => {
  const { left, right } = one.getBoundingClientRect();
  return left >= 0 && right <= innerWidth && one.scrollWidth <= Math.ceil(right - left);
};
