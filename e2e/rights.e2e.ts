import type { Page } from '@playwright/test';
import { menuButtonUpdate, menuRename, menuReset, menuTreeEnable } from '@suyuan/contract/organ/menu-setting.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { openScreen, tabs } from './navigate.ts';
import { expect, signedIn, test } from './server.ts';

const menuOf = (page: Page) => page.getByRole('navigation', { name: '主菜单' });

test('an open console follows disabled and renamed menus and buttons without a reload', async ({ page, server }) => {
  await signedIn(page, server);
  await page.goto('/home/tagging/coderule');
  await expect(page.getByRole('button', { name: '新增规则' }).first()).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await server.call(menuTreeEnable, { menu_key: 'rulenews', enabled: false });
  await server.call(menuRename, { menu_key: 'records', names: { zh: '我们的订单' } });
  await server.call(menuButtonUpdate, { menu_button_code: 'coderule:add', enabled: false });
  await page.getByRole('button', { name: '刷新' }).click();

  await expect(menuOf(page).getByRole('link', { name: '我们的订单' })).toBeVisible();
  await expect(menuOf(page).getByRole('link', { name: '生码查询表' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '新增规则' })).toHaveCount(0);

  await server.call(menuReset, {});
  await server.call(menuButtonUpdate, { menu_button_code: 'coderule:add', enabled: true });
  await page.getByRole('button', { name: '刷新' }).click();
  await expect(menuOf(page).getByRole('link', { name: '生码记录表' })).toBeVisible();
  await expect(menuOf(page).getByRole('link', { name: '生码查询表' })).toBeVisible();
  await expect(page.getByRole('button', { name: '新增规则' }).first()).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('tabs of disabled screens close', async ({ page, server }) => {
  await signedIn(page, server);
  await page.goto('/home/tagging/coderule');
  for (const title of ['生码查询表', '生码记录表']) await openScreen(page, title);
  const open = tabs(page).getByRole('link');
  await expect(open).toHaveText(['首页', '生码规则', '生码查询表', '生码记录表']);

  for (const menu_key of ['records', 'rulenews']) await server.call(menuTreeEnable, { menu_key, enabled: false });
  // A call in the background may have told the console already, which then leaves the screen before it is refreshed.
  await page.getByRole('button', { name: '刷新' }).click();
  await expect(page).toHaveURL(/\/coderule$/);
  await expect(open).toHaveText(['首页', '生码规则']);
  await expect(page.getByText('您已不能使用「生码记录表」，页面已关闭')).toBeVisible();
  await expect(page.getByRole('button', { name: '新增规则' }).first()).toBeVisible();

  await page.goto('/home/tagging/records');
  await expect(page).toHaveURL(/\/401\?menu=records$/);
  await server.call(menuReset, {});
});

test('a role is given menus and buttons in a tree, and its history shows the changes', async ({ page, server }) => {
  const { id } = await server.call(role.add, { role_name: '仓管员', permissions: ['records'] });
  await signedIn(page, server);
  await page.goto('/role/rolemanage');
  const row = page.getByRole('row', { name: /仓管员/ });
  await row.getByRole('button', { name: '权限' }).click();
  const drawer = page.getByRole('dialog', { name: '「仓管员」的权限' });
  await expect(drawer.getByRole('checkbox', { name: '赋码管理' })).toBeChecked({ indeterminate: true });
  const screen = drawer.getByRole('group', { name: '产品列表' });
  await screen.getByRole('checkbox', { name: '新增' }).check();
  // Choosing a button chooses its screen as well.
  await expect(screen.getByRole('checkbox', { name: '查看', exact: true })).toBeChecked();
  await drawer.getByRole('button', { name: /保\s*存/ }).click();
  await expect(drawer).toHaveCount(0);
  await expect(row.getByRole('cell', { name: '3', exact: true })).toBeVisible();

  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '详情' }).click();
  await page.getByRole('button', { name: '变更历史' }).click();
  const history = page.getByRole('dialog', { name: '「仓管员」的变更历史' });
  await expect(history.getByRole('listitem').first().getByRole('insertion')).toHaveText([
    '产品列表',
    '产品列表 · 新增',
  ]);
  await server.call(role.remove, { id });
});

test('a role is copied with the permissions that may be granted', async ({ page, server }) => {
  const { id } = await server.call(role.add, { role_name: '原角色', permissions: ['records', 'productlist'] });
  await signedIn(page, server);
  await page.goto('/role/rolemanage');
  await page
    .getByRole('row', { name: /原角色/ })
    .getByRole('button', { name: '更多' })
    .click();
  await page.getByRole('menuitem', { name: '复制' }).click();
  const form = page.getByRole('dialog', { name: '新增角色' });
  await form.getByLabel('角色名称').fill('新角色');
  await form.getByRole('button', { name: /^保\s*存$/ }).click();
  const drawer = page.getByRole('dialog', { name: '「新角色」的权限' });
  await expect(drawer.getByLabel('以其他角色为模板')).toBeVisible();
  await expect(drawer.getByRole('group', { name: '产品列表' }).getByRole('checkbox', { name: '查看' })).toBeChecked();
  await drawer.getByRole('button', { name: /保\s*存/ }).click();
  await expect(drawer).toHaveCount(0);
  const { rows } = await server.call(role.page, { keyword: '新角色' });
  expect(rows).toMatchObject([{ role_name: '新角色', permissions: 2 }]);
  for (const one of [id, rows[0]?.id as number]) await server.call(role.remove, { id: one });
});

test('the menu that restores access cannot be disabled, but its other buttons can', async ({ page, server }) => {
  await signedIn(page, server);
  await page.goto('/role/buttonpower');
  await page.getByLabel('按菜单、名称或代码查找').fill('stafflist:');
  await expect(page.getByRole('row').filter({ hasText: 'stafflist:update' }).getByRole('switch')).toBeDisabled();
  await expect(page.getByRole('row').filter({ hasText: 'stafflist:export' }).getByRole('switch')).toBeEnabled();
});
