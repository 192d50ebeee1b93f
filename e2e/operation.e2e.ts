import { withoutAnswers } from './navigate.ts';
import { expect, signedIn, test } from './server.ts';

// What a person sees and gives to whoever looks after the server.

const products = '**/api/base/products/pagelist*';
const refusal = (status: number, code: number, message: string) => ({
  status,
  headers: { 'x-request-id': '1e139525-2bc8' },
  json: { status_code: status, code, message, data: null },
});

test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server);
});

test('the id of a failed request is in the notice and in place of the list, to be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await withoutAnswers(page);
  await page.route(products, (route) => route.fulfill(refusal(500, 50000, '服务器出错了')));
  await page.goto('/productlist');
  const notice = page.getByRole('alert').filter({ hasText: '服务器出错了' });
  await expect(notice).toContainText('请求编号 1e139525-2bc8');
  const place = page.getByRole('main').locator('.page-failure');
  await place.getByRole('button', { name: '复制请求编号' }).click();
  await expect(place).toContainText('请求编号已复制');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1e139525-2bc8');
});

test('the page of a refused call shows its id, also after a reload', async ({ page }) => {
  await withoutAnswers(page);
  await page.route(products, (route) => route.fulfill(refusal(401, 40100, '没有权限')));
  await page.goto('/productlist');
  await expect(page).toHaveURL(/\/401$/);
  await expect(page.getByRole('main')).toContainText('请求编号 1e139525-2bc8');
  await page.reload();
  await expect(page.getByRole('main')).toContainText('请求编号 1e139525-2bc8');
});

test('an administrator sees the state of the installation', async ({ page }) => {
  await page.goto('/home/organ/systemstatus');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: '系统状态' })).toBeVisible();
  await expect(main.getByRole('row', { name: /运行中/ })).toBeVisible();
  await expect(main.getByRole('row', { name: /操作日志与证据/ })).toBeVisible();
  await expect(main.getByText('数据库大小')).toBeVisible();
});
