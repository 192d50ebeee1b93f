import type { Page } from '@playwright/test';
import { product } from '@suyuan/contract/base/product/product.ts';
import { expect, signedIn, test } from './server.ts';

const sidebar = (page: Page) => page.locator('#sidebar');
const hamburger = (page: Page) => page.getByRole('button', { name: '展开或收起菜单' });

test.describe('language priority: stored cookie, then browser match among zh, en, es, ja, else en', () => {
  for (const [locale, stored, lang, words] of [
    ['zh-TW', undefined, 'zh-CN', '登录'],
    ['es-MX', undefined, 'es', 'Iniciar sesión'],
    ['fr-FR', undefined, 'en', 'Sign in'],
    ['fr-FR', 'ja', 'ja', 'サインイン'],
  ] as const) {
    test.describe(`${locale}, ${stored ?? 'no'} cookie`, () => {
      test.use({ locale });
      test(lang, async ({ page, server }) => {
        if (stored) await page.context().addCookies([{ name: 'language', value: stored, url: server.url }]);
        await page.goto('/login');
        await expect(page.locator('html')).toHaveAttribute('lang', lang);
        await expect(page.getByRole('button', { name: words, exact: true })).toBeVisible();
      });
    });
  }
});

test.describe('signed in', () => {
  test.beforeEach(async ({ page, server }) => {
    await signedIn(page, server);
  });

  test("default element size 'mini' unless stored", async ({ page, server }) => {
    const add = page.getByRole('button', { name: '新增产品' }).first();
    await page.goto('/productlist');
    await expect.poll(async () => (await add.boundingBox())?.height).toBe(28);
    await page.context().addCookies([{ name: 'size', value: 'medium', url: server.url }]);
    await page.reload();
    await expect.poll(async () => (await add.boundingBox())?.height).toBe(36);
  });

  test('the texts of antd and dayjs follow the language', async ({ page, server }) => {
    await server.call(product.add, { product_code: 'WORDS', product_name: 'Words' });
    await page.context().addCookies([{ name: 'language', value: 'ja', url: server.url }]);
    await page.goto('/productlist');
    await expect(page.getByTitle('次のページ')).toBeVisible();
  });

  test('the settings button is at 250 px, and hidden by showSettings false', async ({ page }) => {
    await page.goto('/productlist');
    const button = page.getByRole('button', { name: '界面设置' });
    expect((await button.boundingBox())?.y).toBe(250);
    await page.evaluate(() => localStorage.setItem('settings', '{"showSettings":false}'));
    await page.reload();
    await expect(page.getByRole('heading', { name: '产品列表' })).toBeVisible();
    await expect(button).toHaveCount(0);
  });

  test('a fixed header stays visible when scrolling, and is off by default', async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 400 });
    await page.goto('/productlist');
    const crumbs = page.getByRole('navigation', { name: '当前位置' });
    await expect(page.getByRole('heading', { name: '产品列表' })).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 200));
    await expect(crumbs).not.toBeInViewport();
    await page.getByRole('button', { name: '界面设置' }).click();
    await page.getByRole('switch', { name: '固定顶栏' }).click();
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.scrollTo(0, 200));
    await expect(crumbs).toBeInViewport();
  });

  test('theme default #1890ff, ten shades and a darker one as CSS variables; antd follows', async ({ page }) => {
    await page.goto('/productlist');
    const variable = (name: string) =>
      page.evaluate((it) => getComputedStyle(document.documentElement).getPropertyValue(it).trim(), name);
    expect([await variable('--theme-0'), await variable('--theme-9'), await variable('--theme-darker')]).toEqual([
      '#1890ff',
      '#e8f4ff',
      '#1682e6',
    ]);
    await page.getByRole('button', { name: '界面设置' }).click();
    await page.getByRole('button', { name: '#304156' }).click();
    await page.keyboard.press('Escape');
    const add = page.getByRole('button', { name: '新增产品' }).first();
    await expect(add).toHaveCSS('background-color', 'rgb(48, 65, 86)');
    // Darker on hover, so that the white text keeps its contrast.
    await add.hover();
    await expect(add).toHaveCSS('background-color', 'rgb(43, 59, 77)');
  });

  test('the automatic scheme follows the system', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('settings', '{"scheme":"system"}'));
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/productlist');
    await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('html')).toHaveAttribute('data-scheme', 'light');
  });

  test('reduced motion is respected', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/productlist');
    await hamburger(page).click();
    await expect(sidebar(page)).toHaveCSS('transition-duration', /^0\.2s/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(sidebar(page)).toHaveCSS('transition-duration', '0s');
  });

  test('device switches to mobile at body width below 992 px, closing the sidebar without animation', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.setViewportSize({ width: 992, height: 800 });
    await page.goto('/productlist');
    await expect(sidebar(page)).toHaveCSS('width', '210px');
    await expect(sidebar(page)).toBeInViewport();
    await page.setViewportSize({ width: 991, height: 800 });
    await expect(sidebar(page)).not.toBeInViewport();
    await expect(sidebar(page)).toHaveCSS('transition-duration', '0s');
    await hamburger(page).click();
    await expect(sidebar(page)).toBeInViewport();
    await expect(sidebar(page)).toHaveCSS('transition-duration', /^0\.2s/);
    // Closing the sidebar on a phone does not change the setting of the desktop.
    expect((await page.context().cookies()).some(({ name }) => name === 'sidebarStatus')).toBe(false);
    await page.setViewportSize({ width: 992, height: 800 });
    await expect(sidebar(page)).toBeInViewport();
    await expect(page.locator('.frame')).toHaveClass(/frame-desktop/);
  });
});
