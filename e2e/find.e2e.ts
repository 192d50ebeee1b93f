import type { Page } from '@playwright/test';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { employee } from '@suyuan/contract/organ/account.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { updatePasswordSelf } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { codesClose, reopenAsk } from '@suyuan/contract/tagging/code-closure.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { menu } from './navigate.ts';
import { callServer, expect, signedIn, type TestServer, test } from './server.ts';

const search = (page: Page) => page.getByRole('combobox', { name: '搜索页面' });
const options = (page: Page) => page.getByRole('option');
async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(search(page)).toBeFocused();
}

/** Creates an account with these permissions, and returns its token. */
async function anotherPerson(server: TestServer, permissions: Permission[]): Promise<string> {
  const { id: role_id } = await server.call(role.add, { role_name: '申请人', permissions });
  const account = { account_name: 'asker', account_type: 1 as const };
  const { one_time_password } = await server.call(employee.add, { ...account, name: '王芳', role_ids: [role_id] });
  const credentials = { ...account, account_password: one_time_password, permissions: 1 as const };
  const token = await callServer(server.url, '', login, credentials);
  const change = { old_password: one_time_password, new_password: 'another-password-2' };
  await callServer(server.url, token, updatePasswordSelf, change);
  return token;
}

test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server);
});

test('Ctrl-K finds screens by initials, records by pinyin or code, and actions, recent ones first', async ({
  page,
  server,
}) => {
  await server.call(product.add, { product_code: 'FIND-1', product_name: '瑶池·典藏' });
  await page.goto('/home/tagging/coderule');
  await expect(page.getByRole('heading', { name: '生码规则' })).toBeVisible();

  await openSearch(page);
  await search(page).fill('smgz');
  await expect(options(page).first()).toContainText('生码规则');
  await search(page).fill('yaochi');
  await expect(page.getByRole('group', { name: '产品列表' }).getByRole('option')).toHaveText(/瑶池·典藏\s*FIND-1/);
  await search(page).fill('find-1');
  await expect(options(page).first()).toContainText('FIND-1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/productpages\?id=\d+/);
  await expect(page.getByRole('heading', { name: '瑶池·典藏' })).toBeVisible();

  await openSearch(page);
  await expect(page.getByRole('group', { name: '最近使用' }).getByRole('option')).toHaveText([/瑶池·典藏/]);
  await search(page).fill('新增品牌');
  await page.getByRole('group', { name: '操作' }).getByRole('option', { name: '新增品牌' }).click();
  await expect(page.getByRole('dialog', { name: '新增品牌' })).toBeVisible();
  await expect(page).toHaveURL(/\/productsort$/);
});

test('the search offers recently opened records first', async ({ page, server }) => {
  const store = { warehouse_code: 'FIND-W', warehouse_name: '寻香', warehouse_type: 'finished' } as const;
  const { id } = await server.call(warehouse.add, store);
  await page.goto(`/store?detail=${id}`);
  await expect(page.getByRole('dialog', { name: '寻香' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: '寻香' })).toHaveCount(0);
  await openSearch(page);
  await page.getByRole('group', { name: '最近使用' }).getByRole('option', { name: '寻香' }).click();
  await expect(page.getByRole('dialog', { name: '寻香' })).toBeVisible();
});

/** Types keys without pauses, as a scanner does. */
const scanned = (page: Page, text: string) =>
  page.evaluate((keys) => {
    for (const key of [...keys, 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }, text);

test('a keyboard scanner opens the code without triggering shortcuts or filling fields', async ({ page }) => {
  await page.goto('/productlist');
  await expect(page.getByRole('heading', { name: '产品列表' })).toBeVisible();
  await page.getByRole('heading', { name: '产品列表' }).click();
  await scanned(page, 'nr/AB12345678');
  await expect(page).toHaveURL(/\/rulenews\?codes=nr%2FAB12345678/);
  await expect(page.getByRole('textbox', { name: '要查询的码' })).toHaveValue('nr/AB12345678');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('textbox', { name: '要查询的码' }).fill('');
  await page.getByRole('textbox', { name: '要查询的码' }).pressSequentially('CD12345678');
  await expect(page.getByRole('textbox', { name: '要查询的码' })).toHaveValue('CD12345678');
});

test('typing while the search opens triggers no shortcuts', async ({ page }) => {
  const held: (() => void)[] = [];
  await page.route(/\/assets\/SearchDialog-.*\.js/, (route) => held.push(() => void route.continue()));
  await page.goto('/productlist');
  await expect(page.getByRole('heading', { name: '产品列表' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press('n');
  for (const letGo of held) letGo();
  await expect(search(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/productlist$/);
});

test('? lists the shortcuts of the current screen with where they act', async ({ page }) => {
  await page.goto('/productlist');
  await expect(page.getByRole('heading', { name: '产品列表' })).toBeVisible();
  await expect(page.getByRole('button', { name: '新增产品' }).first()).toHaveAttribute('title', '新增产品 (N)');
  await expect(page.getByRole('form', { name: '查询' }).locator('kbd')).toHaveText('/');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: '键盘快捷键' });
  await expect(keys).toContainText('新增一条记录');
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
});

test('a waiting request appears in the menu, on the dashboard and among notifications, and leads to its decision', async ({
  page,
  server,
}) => {
  const rule = await server.call(codeRule.add, {
    rule_name: 'Find',
    level: 1,
    prefix: 'FD',
    alphabet: 'digits',
    body_length: 12,
    check: 'none',
    carrier: 'plain',
  });
  const order = await server.call(orderAdd, { rule_id: rule.id, quantity: 5 });
  const { id } = await server.call(codesClose, { order_id: order.id, reason: '召回' });
  const asker = await anotherPerson(server, ['queryclose', 'queryclose:reopen']);
  await callServer(server.url, asker, reopenAsk, { id: id as number, reason: '已复检' });
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByRole('link', { name: /重新启用申请待审批/ })).toBeVisible();
  await expect(menu(page).getByRole('menuitem', { name: /赋码管理 1 待办/ })).toBeVisible();

  await page.getByRole('button', { name: /^通知，/ }).click();
  const centre = page.getByRole('dialog', { name: '通知' });
  await expect(centre.getByRole('link', { name: /申请重新启用/ })).toBeVisible();
  await centre.getByRole('link', { name: /申请重新启用/ }).click();
  await expect(page).toHaveURL(/\/queryclose\?keyword=C/);
  await expect(centre).toHaveCount(0);
});
