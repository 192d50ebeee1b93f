import type { Locator, Page } from '@playwright/test';
import { dealer } from '@suyuan/contract/base/dealer.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { accountStatusList, employee } from '@suyuan/contract/organ/account.ts';
import { department, departmentListTree } from '@suyuan/contract/organ/department.ts';
import { position } from '@suyuan/contract/organ/position.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { expect, signedIn, test } from './server.ts';

/** Drags a department onto the lower right half of another one, which makes it a child of it. */
async function dragBelow(page: Page, moved: Locator, target: Locator): Promise<void> {
  const [from, to] = [await moved.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error('a department is not in sight');
  await page.mouse.move(from.x + 5, from.y + from.height / 2);
  await page.mouse.down();
  for (const right of [40, 70, 80]) await page.mouse.move(to.x + right, to.y + to.height - 3, { steps: 4 });
  await page.mouse.up();
}

test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server);
});

test('departments are added, found and dragged, and cannot be deleted while in use', async ({ page, server }) => {
  await page.goto('/tree');
  await page.getByRole('button', { name: '新增部门' }).click();
  const form = page.getByRole('dialog', { name: '新增部门' });
  await form.getByLabel('部门编码').fill('HEAD');
  await form.getByLabel('部门名称').fill('总公司');
  await form.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(page.getByRole('heading', { name: '总公司' })).toBeVisible();

  const head = (await server.call(departmentListTree, {})).find(({ depart_code }) => depart_code === 'HEAD');
  await page.getByRole('button', { name: '新增下级' }).click();
  await form.getByLabel('部门编码').fill('BUY');
  await form.getByLabel('部门名称').fill('采购部');
  await form.getByRole('button', { name: /^保\s*存$/ }).click();
  const tree = page.getByRole('tree');
  await expect(tree.getByText('采购部')).toBeVisible();

  await server.call(department.add, { depart_code: 'SHOP', depart_name: '门店部' });
  await page.reload();
  /** The departments below the one that buys. */
  const below = async () => {
    const [node] = (await server.call(departmentListTree, {})).filter(({ id }) => id === head?.id);
    return node?.listSubWareHouses.flatMap(({ listSubWareHouses }) =>
      listSubWareHouses.map(({ depart_code }) => depart_code),
    );
  };
  const drag = async () => {
    await dragBelow(page, tree.getByText('门店部'), tree.getByText('采购部'));
    const question = page.getByRole('dialog', { name: '把「门店部」移到「采购部」之下？' });
    await expect(question).toContainText('它的 0 个下级部门和共 0 人一起移动。');
    await question.getByRole('button', { name: /^移\s*动$/ }).click();
    await expect.poll(below).toEqual(['SHOP']);
  };
  await drag();
  await page.getByRole('button', { name: /^撤\s*销$/ }).click();
  await expect.poll(below).toEqual([]);
  await page.reload();
  await drag();

  await page.getByLabel('按名称或编码查找').fill('shop');
  await tree.getByText('门店部').click();
  await expect(page.getByRole('heading', { name: '门店部' })).toBeVisible();
  await page.getByLabel('按名称或编码查找').fill('');
  await tree.getByText('总公司').click();
  await page.getByRole('button', { name: /^删\s*除$/ }).click();
  const used = page.getByRole('dialog', { name: '「总公司」不能删除' });
  await expect(used.getByRole('listitem')).toHaveText(/^下级部门 1/);
  await used.getByRole('button', { name: '知道了' }).click();
});

test("a position grants its roles, and a new account's password is shown once", async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await server.call(role.add, { role_name: '仓管角色', permissions: ['productlist'] });
  await server.call(role.add, { role_name: '查货角色', permissions: ['records'] });
  await server.call(department.add, { depart_code: 'STORE', depart_name: '仓储部' });

  await page.goto('/home/organ/departmentjob');
  await page.getByRole('button', { name: '新增职位' }).first().click();
  const position = page.getByRole('dialog', { name: '新增职位' });
  await position.getByLabel('所属部门').click();
  await page.getByTitle('仓储部').click();
  await position.getByLabel('职位名称').fill('仓管员');
  await position.getByLabel('角色').click();
  await page.getByTitle('仓管角色').click();
  // Closes the list, which may lie over the button.
  await position.getByLabel('职位名称').click();
  await position.getByRole('button', { name: /^保\s*存$/ }).click();
  const kept = page.getByRole('row', { name: /仓储部 仓管员/ });
  await expect(kept).toContainText('仓管角色');
  await kept.getByRole('button', { name: '角色' }).click();
  const roles = page.getByRole('dialog', { name: '「仓管员」的角色' });
  await roles.getByLabel('角色').click();
  await page.getByTitle('查货角色').click();
  // The open drop-down covers what is below until something else is clicked.
  await roles.getByText('「仓管员」的角色').click();
  await roles.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(kept).toContainText('查货角色');

  await page.goto('/role/rolemanage?keyword=查货');
  await page.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '详情' }).click();
  const detail = page.getByRole('dialog', { name: '查货角色' });
  await detail.getByRole('button', { name: /^移\s*除$/ }).click();
  await page
    .getByRole('dialog', { name: '职位「仓管员」不再带来此角色？' })
    .getByRole('button', { name: /^移\s*除$/ })
    .click();
  await expect(detail.getByText('没有职位带来此角色')).toBeVisible();

  await page.goto('/stafflist');
  await page.getByRole('button', { name: '新增账号' }).first().click();
  const form = page.getByRole('dialog', { name: '新增账号' });
  await form.getByLabel('账号', { exact: true }).fill('keeper.one');
  await form.getByLabel('姓名').fill('仓小管');
  await form.getByLabel('所属部门').click();
  await page.getByTitle('仓储部').last().click();
  await form.getByLabel('职位').click();
  await page.getByTitle('仓管员').click();
  await form.getByRole('button', { name: /^保\s*存$/ }).click();

  const shown = page.getByRole('dialog', { name: '一次性密码' });
  const password = await shown.getByRole('status').textContent();
  await shown.getByRole('button', { name: '复制密码' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password);
  await shown.getByRole('button', { name: '我已保存' }).click();
  await expect(page.getByRole('row', { name: /keeper\.one 仓小管/ })).toContainText('仓管员');

  await context.clearCookies();
  await page.goto('/login');
  await page.locator('[name=account_name]').fill('keeper.one');
  await page.locator('[name=account_password]').fill(password ?? '');
  await page.getByRole('button', { name: /^登\s*录$/ }).click();
  await page.waitForURL(/\/change-password/);
});

