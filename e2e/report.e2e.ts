import { product } from '@suyuan/contract/base/product/product.ts';
import { workOrder, workOrderRelease, workOrderStart } from '@suyuan/contract/plant/order/work-order.ts';
import { pack } from '@suyuan/contract/plant/packing/packing.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { axeFindings } from './axe.ts';
import { expect, signedIn, type TestServer, test } from './server.ts';

// Production by other tests would change the sums.
test.use({ emptyFor: 'sums' });

let bottle: string;

test.beforeAll(async ({ server }) => {
  const wine = (await server.call(product.add, { product_code: 'REP-53', product_name: '云泉 53°' })).id;
  const unit = await codeOf(server, wine, 1);
  bottle = unit;
  const box = await codeOf(server, wine, 3);
  const { id } = await server.call(workOrder.add, { order_no: 'GD-7', product_id: wine, quantity: 10, lot: 'L7' });
  await server.call(workOrderRelease, { id });
  await server.call(workOrderStart, { id });
  await server.call(pack, { work_order_id: id, parent: box, children: [unit], remainder: true });
});

test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server);
});

/** Orders a hundred codes of a level, and returns the first one. */
async function codeOf(server: TestServer, product_id: number, level: 1 | 3): Promise<string> {
  const rule = {
    rule_name: `level ${level}`,
    level,
    prefix: `5${level}`,
    alphabet: 'digits',
    body_length: 12,
  } as const;
  const { id: rule_id } = await server.call(codeRule.add, { ...rule, check: 'none', carrier: 'plain' });
  return (await server.call(orderAdd, { rule_id, product_id, quantity: 100 })).first;
}

test('a report agrees in chart and table, keeps its settings in the address, and links to the records behind it', async ({
  page,
}) => {
  await page.goto('/collect?period=today');
  const total = page.getByRole('row', { name: /^合计/ });
  await expect(total).toContainText('200');
  await expect(page.getByRole('img', { name: /^图表, 包装 1, 消费者查询 0$/ })).toBeVisible();
  await expect(page.getByText('装入包装的单品数，已扣除取出的。')).toBeVisible();
  expect(await axeFindings(page, '#content')).toEqual([]);

  await page.getByRole('button', { name: '生码', exact: true }).click();
  await expect(page.getByRole('img', { name: /生码 200/ })).toBeVisible();
  const compare = page.getByRole('checkbox', { name: '与上一期间比较' });
  await compare.click();
  await expect(compare).toBeChecked();
  await page.getByRole('combobox', { name: '分组' }).click();
  await page.getByTitle('产品', { exact: true }).click();
  await expect(page).toHaveURL(/period=today&group=product&compare=true&charted=packed%2Cscanned%2Cissued/);
  await page.reload();
  const row = page.getByRole('row', { name: /云泉 53°/ });
  await expect(row).toContainText('▲+200');
  await row.getByRole('link', { name: '云泉 53° (REP-53)' }).click();
  await expect(page).toHaveURL(/\/productpages\?id=/);
  await page.goBack();
  await row.getByRole('link', { name: '200', exact: true }).click();
  await expect(page).toHaveURL(/\/home\/tagging\/records\?from=.*&to=.*&product_id=/);
  // A hundred codes for units and a hundred for cases.
  await expect(page.getByRole('row', { name: /云泉 53°/ })).toHaveCount(2);
});

test('a report is saved under a name and opened by it', async ({ page }) => {
  await page.goto('/dateyield?period=today&group=product&charted=bound');
  await page.getByRole('button', { name: /视图$/ }).click();
  await page.getByLabel('把当前的期间、分组、筛选和图表存为视图').fill('今天的产品');
  await page.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(page).toHaveURL(/\?view=\d+$/);
  await page.goto('/dateyield');
  await page.getByRole('button', { name: /视图$/ }).click();
  await page.getByRole('button', { name: '今天的产品', exact: true }).click();
  await page.reload();
  await expect(page.getByRole('row', { name: /云泉 53°/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /今天的产品$/ })).toBeVisible();
  await page.getByRole('checkbox', { name: '与上一期间比较' }).click();
  await expect(page).toHaveURL(/\?period=today&group=product&compare=true&charted=bound$/);
  await expect(page.getByRole('button', { name: /视图$/ })).toBeVisible();
});

