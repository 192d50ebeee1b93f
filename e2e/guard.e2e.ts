import type { Page } from '@playwright/test';
import { product } from '@suyuan/contract/base/product/product.ts';
import { pageAnswersId } from '@suyuan/contract/call/page-answers.ts';
import { selectedList, self } from '@suyuan/contract/organ/session.ts';
import { adminPassword, expect, signedIn, signIn, test } from './server.ts';

test.describe('without a token', () => {
  test('any other path goes to /login?redirect={path}, and signing in leads there', async ({ page }) => {
    await page.goto('/home/tagging/records?status=open');
    await expect(page).toHaveURL(/\/login\?redirect=\/home\/tagging\/records/);
    await page.locator('[name=account_name]').fill('admin');
    await page.locator('[name=account_password]').fill(adminPassword);
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page).toHaveURL(/\/home\/tagging\/records\?status=open/);
    await expect(page).toHaveTitle('生码记录表 - 4.1.0追溯系统');
  });

  test('/login, /404, /consumer, /c and /m/q are reachable', async ({ page }) => {
    for (const [path, title] of [
      ['/login', /登录/],
      ['/404', /页面不存在/],
      ['/consumer', /消费者扫码/],
      ['/c', /消费者扫码/],
      ['/m/q', /消费者扫码/],
      ['/m/q/123', /消费者扫码/],
    ] as const) {
      await page.goto(path);
      await expect(page).toHaveTitle(title);
    }
  });

  test('a wrong password is refused with a message', async ({ page, context }) => {
    await page.goto('/login');
    await page.locator('[name=account_name]').fill('admin');
    await page.locator('[name=account_password]').fill('not-the-password');
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page.getByText('账号、密码或账号类型不正确').first()).toBeVisible();
    expect((await context.cookies()).some(({ name }) => name === 'token')).toBe(false);
  });

  test('signing in before the account types are loaded uses the enterprise type', async ({ page }) => {
    await page.route('**/api/org/dropdownlist/accounttype*', () => undefined);
    await signIn(page);
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('the text field rule applies to the account name', async ({ page }) => {
    await page.goto('/login');
    await page.locator('[name=account_name]').fill('a b%');
    await page.locator('[name=account_password]').fill('x');
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page.getByText('不能输入%!=/:;“’等特殊字符与中文')).toBeVisible();
  });
});

test.describe('with a token', () => {
  test('opening /login redirects to /, which is the dashboard', async ({ page, server }) => {
    await signedIn(page, server);
    await page.goto('/login');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page).toHaveTitle('首页 - 4.1.0追溯系统');
  });

  test('an unknown path redirects to /404 with a way back', async ({ page, server }) => {
    await signedIn(page, server);
    await page.goto('/no/such/page');
    await expect(page).toHaveURL(/\/404$/);
    await page.getByRole('link', { name: '返回首页' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('/404 opened directly offers no way back', async ({ page, server }) => {
    await signedIn(page, server);
    await page.goto('/404');
    await expect(page.getByRole('link', { name: '返回首页' })).toBeVisible();
    await expect(page.getByRole('button', { name: '返回上一页' })).toHaveCount(0);
  });

  test('an expired token is cleared with a message and redirects to /login?redirect={path}', async ({
    page,
    context,
    server,
  }) => {
    await signedIn(page, { ...server, token: 'over' });
    await page.goto('/productlist');
    await expect(page).toHaveURL(/\/login\?redirect=\/productlist/);
    await expect(
      page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: '登录已过期' }).first(),
    ).toBeVisible();
    expect((await context.cookies()).some(({ name }) => name === 'token')).toBe(false);
  });

  test('signing out ends the session in the browser and on the server', async ({ page, context, server }) => {
    await signIn(page);
    const token = (await context.cookies()).find(({ name }) => name === 'token')?.value as string;
    await page.getByRole('button', { name: /账号菜单/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await expect(page).toHaveURL(/\/login/);
    const response = await fetch(`${server.url}/api/org/employees/self`, { headers: { token } });
    expect(response.status).toBe(403);
  });
});

test.describe('the first page', () => {
  const countRequests = (page: Page) => {
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    return (path: string) => paths.filter((one) => one === path).length;
  };

  test('embeds the session and the first rows of its list, and requests other rows once', async ({ page, server }) => {
    await signedIn(page, server);
    const times = countRequests(page);
    const response = await page.goto('/productlist');
    await expect(page.getByRole('heading', { name: '产品列表' })).toBeVisible();
    await expect(page.getByText('还没有产品').or(page.locator('.ant-table-row').first())).toBeVisible();
    expect([times(selectedList.path), times(self.path), times(product.page.path)]).toEqual([0, 0, 0]);
    expect(response?.headers()['cache-control']).toBe('no-store');
    await page.goto('/productlist?page=2');
    await expect(page.getByRole('region', { name: '产品列表' })).toHaveAttribute('aria-busy', 'false');
    expect([times(selectedList.path), times(self.path), times(product.page.path)]).toEqual([0, 0, 1]);
  });

  test('embeds nothing for an invalid token and redirects to the sign-in page', async ({ page, server }) => {
    await page.context().addCookies([{ name: 'token', value: 'nobodys', url: server.url }]);
    const response = await page.goto('/productlist');
    expect(await response?.text()).toContain(`id="${pageAnswersId}">{}<`);
    await expect(page).toHaveURL(/\/login\?redirect=\/productlist$/);
  });
});
