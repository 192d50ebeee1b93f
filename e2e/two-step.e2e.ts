import type { Page } from '@playwright/test';
import { employee } from '@suyuan/contract/organ/account.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { TOTP } from 'otpauth';
import { expect, signedIn, type TestServer, test } from './server.ts';

/** Creates a person, and returns the one-time password. */
async function newcomer(server: TestServer, name: string, two_step_required: boolean): Promise<string> {
  const held = await server.call(role.add, { role_name: name, two_step_required, permissions: ['productlist'] });
  const person = { account_name: name, name, account_type: 1 as const, role_ids: [held.id] };
  return (await server.call(employee.add, person)).one_time_password;
}

async function enter(page: Page, name: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('账号', { exact: true }).fill(name);
  await page.getByLabel('密码').fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByText('退出登录').click();
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
}

test('a new person sets a password and two-step sign-in, and signs in with a code or a recovery code', async ({
  page,
  server,
}) => {
  const oneTime = await newcomer(server, 'newcomer', true);
  const password = 'my-very-own-words';
  await enter(page, 'newcomer', oneTime);

  await expect(page.getByRole('heading', { name: '设置您自己的密码' })).toBeVisible();
  const choose = async (chosen: string) => {
    await page.getByLabel('当前密码').fill(oneTime);
    await page.getByLabel('新密码', { exact: true }).fill(chosen);
    await page.getByLabel('再次输入新密码').fill(chosen);
    await page.getByRole('button', { name: '修改密码' }).click();
  };
  await choose('qwerty123456');
  await expect(page.getByText('太常见，容易被猜到，请换一个')).toBeVisible();
  await choose(password);

  await expect(page.getByRole('heading', { name: '设置两步验证' })).toBeVisible();
  await page.goto('/productlist');
  await expect(page).toHaveURL(/\/two-step(\?|$)/);
  await page.getByLabel('当前密码').fill(password);
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByRole('img', { name: '供验证器应用扫描的二维码' })).toBeVisible();
  const secret = ((await page.locator('.two-step-secret').textContent()) ?? '').replaceAll(' ', '');
  const app = new TOTP({ secret });
  await page.getByLabel('验证码').fill(app.generate());
  await page.getByRole('button', { name: '开启' }).click();
  const codes = page.getByRole('listitem').locator('code');
  await expect(codes).toHaveCount(10);
  const [recovery = ''] = await codes.allInnerTexts();
  await page.getByRole('button', { name: '我已保存' }).click();
  await page.waitForURL(/\/productlist$/);

  await signOut(page, 'newcomer');
  await enter(page, 'newcomer', password);
  await expect(page.getByRole('heading', { name: '两步验证' })).toBeVisible();
  await page.getByLabel('验证码').fill('000000');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByText('验证码不正确或已使用')).toBeVisible();
  // The code of the next 30 seconds, because the current one was used for the set-up.
  await page.getByLabel('验证码').fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL(/\/dashboard/);

  await signOut(page, 'newcomer');
  await enter(page, 'newcomer', password);
  await page.getByRole('button', { name: '使用恢复码' }).click();
  await page.getByLabel('恢复码').fill(recovery);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL(/\/dashboard/);
  await page.goto('/profile/index');
  await expect(page.getByText('剩余 9 个恢复码')).toBeVisible();
  await expect(page.getByText('成功 · 使用了恢复码')).toBeVisible();
  await expect(page.getByRole('button', { name: '关闭两步验证' })).toHaveCount(0);
});

test('too many failures lock signing in for a shown time, and are in the login log', async ({ page, server }) => {
  await newcomer(server, 'forgetful', false);
  const wrong = { account_name: 'forgetful', account_password: 'wrong', account_type: 1 };
  const body = JSON.stringify(wrong);
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.77' };
  for (let tries = 0; tries < 10; tries++) await fetch(server.url + login.path, { method: 'POST', headers, body });
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.78' });
  await enter(page, 'forgetful', 'whatever-it-was');
  await expect(page.getByRole('alert').filter({ hasText: '失败次数过多，请 15 分钟后再试' })).toBeVisible();

  await signedIn(page, server);
  await page.goto('/home/organ/loginlog?account_name=forgetful');
  await expect(page.getByRole('row').filter({ hasText: '203.0.113.78' }).getByText('已锁定')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '203.0.113.77' }).first()).toContainText('密码错误');
});

test('the profile ends a session on another device', async ({ page, browser, server }) => {
  const oneTime = await newcomer(server, 'traveller', false);
  await enter(page, 'traveller', oneTime);
  const password = 'my-very-own-words';
  await page.getByLabel('当前密码').fill(oneTime);
  await page.getByLabel('新密码', { exact: true }).fill(password);
  await page.getByLabel('再次输入新密码').fill(password);
  await page.getByRole('button', { name: '修改密码' }).click();
  await page.waitForURL(/\/dashboard/);
  const elsewhere = await (await browser.newContext({ baseURL: server.url })).newPage();
  await enter(elsewhere, 'traveller', password);
  await elsewhere.waitForURL(/\/dashboard/);

  await page.goto('/profile/index');
  await page.getByRole('button', { name: '退出', exact: true }).click();
  await expect(page.getByRole('button', { name: '退出其他所有设备' })).toHaveCount(0);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
  await elsewhere.context().close();
});
