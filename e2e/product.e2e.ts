import { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { employee } from '@suyuan/contract/organ/account.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { updatePasswordSelf } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { callServer, expect, signedIn, type TestServer, test } from './server.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server);
});

test('a product is added with packaging, picture and description, and its details show them', async ({
  page,
  server,
}) => {
  const unit = async (unit_code: string, level: 1 | 3, symbol_zh: string) =>
    ((await server.call(packagingUnit.add, { unit_code, level, symbol_zh })) as { id: number }).id;
  const [bottle, box] = [await unit('E-B', 1, '瓶'), await unit('E-C', 3, '箱')];
  await server.call(hierarchy.add, {
    hierarchy_code: 'E-6',
    hierarchy_name: '六瓶装',
    levels: [
      { unit_id: bottle, quantity: 1 },
      { unit_id: box, quantity: 6 },
    ],
  });
  await page.goto('/productaddedit');
  await page.getByLabel('产品编码').fill('E-1');
  await page.getByLabel('产品名称').fill('桂花酒');
  await page.getByLabel('包装关系').click();
  await page.getByTitle('六瓶装').click();
  await expect(page.getByRole('figure', { name: '包装示意图：1 箱 = 6 瓶' })).toBeVisible();
  await page.locator('.pictures input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByRole('img', { name: '第 1 张图片' })).toBeVisible();
  const text = page.getByRole('textbox', { name: '消费者说明 中文' });
  await text.click();
  await page.getByRole('button', { name: '加粗' }).click();
  await page.keyboard.type('桂花香');
  await page.getByRole('button', { name: /^保\s*存$/ }).click();

  await expect(page).toHaveURL(/productpages\?id=/);
  await expect(page.getByRole('heading', { name: '桂花酒' })).toBeVisible();
  // The form is done with, and so is its tab.
  await expect(page.getByRole('button', { name: '关闭 产品新增编辑' })).toHaveCount(0);
  await expect(page.getByRole('figure', { name: '包装示意图：1 箱 = 6 瓶' })).toBeVisible();
  await expect(page.getByRole('img', { name: '桂花酒 1' })).toBeVisible();
  await expect(page.locator('strong', { hasText: '桂花香' })).toBeVisible();

  await page.goto('/productlist?keyword=ghj');
  await expect(page.getByRole('row', { name: /E-1.*桂花酒/ })).toBeVisible();
});

test('a stale form shows what a colleague changed', async ({ page, server }) => {
  const own = { product_code: 'E-2', product_name: '旧名' };
  const { id } = (await server.call(product.add, own)) as { id: number };
  await page.goto(`/productaddedit?id=${id}`);
  await page.getByLabel('规格', { exact: true }).fill('1 L');
  await server.call(product.update, { id, ...own, product_name: '新名' });
  await page.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(page.getByText('新名')).toBeVisible();
  await expect(page.getByLabel('规格', { exact: true })).toHaveValue('1 L');
});

test('permissions to add and change products open the pages of products', async ({ browser, server }) => {
  const permissions = ['productlist', 'productlist:add', 'productlist:update'];
  const { id } = await server.call(role.add, { role_name: '产品专员', permissions });
  const token = await newColleague(server, { account_name: 'cp1', name: '小陈', account_type: 1, role_ids: [id] });
  const page = await (await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })).newPage();
  await signedIn(page, { ...server, token });
  await page.goto('/productlist');
  await page.getByRole('button', { name: /新增产品/ }).click();
  await page.getByLabel('产品编码').fill('E-3');
  await page.getByLabel('产品名称').fill('梅子酒');
  await page.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(page).toHaveURL(/productpages\?id=/);
  await page.getByRole('button', { name: '修改' }).click();
  await expect(page.getByLabel('产品名称')).toHaveValue('梅子酒');
});

/** Creates an account, replaces its temporary password, and returns its token. */
async function newColleague(server: TestServer, person: InputOf<typeof employee.add>): Promise<string> {
  const { one_time_password } = await server.call(employee.add, person);
  const { account_name, account_type } = person;
  const account = { account_name, account_type, permissions: 1 as const };
  const first = await callServer(server.url, '', login, { ...account, account_password: one_time_password });
  const own = 'a-colleague-password-1';
  await callServer(server.url, first, updatePasswordSelf, { old_password: one_time_password, new_password: own });
  return callServer(server.url, '', login, { ...account, account_password: own });
}