test('a stale form shows what somebody else changed, and asks', async ({ page, server }) => {
  await server.call(department.add, { depart_code: 'QUICK', depart_name: '快部' });
  const { id } = await server.call(employee.add, { account_name: 'slow.form', name: '慢慢', account_type: 1 });
  await page.goto('/stafflist?keyword=slow.form');
  await page.getByRole('button', { name: /^修\s*改$/ }).click();
  const form = page.getByRole('dialog', { name: '修改账号' });
  await form.getByLabel('姓名').fill('我的');
  await server.call(employee.update, { id, name: '他们的' });
  await form.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(form.getByText('您打开后，该记录已被他人修改')).toBeVisible();
  await expect(form.getByText('已被 admin 改为「他们的」')).toBeVisible();
  await form.getByRole('button', { name: '仍然保存' }).click();
  await expect(page.getByRole('cell', { name: '我的' })).toBeVisible();
});

test('a disabled person is signed out and shown as disabled', async ({ page, server }) => {
  const { id: department_id } = await server.call(department.add, { depart_code: 'OUT', depart_name: '离部' });
  await server.call(position.add, { department_id, position_name: '专员' });
  await server.call(employee.add, { account_name: 'out.person', name: '要走的', account_type: 1, department_id });
  await page.goto('/stafflist?keyword=out.person');
  await page.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '停用' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^停\s*用$/ })
    .click();
  await expect(page.getByRole('row', { name: /out\.person/ })).toContainText('停用');
});

test('disabling a dealer warns about its people and signs them out', async ({ page, server }) => {
  const closing = { dealer_code: 'D-OUT', dealer_name: '停业经销商', dealer_level: 1 as const };
  const { id: dealer_id } = await server.call(dealer.add, closing);
  const person = { account_name: 'dealer.out', name: '经销员', account_type: 3 as const, dealer_id };
  const { one_time_password } = await server.call(employee.add, person);
  await page.goto('/dealer?keyword=D-OUT');
  await page.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '停用' }).click();
  const dialog = page.getByRole('dialog', { name: '停用「停业经销商」？' });
  await expect(dialog).toContainText('其人员将被退出登录，重新启用前无法登录。');
  await expect(dialog.getByRole('listitem')).toHaveText('账号 1 dealer.out');
  await dialog.getByRole('button', { name: /^停\s*用$/ }).click();
  await expect(page.getByRole('row', { name: /D-OUT/ })).toContainText('停用');
  const body = JSON.stringify({ account_name: 'dealer.out', account_password: one_time_password, account_type: 3 });
  const headers = { 'content-type': 'application/json' };
  const refused = await fetch(server.url + login.path, { method: 'POST', headers, body });
  expect((await refused.json()).code).toBe(ErrorCode.wrongCredentials);
});

test('a chosen status has its name while the list of statuses loads', async ({ page }) => {
  await page.route(`**${accountStatusList.path}*`, () => undefined);
  await page.goto('/stafflist?status=disabled');
  const chips = page.getByRole('list', { name: '当前筛选条件' });
  await expect(chips.getByRole('listitem').filter({ hasText: '状态' })).toHaveText('状态停用');
  await page.getByRole('button', { name: '新增账号' }).first().click();
  const form = page.getByRole('dialog', { name: '新增账号' });
  await expect(form.getByTitle('启用', { exact: true })).toBeVisible();
});

test('the form of a person shows the roles of their position', async ({ page, server }) => {
  const { id: department_id } = await server.call(department.add, { depart_code: 'BROUGHT', depart_name: '质检部' });
  const { id: role_id } = await server.call(role.add, { role_name: '质检角色', permissions: ['records'] });
  const { id: position_id } = await server.call(position.add, {
    department_id,
    position_name: '质检员',
    role_ids: [role_id],
  });
  const facts = { account_name: 'brought.one', name: '质检人', account_type: 1 as const, department_id, position_id };
  await server.call(employee.add, facts);
  await page.goto('/stafflist?keyword=brought.one');
  await page.getByRole('button', { name: /^修\s*改$/ }).click();
  await expect(page.getByRole('dialog', { name: '修改账号' }).getByText('质检角色（来自职位）')).toBeVisible();
});
