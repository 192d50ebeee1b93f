import { readdirSync, readFileSync } from 'node:fs';
import { gatedRoutes, staticRoutes } from '@suyuan/web/core/navigation/routes.ts';
import { menuTree } from '@suyuan/web/layout/sidebar/menuTree.ts';
import { menu, openScreen, tabs } from './navigate.ts';
import { expect, signedIn, test } from './server.ts';

const locale = new URL('../locales/zh/', import.meta.url);
/** All texts of all files. */
const zh: Readonly<Record<string, string>> = Object.assign(
  {},
  ...readdirSync(locale).map((name) => JSON.parse(readFileSync(new URL(name, locale), 'utf8'))),
);

test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server);
});

test.describe('sidebar', () => {
  test('lists permitted routes, a node with one visible child as a single item; menu colours text #bfcbd9, active #409EFF', async ({
    page,
  }) => {
    await page.goto('/home/tagging/records');
    const titles = menuTree([...staticRoutes, ...gatedRoutes]).map(({ title }) => zh[title]);
    // Screens for everyone come first, then the titled group of those behind permissions.
    const items = menu(page)
      .getByRole('menu')
      .first()
      .locator('> li:not(.ant-menu-item-group), > li > ul[role=group] > li');
    await expect(menu(page).getByText('产品追溯系统')).toBeVisible();
    await expect(items).toHaveText(titles.map((title) => new RegExp(`^${title}`)));
    const shown = menu(page).getByRole('menuitem', { name: '生码记录表' });
    await expect(shown).toHaveClass(/selected/);
    await expect(shown.getByRole('link')).toHaveCSS('color', 'rgb(64, 158, 255)');
    await expect(menu(page).getByRole('link', { name: '生码规则' })).toHaveCSS('color', 'rgb(191, 203, 217)');
  });

  test('works while the first screen loads', async ({ page }) => {
    const screen = Promise.withResolvers<void>();
    await page.route(/\/assets\/productlist\.screen-.*\.js/, async (route) => {
      await screen.promise;
      await route.continue();
    });
    await page.goto('/productlist', { waitUntil: 'commit' });
    await expect(menu(page).getByRole('menuitem', { name: '产品列表' })).toHaveClass(/selected/);
    await expect(page.getByRole('main').getByRole('status')).toHaveText('正在加载');
    await page.getByRole('button', { name: '展开或收起菜单' }).click();
    await expect(page.locator('#sidebar')).toHaveCSS('width', '54px');

    screen.resolve();
    await expect(page.getByRole('heading', { name: '产品列表' })).toBeVisible();
    await expect(page.locator('#sidebar')).toHaveCSS('width', '54px');
  });

  test('preloads a screen when its link is hovered', async ({ page }) => {
    await page.goto('/productlist');
    const fetched = page.waitForResponse(/\/assets\/dashboard\.screen-.*\.js/);
    await menu(page).getByRole('link', { name: '首页' }).hover();
    expect((await fetched).status()).toBe(200);
    await expect(page).toHaveURL(/\/productlist/);
  });

  test('is 210 px wide, collapses and is remembered in sidebarStatus', async ({ page, context }) => {
    await page.goto('/dashboard');
    const sidebar = page.locator('#sidebar');
    await expect(sidebar).toHaveCSS('width', '210px');
    await expect(sidebar).toHaveCSS('background-color', 'rgb(48, 65, 86)');
    await page.getByRole('button', { name: '展开或收起菜单' }).click();
    await expect(sidebar).toHaveCSS('width', '54px');
    expect((await context.cookies()).find(({ name }) => name === 'sidebarStatus')?.value).toBe('0');
    await page.reload();
    await expect(sidebar).toHaveCSS('width', '54px');
    await page.getByRole('button', { name: '展开或收起菜单' }).click();
    await expect(sidebar).toHaveCSS('width', '210px');
    expect((await context.cookies()).find(({ name }) => name === 'sidebarStatus')?.value).toBe('1');
  });

  test('wraps long titles to two lines, and names entries by the title alone', async ({ page, server }) => {
    await page.context().addCookies([{ name: 'language', value: 'es', url: server.url }]);
    await page.goto('/hierarchy');
    const titles = page.locator('#sidebar .ant-menu-title-content:visible');
    await expect(titles.filter({ hasText: 'Relaciones de embalaje' })).toBeVisible();
    const cut = await titles.evaluateAll((all) =>
      all
        .filter((it) => it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight)
        .map((it) => it.textContent),
    );
    expect(cut).toEqual([]);
    await expect(page.getByRole('menuitem', { name: 'Relaciones de embalaje' })).toHaveAccessibleName(
      'Relaciones de embalaje',
    );
  });

  test('has a logo that links to /', async ({ page }) => {
    await page.goto('/productlist');
    await page.getByRole('link', { name: '4.1.0追溯系统' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test.describe('tab bar', () => {
  const visit = async (page: import('@playwright/test').Page) => {
    await page.goto('/dashboard');
    await openScreen(page, '产品列表');
    await openScreen(page, '生码规则');
    await expect(tabs(page).getByRole('link')).toHaveText(['首页', '产品列表', '生码规则']);
  };

  test('closing the active tab goes to the last remaining one, and the pinned one cannot be closed', async ({
    page,
  }) => {
    await visit(page);
    await tabs(page).getByRole('button', { name: '关闭 生码规则' }).click();
    await expect(page).toHaveURL(/\/productlist/);
    await tabs(page).getByRole('link', { name: '产品列表' }).click({ button: 'middle' });
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(tabs(page).getByRole('button', { name: '关闭 首页' })).toHaveCount(0);
    await tabs(page).getByRole('link', { name: '首页' }).click({ button: 'middle' });
    await expect(tabs(page).getByRole('link')).toHaveText(['首页']);
  });

  test('the right button offers refresh, close, close others, close all', async ({ page }) => {
    await visit(page);
    await tabs(page).getByRole('link', { name: '产品列表' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: '关闭其他' }).click();
    await expect(tabs(page).getByRole('link')).toHaveText(['首页', '产品列表']);
    await expect(page).toHaveURL(/\/productlist/);
    await tabs(page).getByRole('link', { name: '产品列表' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: '关闭所有' }).click();
    await expect(tabs(page).getByRole('link')).toHaveText(['首页']);
    await expect(page).toHaveURL(/\/dashboard/);
  });

  test('a half-filled form is kept while another tab is visited, and cleared by a refresh', async ({ page }) => {
    await visit(page);
    await page.getByRole('button', { name: '新增规则' }).first().click();
    await page.getByRole('dialog').getByLabel('规则名称').fill('填了一半');
    // Navigates by the history, because the dialog covers the page and blocks the keyboard.
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(/\/productlist/);
    await page.evaluate(() => history.forward());
    await expect(page).toHaveURL(/\/coderule/);
    await expect(page.getByRole('dialog').getByLabel('规则名称')).toHaveValue('填了一半');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /取\s*消/ })
      .click();
    await page.getByRole('button', { name: '放弃修改' }).click();
    const search = page.getByRole('form', { name: '查询' }).getByLabel('规则名称');
    await search.fill('搜一半');
    await tabs(page).getByRole('link', { name: '产品列表' }).click();
    await tabs(page).getByRole('link', { name: '生码规则' }).click();
    await expect(search).toHaveValue('搜一半');
    await page.getByRole('button', { name: '标签页操作' }).click();
    await page.getByRole('menuitem', { name: '刷新' }).click();
    await expect(search).toHaveValue('');
    await expect(page).toHaveURL(/\/home\/tagging\/coderule/);
  });
});

test('header search finds screens by translated title and path, also with Ctrl-K', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: '搜索页面' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '搜索页面' }).fill('查询记录');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/customerquery/);
  await page.getByRole('button', { name: '搜索页面' }).click();
  await page.getByRole('combobox', { name: '搜索页面' }).fill('coderule');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home\/tagging\/coderule/);
});

