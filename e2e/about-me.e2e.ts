import { employee } from '@suyuan/contract/organ/account.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { expect, signedIn, test } from './server.ts';

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a person sets their picture and introduction', async ({ page, server }) => {
  await signedIn(page, server);
  await page.goto('/profile/index');
  await page.getByLabel('选择头像').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: dot });
  await expect(page.locator('.navbar img.avatar')).toHaveAttribute('src', /^\/pictures\/[0-9a-f]{64}-thumb\.webp$/);
  await page.getByRole('textbox', { name: '自我介绍' }).fill('负责赋码');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(
    page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: '自我介绍已保存' }),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: '自我介绍' })).toHaveValue('负责赋码');
  await expect(page.locator('.navbar img.avatar')).toBeVisible();
  await page.getByRole('button', { name: '移除头像' }).click();
  await expect(page.locator('.navbar img.avatar')).toHaveCount(0);
});

test('the account menu has fullscreen and sizes below 992 pixels', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn(page, server);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^账号菜单/ }).click();
  await expect(page.getByRole('menuitem', { name: '全屏', exact: false })).toBeVisible();
  await page.getByRole('menuitem', { name: '中等', exact: false }).click();
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === 'size')?.value)
    .toBe('medium');
});

test('signing in leads to the requested page or home, also after changing the first password', async ({
  page,
  server,
}) => {
  const { id } = await server.call(role.add, { role_name: '新人', permissions: ['productlist'] });
  const person = { account_name: 'new.person', account_type: 1 as const, name: '新人', role_ids: [id] };
  const { one_time_password } = await server.call(employee.add, person);
  await page.goto('/LOGIN/?redirect=/productlist%3Fkeyword%3Dx');
  await page.locator('[name=account_name]').fill('new.person');
  await page.locator('[name=account_password]').fill(one_time_password);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL(/\/change-password\?redirect=\/productlist/);
  await page.getByLabel('当前密码').fill(one_time_password);
  await page.getByLabel('新密码', { exact: true }).fill('my-own-password-3');
  await page.getByLabel('再次输入新密码').fill('my-own-password-3');
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page).toHaveURL(/\/productlist\?keyword=x$/);

  await page.goto('/LOGIN');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/redirect');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/login?redirect=/m/q/123');
  await expect(page).toHaveTitle('消费者扫码 - 4.1.0追溯系统');
  await expect(page).toHaveURL(/\/m\/q\/123$/);
});

test("the consumer page uses the console's language and remembers another choice", async ({ page, server }) => {
  await page.context().addCookies([{ name: 'language', value: 'ja', url: server.url }]);
  await page.goto('/c');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await page.locator('.languages summary').click();
  await page.getByRole('link', { name: 'Español' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.goto('/c');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});