test('a day of production opens its work orders', async ({ page }) => {
  await page.goto('/dateyield?period=today');
  const table = page.getByRole('group', { name: '日生产报表' });
  await table.getByRole('row').nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/group=order/);
  await table.getByRole('link', { name: 'GD-7' }).click();
  await expect(page).toHaveURL(/\/orderlist\?keyword=GD-7/);
});

test('a report is printed without the console around it', async ({ page }) => {
  await page.goto('/productionorder?period=today');
  await expect(page.getByRole('row', { name: /GD-7/ })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeHidden();
  await expect(page.getByRole('combobox', { name: '分组' })).toBeHidden();
  await expect(page.getByRole('row', { name: /GD-7/ })).toBeVisible();
});

test('a handover of packed goods is printed and signed', async ({ page }) => {
  await page.goto('/connect');
  await page.getByRole('button', { name: '新建交接单' }).first().click();
  const form = page.getByRole('dialog', { name: '新建交接单' });
  await form.getByRole('combobox', { name: '工单' }).click();
  await page.getByTitle('GD-7 · 云泉 53° · L7').click();
  await expect(form.getByText('1 个包装（1 个未满），1 个单品，入 未定仓库')).toBeVisible();
  await form.getByRole('button', { name: '新建交接单' }).click();
  const row = page.getByRole('row', { name: /GD-7/ });
  await expect(row.getByText('待产线签字')).toBeVisible();
  await row.getByRole('button', { name: '产线签字' }).click();
  await page.getByRole('dialog', { name: '产线签字' }).getByRole('button', { name: '产线签字' }).click();
  await expect(row.getByText('待仓库签收')).toBeVisible();
  expect(await axeFindings(page, '#content')).toEqual([]);

  await page.getByRole('tab', { name: '交接统计' }).click();
  const total = page.getByRole('row', { name: /^合计/ });
  // Notes, packages and units, and the note that the warehouse still has to sign.
  await expect(total).toHaveText('合计11110000');
  await expect(page.getByText('产线已签字、仓库还没有签收的交接单。')).toBeVisible();
  expect(await axeFindings(page, '#content')).toEqual([]);
  await total.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/connect\?from=.*&to=/);
  await expect(page.getByRole('row', { name: /GD-7/ })).toHaveCount(1);

  await page.getByRole('row', { name: /GD-7/ }).getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '撤回' }).click();
  const withdraw = page.getByRole('dialog', { name: '撤回' });
  await withdraw.getByLabel('撤回原因').fill('开错仓库');
  await withdraw.getByRole('button', { name: /^撤\s*回$/ }).click();
  await expect(page.getByRole('row', { name: /GD-7/ }).getByText('已撤回')).toBeVisible();
});

test('a code leads to the authority files of its work order', async ({ page }) => {
  await page.goto(`/informationinquiry?code=${bottle}`);
  await page.getByRole('button', { name: '监管与客户文件' }).click();
  const dialog = page.getByRole('dialog', { name: '监管与客户文件' });
  await expect(dialog.getByRole('combobox', { name: '工单号' })).toHaveValue('GD-7');
  await expect(dialog.getByRole('region', { name: '药品追溯码关联关系' })).toContainText('drug_product_code');
  await dialog.getByText('批次', { exact: true }).first().click();
  await expect(dialog.getByRole('combobox', { name: '批次' })).toHaveValue('L7');
  await dialog.getByRole('button', { name: '查找文件' }).click();
  await expect(dialog.getByRole('region', { name: '农药二维码信息' })).toContainText('pesticide_holder');
  expect(await axeFindings(page, '.ant-modal')).toEqual([]);
});

test('the dashboard shows production', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: '今日包装' })).toContainText('1');
  await expect(page.getByRole('region', { name: '近 30 天生产' })).toBeVisible();
  await page.getByRole('radiogroup', { name: '统计时段' }).getByText('7 天', { exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\?days=7$/);
  const production = page.getByRole('region', { name: '近 7 天生产' });
  await production.getByRole('button').click();
  await expect(production.getByRole('row')).toHaveCount(8);
  await expect(production.getByRole('row').nth(1).getByRole('link').first()).toHaveAttribute(
    'href',
    /^\/collect\?from=/,
  );
  await page.getByRole('link', { name: 'GD-7' }).click();
  await expect(page).toHaveURL(/\/orderlist\?keyword=GD-7/);
});