test('each of the four sizes resizes the controls and is stored in a cookie', async ({ page, context }) => {
  await page.goto('/productlist');
  const button = page.getByRole('button', { name: '新增产品' }).first();
  const height = async () => (await button.boundingBox())?.height;
  // The console starts with the smallest size.
  for (const [size, pixels] of [
    ['默认', 40],
    ['中等', 36],
    ['小型', 32],
    ['超小', 28],
  ] as const) {
    await page.getByRole('button', { name: '布局大小' }).click();
    await page.getByRole('menuitem', { name: size }).click();
    await expect(page.getByText('切换布局大小成功').first()).toBeVisible();
    await expect.poll(height).toBe(pixels);
  }
  expect((await context.cookies()).find(({ name }) => name === 'size')?.value).toBe('mini');
});

test('the language switches without a reload and is stored in a cookie', async ({ page, context }) => {
  await page.goto('/productlist');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(page.getByText('Switch Language Success').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Product list' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add product' }).first()).toBeVisible();
  await expect(page).toHaveTitle(/^Product list/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect((await context.cookies()).find(({ name }) => name === 'language')?.value).toBe('en');
});

test('the settings panel changes theme colour, scheme, tags view, sidebar logo and fixed header, and stores them', async ({
  page,
}) => {
  await page.goto('/productlist');
  const solid = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--theme-0').trim());
  await page.getByRole('button', { name: '界面设置' }).click();
  const panel = page.getByRole('dialog', { name: '界面设置' });
  const before = await solid();
  await panel.getByRole('button', { name: '#f5222d' }).click();
  await expect.poll(solid).not.toBe(before);
  const red = await solid();
  await panel.getByText('深色').click();
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await panel.getByRole('switch', { name: '标签页' }).click();
  await expect(page.getByRole('navigation', { name: '已打开的页面' })).toHaveCount(0);
  await panel.getByRole('switch', { name: '侧边栏标志' }).click();
  await expect(page.getByRole('link', { name: '4.1.0追溯系统' })).toHaveCount(0);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  expect(await solid()).toBe(red);
  await expect(page.getByRole('navigation', { name: '已打开的页面' })).toHaveCount(0);
});

