import type { Page } from '@playwright/test';
import { menu } from './navigate.ts';
import { adminPassword, expect, signedIn, test } from './server.ts';

const focused = (page: Page) => page.locator(':focus');

/** Presses Tab until an element has the focus; fails if it cannot be reached. */
async function tabTo(page: Page, what: ReturnType<Page['locator']>): Promise<void> {
  for (let step = 0; step < 60; step++) {
    if (await what.evaluateAll((elements) => elements.some((element) => element.contains(document.activeElement))))
      return;
    await page.keyboard.press('Tab');
  }
  await expect(what).toBeFocused();
}

/** Goes down the sidebar with the arrow keys, opening closed groups, and enters a screen. */
async function enterFromMenu(page: Page, title: string): Promise<void> {
  await tabTo(page, menu(page).getByRole('menu').first());
  await page.keyboard.press('Home');
  for (let step = 0; step < 120; step++) {
    const at = focused(page);
    if ((await at.textContent()) === title) return page.keyboard.press('Enter');
    if ((await at.getAttribute('aria-expanded')) === 'false') await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`the menu has no entry ${title}`);
}

test('signing in, opening a list, filling a form, saving and finding work by keyboard', async ({ page }) => {
  await page.goto('/login');
  await expect(page.locator('[name=account_name]')).toBeFocused();
  await page.keyboard.type('admin');
  await tabTo(page, page.locator('[name=account_password]'));
  await page.keyboard.type(adminPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);

  await enterFromMenu(page, '生码规则');
  await expect(page).toHaveURL(/\/coderule$/);
  await expect(page.getByRole('heading', { name: '生码规则' })).toBeVisible();

  await tabTo(page, page.getByRole('button', { name: '新增规则' }).first());
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: '新增规则' });
  await expect(form).toBeVisible();
  await tabTo(page, form.getByLabel('规则名称'));
  await page.keyboard.type('Typed');
  await tabTo(page, form.getByLabel('前缀'));
  await page.keyboard.type('K7');
  await tabTo(page, form.getByLabel('码体长度'));
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('cell', { name: 'Typed' })).toBeVisible();

  await page.keyboard.press('/');
  await expect(page.getByRole('form', { name: '查询' }).getByLabel('规则名称')).toBeFocused();
  await page.keyboard.type('Typed');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/=Typed/);
});

test('the focus is visible and returns after skip link, dialogs and menus', async ({ page, server }) => {
  await signedIn(page, server);
  await page.goto('/productlist');
  await expect(page.getByRole('heading', { name: '产品列表' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(focused(page)).toHaveText('跳到主要内容');
  await expect(focused(page)).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  for (const name of ['语言', '账号菜单，admin', '布局大小']) {
    const button = page.getByRole('button', { name });
    const menus = page.locator('.ant-dropdown').getByRole('menu').locator('visible=true');
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(menus).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(menus).toHaveCount(0);
    await expect(button).toBeFocused();
  }
  const search = page.getByRole('button', { name: '搜索页面' });
  await search.focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: '搜索页面' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
});

test('sidebar groups open and close by keyboard', async ({ page, server }) => {
  await signedIn(page, server);
  await page.goto('/dashboard');
  await enterFromMenu(page, '生码规则');
  await expect(page).toHaveURL(/\/home\/tagging\/coderule$/);
  await expect(menu(page).getByRole('menuitem', { name: '赋码管理' })).toHaveAttribute('aria-expanded', 'true');
});

test('sidebar keys work in quick succession, also under a resting pointer', async ({ page, server }) => {
  await signedIn(page, server);
  await page.goto('/dashboard');
  await menu(page).getByRole('menuitem', { name: '组织机构' }).hover();
  await menu(page).getByRole('menu').first().focus();
  /** All keys within one task of the page, as a slow page gets those of a fast person. */
  await page.evaluate(() => {
    const press = (key: string) => {
      const init = { key, code: key, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
    };
    // 首页, 基础信息, 组织机构, 赋码管理, which opens, and within it 预生码管理, 生码记录表.
    for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter', 'ArrowDown', 'ArrowDown', 'Enter'])
      press(key);
  });
  await expect(page).toHaveURL(/\/home\/tagging\/records$/);
  await expect(focused(page)).toHaveText('生码记录表');
});

test('a keyboard scanner enters a group separator with Ctrl and ]', async ({ page, server }) => {
  await signedIn(page, server);
  await page.goto('/informationinquiry');
  const field = page.getByRole('textbox', { name: '扫描或粘贴一个码' });
  await field.focus();
  const request = page.waitForRequest(/\/informationinquiry\/detail/);
  await page.keyboard.type(']d2010690123456789210L1');
  await page.keyboard.press('Control+]');
  await page.keyboard.type('21SER');
  await page.keyboard.press('Enter');
  expect(new URL((await request).url()).searchParams.get('code')).toBe(']d2010690123456789210L1\x1d21SER');
});
