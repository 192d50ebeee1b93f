import type { Page } from '@playwright/test';
import { selectedList } from '@suyuan/contract/organ/session.ts';
import { loginout } from '@suyuan/contract/organ/sign-in.ts';
import { menu, withoutAnswers } from './navigate.ts';
import { expect, signedIn, signIn, test } from './server.ts';

const tokenOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'token')?.value;
const inEnglish = (page: Page, url: string) => page.context().addCookies([{ name: 'language', value: 'en', url }]);

/** Replaces the answer of the selected list, both embedded in the page and to the call. */
async function selectedListAnswers(page: Page, answer: { status_code: number; message?: string; data?: unknown }) {
  await page.route(`**${selectedList.path}*`, (route) =>
    route.fulfill({ status: answer.status_code, json: { message: '', code: 20000, data: null, ...answer } }),
  );
  await withoutAnswers(page);
}

test.describe('an ended session', () => {
  test('the sign-in client asks with Re-Login and Cancel', async ({ page, server }) => {
    await inEnglish(page, server.url);
    await signedIn(page, { ...server, token: 'over' });
    await page.goto('/productlist');
    const dialog = page.getByRole('dialog', { name: 'Confirm logout' });
    await expect(dialog).toHaveAccessibleDescription(
      'You have been logged out, you can cancel to stay on this page, or log in again',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/login\?redirect=\/productlist$/);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });

  test('Re-Login resets the token and reloads', async ({ page, server }) => {
    await inEnglish(page, server.url);
    await signedIn(page, { ...server, token: 'over' });
    await page.goto('/productlist');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.getByRole('button', { name: 'Re-Login' }).click();
    await expect.poll(() => page.evaluate(() => 'sameDocument' in window).catch(() => true)).toBe(false);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await tokenOf(page)).toBeUndefined();
  });

  test('the main client resets and reloads without asking, and the page explains why', async ({ page, server }) => {
    await signIn(page);
    const token = (await tokenOf(page)) as string;
    await page.goto('/productlist');
    await expect(page.getByRole('region', { name: '产品列表' })).toHaveAttribute('aria-busy', 'false');
    await fetch(server.url + loginout.path, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: '{}',
    });
    await page.getByRole('button', { name: '刷新', exact: true }).click();
    await expect(page).toHaveURL(/\/login\?redirect=\/productlist/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('alert').filter({ hasText: '您的登录已被结束' })).toBeVisible();
    expect(await tokenOf(page)).toBeUndefined();
  });
});

test.describe('if loading user info fails, the token is cleared, an error message is shown and the user goes to /login?redirect={path}', () => {
  for (const [what, answer, message] of [
    ['an error', { status_code: 500, message: '服务器出错了' }, '服务器出错了'],
    ['missing data', { status_code: 200 }, '验证失败，请重新登录.'],
    [
      'an empty role list',
      { status_code: 200, data: [{ menu_key: 'base', selected: false, listMenuButtons: [] }] },
      'getInfo: 此账号没有分配权限，请分配权限之后再进行登录!',
    ],
  ] as const) {
    test(what, async ({ page, server }) => {
      await selectedListAnswers(page, answer);
      await signedIn(page, server);
      await page.goto('/home/tagging/records');
      await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
      await expect(page).toHaveURL(/\/login\?redirect=\/home\/tagging\/records$/);
      expect(await tokenOf(page)).toBeUndefined();
    });
  }
});

test('other users see the routes of their roles: the sidebar lists no others, /401 answers for them, buttons are removed', async ({
  page,
  server,
}) => {
  const selected = (menu_key: string, ...codes: string[]) => ({
    menu_key,
    selected: true,
    listMenuButtons: codes.map((menu_button_code) => ({ menu_button_code, selected: true })),
  });
  await selectedListAnswers(page, {
    status_code: 200,
    data: [selected('tagging'), selected('records', 'records:download'), selected('rulenews')],
  });
  await signedIn(page, server);
  await page.goto('/home/tagging/records');
  await expect(menu(page).getByRole('link')).toHaveText(['首页', '生码记录表', '生码查询表']);
  await expect(page.getByRole('heading', { name: '生码记录表' })).toBeVisible();
  await expect(page.getByRole('button', { name: '生码下单' })).toHaveCount(0);

  await page.goto('/home/tagging/coderule');
  await expect(page).toHaveURL(/\/401$/);
  await expect(page).toHaveTitle('没有权限 - 4.1.0追溯系统');
  await page.getByRole('link', { name: '返回首页' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '搜索页面' }).fill('生码规则');
  await expect(page.getByRole('option', { name: '生码规则' })).toHaveCount(0);
});

test('token, name and account_type are stored in cookies: for this site only, and not Secure on http', async ({
  page,
}) => {
  await signIn(page);
  const cookies = await page.context().cookies();
  for (const name of ['token', 'name', 'account_type']) {
    expect(cookies.find((cookie) => cookie.name === name)).toMatchObject({
      path: '/',
      sameSite: 'Lax',
      secure: false,
      expires: -1,
    });
  }
});

test('requests are cancelled when their screen unmounts', async ({ page, server }) => {
  await signedIn(page, server);
  await withoutAnswers(page);
  await page.route('**/api/base/products/pagelist*', () => undefined);
  const request = page.waitForRequest('**/api/base/products/pagelist*');
  await page.goto('/productlist');
  await request;
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('products/pagelist'));
  await menu(page).getByRole('link', { name: '首页' }).click();
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('/auth-redirect passes a third-party sign-in to its opener, and closes', async ({ page, server }) => {
  await page.goto('/login');
  const answer = page.evaluate(
    () =>
      new Promise((resolve) => {
        window.addEventListener('message', ({ origin, data }) => resolve({ origin, data }));
        window.open('/auth-redirect?code=abc&state=1');
      }),
  );
  const popup = await page.waitForEvent('popup');
  expect(await answer).toEqual({ origin: server.url, data: { type: 'auth-redirect', query: 'code=abc&state=1' } });
  await expect.poll(() => popup.isClosed()).toBe(true);
});
