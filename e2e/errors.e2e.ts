import { menu, openScreen, withoutAnswers } from './navigate.ts';
import { expect, signedIn, test } from './server.ts';

test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server);
});

const products = '**/api/base/products/pagelist*';
/** An answer that makes the screen crash. */
const nonsense = { status_code: 200, message: '', code: 20000, data: { rows: [null], total: 1 } };

test('a crashed screen is logged, offers a way back and leaves the rest of the console intact', async ({ page }) => {
  await withoutAnswers(page);
  await page.route(products, (route) => route.fulfill({ json: nonsense }));
  await page.goto('/productlist');
  const crash = page.getByRole('main').getByRole('alert');
  await expect(crash.getByRole('heading', { name: '此页面出错了' })).toBeVisible();

  await page.getByRole('button', { name: '错误日志，共 1 条' }).click();
  const entry = page.getByRole('dialog', { name: '错误日志' }).getByRole('listitem');
  await expect(entry).toHaveCount(1);
  const [message, info, url, stack] = await entry.getByRole('definition').allTextContents();
  expect(message).toMatch(/null/);
  expect(info).toMatch(/at Suspense/);
  expect(url).toMatch(/\/productlist$/);
  expect(stack).toMatch(/TypeError/);
  await page.keyboard.press('Escape');

  // The rest of the console still works.
  await openScreen(page, '生码规则');
  await expect(page.getByRole('heading', { name: '生码规则' })).toBeVisible();

  await page.unroute(products);
  await openScreen(page, '产品列表');
  await expect(page.getByRole('heading', { name: '产品列表' })).toBeVisible();
});

test('a crashed screen offers the dashboard, a retry and a refresh of its tab', async ({ page }) => {
  const crash = page.getByRole('main').getByRole('heading', { name: '此页面出错了' });
  await withoutAnswers(page);
  await page.route(products, (route) => route.fulfill({ json: nonsense }));
  await page.goto('/productlist');
  await page.getByRole('main').getByRole('link', { name: '返回首页' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await openScreen(page, '产品列表');
  await expect(crash).toBeVisible();
  await page.unroute(products);
  await page.getByRole('main').getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('heading', { name: '产品列表' })).toBeVisible();

  await page.route(products, (route) => route.fulfill({ json: nonsense }));
  await page.getByRole('button', { name: '刷新', exact: true }).click();
  await expect(crash).toBeVisible();
  await page.unroute(products);
  await page.getByRole('button', { name: '标签页操作' }).click();
  await page.getByRole('menuitem', { name: '刷新' }).click();
  await expect(page.getByRole('heading', { name: '产品列表' })).toBeVisible();
});

test('a screen that failed to load can be retried', async ({ page }) => {
  await page.goto('/productlist');
  const file = /\/assets\/dashboard\.screen-.*\.js/;
  await page.route(file, (route) => route.abort());
  await menu(page).getByRole('link', { name: '首页' }).click();
  const crash = page.getByRole('main').getByRole('alert');
  await expect(crash.getByRole('heading', { name: '此页面出错了' })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.unroute(file);
  await crash.getByRole('button', { name: '重试' }).click();
  await expect(crash).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
});

test('a console that failed to load says so', async ({ page }) => {
  const file = /\/assets\/Console-.*\.js|\/assets\/frame-.*\.js/;
  await page.route(file, (route) => route.abort());
  await page.goto('/productlist');
  await expect(page.getByRole('heading', { name: '控制台没有打开' })).toBeVisible();
  await page.unroute(file);
  await page.getByRole('button', { name: '刷新整个页面' }).click();
  await expect(page.getByRole('heading', { name: '产品列表' })).toBeVisible();
});

test('a language whose texts fail to load is refused with a message', async ({ page }) => {
  await page.goto('/productlist');
  await page.route(/\/assets\/texts\.ja\..*\.js/, (route) => route.abort());
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitem', { name: '日本語' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '网络错误' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  expect((await page.context().cookies()).some(({ name }) => name === 'language')).toBe(false);
});

test("fullscreen unsupported: warning 'you browser can not work'", async ({ page, server }) => {
  await page.context().addCookies([{ name: 'language', value: 'en', url: server.url }]);
  await page.addInitScript(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'you browser can not work' })).toBeVisible();
});

test('fullscreen toggle', async ({ page }) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: '全屏', exact: true }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('HTML');
  await page.getByRole('button', { name: '退出全屏' }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
});

test('an error toast disappears after 5 s, stays under the pointer and can be closed', async ({ page }) => {
  await page.clock.install();
  await page.goto('/productlist');
  await expect(page.getByRole('heading', { name: '产品列表' })).toBeVisible();
  await page.route(products, (route) =>
    route.fulfill({ status: 409, json: { status_code: 409, message: '冲突了', code: 40900, data: null } }),
  );
  const toast = page.locator('.notice').filter({ hasText: '冲突了' });
  const refresh = page.getByRole('button', { name: '刷新', exact: true });
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await refresh.click();
  await expect(toast).toBeVisible();
  await page.clock.runFor(4_900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toHaveCount(0);

  await refresh.click();
  await toast.hover();
  await page.clock.runFor(20_000);
  await expect(toast).toBeVisible();
  await toast.getByRole('button', { name: '关闭提示' }).click();
  await expect(toast).toHaveCount(0);
});

test('a part that fails to load offline can be retried in place, and keeps what was typed', async ({ page }) => {
  await page.goto('/material');
  await expect(page.getByRole('region', { name: '原料信息' })).toHaveAttribute('aria-busy', 'false');
  await page.context().setOffline(true);
  await page.getByLabel('关键字').fill('酒瓶');
  await page.getByLabel('关键字').press('Enter');
  const missing = page.getByRole('main').getByRole('alert').filter({ hasText: '这部分没有加载出来' });
  await expect(missing).toContainText('设备没有连接网络');
  await expect(page.getByLabel('关键字')).toHaveValue('酒瓶');
  await page.getByRole('button', { name: '新增物料' }).first().click();
  const dialog = page.getByRole('dialog', { name: '这部分没有加载出来' });
  await expect(dialog).toBeVisible();

  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: '重试' }).click();
  const form = page.getByRole('dialog', { name: '新增物料' });
  await expect(form.getByLabel('物料名称')).toBeVisible();
  await form.getByRole('button', { name: /取\s*消/ }).click();
  await missing.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('list', { name: '当前筛选条件' })).toContainText('酒瓶');
});
