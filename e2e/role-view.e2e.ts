import { role } from '@suyuan/contract/organ/role.ts';
import { menu, tabs } from './navigate.ts';
import { expect, signedIn, test } from './server.ts';

test('an administrator views the console as a role, marked and read only, until ended by a button', async ({
  page,
  server,
}) => {
  await server.call(role.add, { role_name: '看货员', permissions: ['productlist', 'productlist:add'] });
  await signedIn(page, server);
  await page.goto('/productlist');
  await page.goto('/role/rolemanage');
  const row = page.getByRole('row', { name: /看货员/ });
  await row.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '以此角色查看' }).click();

  const bar = page.getByRole('status').filter({ hasText: '正以角色「看货员」的身份查看，不能更改任何内容' });
  await expect(bar).toBeVisible();
  await expect(menu(page).getByRole('link', { name: '产品列表' })).toBeVisible();
  await expect(menu(page).getByRole('link', { name: '生码记录表' })).toHaveCount(0);
  await expect(tabs(page).getByRole('link')).toHaveText(['首页']);
  await page.goto('/home/tagging/records');
  await expect(page).toHaveURL(/\/401$/);

  await page.goto('/productlist');
  await expect(bar).toBeVisible();
  await page.goto('/profile/index');
  await page.getByRole('textbox', { name: '自我介绍' }).fill('x');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: '不能更改任何内容。请先结束查看。' })).toBeVisible();
  await page.getByRole('textbox', { name: '自我介绍' }).fill('');

  await page.getByRole('button', { name: '结束查看' }).click();
  await expect(bar).toHaveCount(0);
  await expect(menu(page).getByRole('link', { name: '首页' })).toBeVisible();
  await page.goto('/home/tagging/records');
  await expect(page.getByRole('heading', { name: '生码记录表' })).toBeVisible();
  const names = (await page.context().cookies()).map(({ name }) => name);
  expect(names).toContain('token');
  expect(names).not.toContain('own_token');
});