test('any theme colour can be picked, and applies at once and after a reload', async ({ page }) => {
  await page.goto('/productlist');
  await page.getByRole('button', { name: '界面设置' }).click();
  const panel = page.getByRole('dialog', { name: '界面设置' });
  await expect(panel).toBeVisible();
  await expect
    .poll(() => panel.evaluate((it) => Math.round(window.innerWidth - it.getBoundingClientRect().right)))
    .toBe(0);
  await panel.getByLabel('自选颜色').fill('#7b1fa2');
  const add = page.getByRole('button', { name: '新增产品' }).first();
  await expect(add).toHaveCSS('background-color', 'rgb(123, 31, 162)');
  await page.reload();
  await expect(add).toHaveCSS('background-color', 'rgb(123, 31, 162)');
});

test('the bell counts captured errors and lists message, info, URL and stack', async ({ page }) => {
  await page.goto('/dashboard');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('boom in a timer');
    });
    void Promise.reject(new Error('boom in a promise'));
  });
  await page.getByRole('button', { name: '错误日志，共 2 条' }).click();
  const dialog = page.getByRole('dialog', { name: '错误日志' });
  await expect(dialog.getByText('boom in a timer').first()).toBeVisible();
  await expect(dialog.getByText('boom in a promise').first()).toBeVisible();
  await expect(dialog.getByText(/\/dashboard/).first()).toBeVisible();
});

test('avatar dropdown with Profile and Log Out', async ({ page }) => {
  await page.goto('/productlist');
  await page.getByRole('button', { name: /账号菜单/ }).click();
  await expect(page.getByRole('menu').last().getByRole('menuitem')).toHaveText(['个人中心', '退出登录']);
  await page.getByRole('menuitem', { name: '个人中心' }).click();
  await expect(page).toHaveURL(/\/profile\/index$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the sidebar is closed, opens over the page, and closes on navigation', async ({ page }) => {
    await page.goto('/productlist');
    await expect(menu(page)).not.toBeInViewport();
    await page.getByRole('button', { name: '展开或收起菜单' }).click();
    await menu(page).getByRole('link', { name: '首页' }).click();
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(menu(page)).not.toBeInViewport();
    // The sidebar also closes if the link leads to the current page.
    await page.getByRole('button', { name: '展开或收起菜单' }).click();
    await menu(page).getByRole('link', { name: '首页' }).click();
    await expect(menu(page)).not.toBeInViewport();
    // Escape closes it, as it does a dialog.
    await page.getByRole('button', { name: '展开或收起菜单' }).click();
    await expect(menu(page)).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(menu(page)).not.toBeInViewport();
  });

  test('a period is chosen in one month at a time', async ({ page }) => {
    await page.goto('/customerquery');
    await page.getByRole('button', { name: '展开', exact: true }).click();
    await page.getByPlaceholder('开始日期').click();
    const months = page.locator('.ant-picker-date-panel:visible');
    await expect(months).toHaveCount(1);
    await expect(months.locator('.ant-picker-cell-today')).toBeInViewport();
    const month = months.locator('.ant-picker-month-btn');
    const first = (await month.textContent()) ?? '';
    await months.locator('.ant-picker-header-next-btn').click();
    await expect(month).not.toHaveText(first);
    const { x, width } = (await months.boundingBox()) ?? { x: -1, width: 0 };
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
  });
});
