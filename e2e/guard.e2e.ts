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

  test('a wrong password is said in words and nobody is signed in', async ({ page, context }) => {
    await page.goto('/login');
    await page.locator('[name=account_name]').fill('admin');
    await page.locator('[name=account_password]').fill('not-the-password');
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page.getByText('账号、密码或账号类型不正确').first()).toBeVisible();
    expect((await context.cookies()).some(({ name }) => name === 'token')).toBe(false);
  });

  test('the text field rule holds for the account name', async ({ page }) => {
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

  test('an unknown path redirects to /404, which has a way back', async ({ page, server }) => {
    await signedIn(page, server);
    await page.goto('/no/such/page');
    await expect(page).toHaveURL(/\/404$/);
    await page.getByRole('link', { name: '返回首页' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('/404 opened on its own offers no way back to where nobody was', async ({ page, server }) => {
    await signedIn(page, server);
    await page.goto('/404');
    await expect(page.getByRole('link', { name: '返回首页' })).toBeVisible();
    await expect(page.getByRole('button', { name: '返回上一页' })).toHaveCount(0);
  });

  test('a token that is over is cleared, with a message, and leads to /login?redirect={path}', async ({
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

  test('logging out clears the session here and on the server', async ({ page, context, server }) => {
    await signIn(page);
    const token = (await context.cookies()).find(({ name }) => name === 'token')?.value as string;
    await page.getByRole('button', { name: /账号菜单/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await expect(page).toHaveURL(/\/login/);
    const response = await fetch(`${server.url}/api/org/employees/self`, { headers: { token } });
    expect(response.status).toBe(403);
  });
});
