import type { Page } from '@playwright/test';
import { menu, openScreen, tabs } from './navigate.ts';
import { expect, signedIn, test } from './server.ts';

test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server);
});

async function openMany(page: Page): Promise<void> {
  await page.goto('/home/tagging/records');
  for (const title of ['生码查询表', '生码规则', '产品列表']) await openScreen(page, title);
}

test('pinned tabs exist from the start, and tabs are added once per path', async ({ page }) => {
  await openMany(page);
  await openScreen(page, '生码规则');
  await expect(page).toHaveURL(/\/coderule$/);
  await expect(tabs(page).getByRole('link')).toHaveText(['首页', '生码记录表', '生码查询表', '生码规则', '产品列表']);
});

test('closing another tab stays on the page, and closing all goes to the pinned one', async ({ page }) => {
  await openMany(page);
  await tabs(page).getByRole('link', { name: '生码规则' }).click({ button: 'middle' });
  await expect(tabs(page).getByRole('link')).toHaveText(['首页', '生码记录表', '生码查询表', '产品列表']);
  await expect(page).toHaveURL(/\/productlist$/);
  await tabs(page).getByRole('link', { name: '产品列表' }).focus();
  await page.keyboard.press('Delete');
  await expect(page).toHaveURL(/\/rulenews$/);
});

test('the menu of a tab is at least 105 px wide, and cannot close a pinned one', async ({ page }) => {
  await openMany(page);
  await tabs(page).getByRole('link', { name: '产品列表' }).click({ button: 'right' });
  await expect(page.getByRole('menu').last().getByRole('menuitem')).toHaveText([
    '刷新',
    '关闭',
    '关闭其他',
    '关闭所有',
  ]);
  expect((await page.getByRole('menu').last().boundingBox())?.width).toBeGreaterThanOrEqual(105);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: '关闭其他' })).toHaveCount(0);
  await tabs(page).getByRole('link', { name: '首页' }).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: '关闭所有' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '关闭', exact: true })).toHaveCount(0);
});

test('the wheel scrolls the tab bar by a quarter of its delta, and the active tab is scrolled into view', async ({
  page,
}) => {
  await openMany(page);
  await page.setViewportSize({ width: 400, height: 800 });
  const bar = tabs(page).getByRole('list');
  const left = () => bar.evaluate((list) => list.scrollLeft);
  await tabs(page).getByRole('link', { name: '产品列表' }).hover();
  const before = await left();
  await page.mouse.wheel(0, -120);
  await expect.poll(left).toBe(before - 30);
  await page.mouse.wheel(0, 120);
  await expect.poll(left).toBe(before);
  await tabs(page).getByRole('link', { name: '首页' }).click();
  await expect.poll(left).toBe(0);
});

test('noCache discards a half-filled profile after visiting another tab', async ({ page }) => {
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/profile\/index$/);
  await expect(page).toHaveTitle('个人中心 - 4.1.0追溯系统');
  await page.getByLabel('当前密码').fill('填了一半');
  await menu(page).getByRole('link', { name: '首页' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByLabel('当前密码')).toBeHidden();
  await tabs(page).getByRole('link', { name: '个人中心' }).click();
  await expect(page.getByLabel('当前密码')).toHaveValue('');
});

test('refresh clears the cache and redirects through /redirect/{fullPath}: the tab keeps its query', async ({
  page,
}) => {
  await page.goto('/redirect/productlist?keyword=x');
  await expect(page).toHaveURL(/\/productlist\?keyword=x$/);
  await expect(page.getByRole('textbox', { name: '关键字' })).toHaveValue('x');
  await page.getByRole('textbox', { name: '关键字' }).fill('填了一半');
  const request = page.waitForRequest(/products\/pagelist\?.*keyword=x/);
  await tabs(page).getByRole('link', { name: '产品列表' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: '刷新' }).click();
  await request;
  await expect(page.getByRole('textbox', { name: '关键字' })).toHaveValue('x');
  await expect(page).toHaveURL(/\/productlist\?keyword=x$/);
});

test('the breadcrumb shows the path of the page with links', async ({ page }) => {
  await page.goto('/home/tagging/coderule');
  const crumbs = page.getByRole('navigation', { name: '当前位置' });
  await expect(crumbs.getByRole('listitem')).toHaveText(['首页', '产品追溯系统', '赋码管理', '生码规则']);
  await crumbs.getByRole('link', { name: '赋码管理' }).click();
  await expect(page).toHaveURL(/\/home\/tagging\/(?!coderule)\w+$/);
});
