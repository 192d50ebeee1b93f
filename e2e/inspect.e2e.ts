import { product } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { forensicCase } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { consumerWarning } from '@suyuan/contract/inspect/consumer-warning.ts';
import { inspectRecord } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { expect, signedIn, test } from './server.ts';

let codes: string[];

test.beforeAll(async ({ server }) => {
  const { id: rule_id } = await server.call(codeRule.add, {
    rule_name: '稽查',
    level: 1,
    prefix: 'V',
    alphabet: 'base32',
    body_length: 12,
    check: 'none',
    carrier: 'plain',
  });
  const made = await server.call(product.add, { product_code: 'INSPECT', product_name: '稽查酒' });
  const { id } = await server.call(orderAdd, { rule_id, product_id: made.id, quantity: 50 });
  codes = (await server.call(codesQuery, { order_id: id })).map(({ code }) => code as string);
});

test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server);
});

test('a warning is taken and shown with figures and map, and several are settled at once', async ({ page, server }) => {
  const [code = ''] = codes;
  for (const ip of ['114.114.114.114', '202.106.0.20', '222.172.200.68']) {
    await fetch(`${server.url}${scan.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
      body: JSON.stringify({ code }),
    });
  }
  await expect.poll(async () => (await server.call(consumerWarning.page, { code })).total, { timeout: 30_000 }).toBe(2);
  await page.goto(`/queryconsumerwarning?code=${code}`);
  const row = page.getByRole('row', { name: /多省出现/ });
  await row.getByRole('button', { name: '领取' }).click();
  await expect(row).toContainText('已领取');
  await row
    .getByRole('button', { name: '详情' })
    .or(row.getByRole('button', { name: '更多' }))
    .first()
    .click();
  const detail = page.getByRole('menuitem', { name: '详情' });
  if (await detail.isVisible()) await detail.click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText(/在 3 个省被查询/)).toBeVisible();
  await expect(drawer.getByText('这只是疑似')).toBeVisible();
  await drawer
    .getByRole('button', { name: /关\s*闭|Close/ })
    .first()
    .click();

  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await page
    .getByRole('region', { name: '对选中的行' })
    .getByRole('button', { name: /^结\s*案$/ })
    .click();
  const settle = page.getByRole('dialog');
  await settle.getByText('属实').click();
  await settle.getByLabel('理由').fill('买到三瓶');
  await settle.getByRole('button', { name: /^结\s*案$/ }).click();
  await expect(page.getByRole('row', { name: /已结案/ })).toHaveCount(2);
});

test('limits must be tried before saving', async ({ page }) => {
  await page.goto('/warningparam');
  const card = page.getByRole('listitem').filter({ hasText: '同一码查询过多' });
  await card.getByRole('button', { name: /^调\s*整$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('查询次数').fill('5');
  await expect(dialog.getByRole('button', { name: /^保\s*存$/ })).toBeDisabled();
  await dialog.getByRole('button', { name: '用历史数据试算' }).click();
  await expect(dialog.getByText(/会触发 \d+ 条预警/)).toBeVisible();
  await dialog.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(card).toContainText('查询 5 次');
  await expect(card).toContainText('版本 1');
});

test('a scan into any field of a form does not submit it', async ({ page }) => {
  await page.goto('/recall');
  await page.getByRole('button', { name: '新建召回' }).first().click();
  const form = page.getByRole('dialog', { name: '新建召回' });
  await form.getByText('码段', { exact: true }).click();
  for (const name of ['起始码', '结束码']) {
    const field = form.getByRole('textbox', { name });
    await field.fill('3100000000001');
    await field.press('Enter');
  }
  // To save it would say what is missing.
  await expect(form.locator('.ant-form-item-explain-error')).toHaveCount(0);
  await form.getByRole('textbox', { name: '结束码' }).press('Control+Enter');
  await expect(form.locator('.ant-form-item-explain-error').first()).toBeVisible();
});

test('choosing narrows the report on diversion and is kept in the address', async ({ page }) => {
  await page.goto('/diversion');
  await page.getByRole('combobox', { name: '产品' }).fill('稽查酒');
  await page.getByTitle('稽查酒 (INSPECT)').click();
  await expect(page).toHaveURL(/product_id=\d+/);
  await page.reload();
  await expect(page.getByTitle('稽查酒 (INSPECT)')).toBeVisible();
  for (const name of ['经销商', '批次']) await expect(page.getByRole('combobox', { name })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, permissions: ['geolocation'] });

  test('a code is inspected, and a torn one is found', async ({ page, context }) => {
    await context.setGeolocation({ latitude: 31.23, longitude: 121.47, accuracy: 20 });
    await page.goto('/inspectrecord');
    const [, code = ''] = codes;
    const field = page.getByRole('textbox', { name: /扫描或粘贴码/ });
    await page.getByRole('button', { name: '使用当前位置' }).click();
    await expect(page.getByText('31.23, 121.47')).toBeVisible();
    await field.fill(`${code.slice(0, 5)}?${code.slice(6)}`);
    await page.getByRole('button', { name: '查找候选码' }).click();
    await page.getByRole('button', { name: code }).click();
    await page.getByRole('button', { name: /^稽\s*查$/ }).click();
    await expect(page.getByRole('alert').getByText('正常')).toBeVisible();
    await expect(page.getByText('没有售出记录')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  test('an offline inspection is stored and sent once when online', async ({ page, server, context }) => {
    const [, , code = ''] = codes;
    const inspected = async () => (await server.call(inspectRecord.page, { code })).total;
    await page.goto('/inspectrecord');
    const field = page.getByRole('textbox', { name: /扫描或粘贴码/ });
    await field.fill(code);
    await context.setOffline(true);
    await page.getByRole('button', { name: /^稽\s*查$/ }).click();
    await expect(page.getByText('1 条稽查还在本机等待发送')).toBeVisible();
    await expect(field).toHaveValue('');
    expect(await inspected()).toBe(0);
    await context.setOffline(false);
    await expect(page.getByText('等待发送')).toHaveCount(0);
    await expect(page.getByText(`${code}：稽查已发送`)).toBeVisible();
    expect(await inspected()).toBe(1);
    await page.reload();
    await expect(field).toBeVisible();
    await expect(page.getByText('等待发送')).toHaveCount(0);
    expect(await inspected()).toBe(1);
  });

  test('waiting entries are counted and sent from any screen, with their result', async ({ page, server, context }) => {
    const [, , , code = ''] = codes;
    const inspected = async () => (await server.call(inspectRecord.page, { code })).total;
    await context.route('**/api/inspect/inspectrecord/add*', (route) => route.abort());
    await page.goto('/inspectrecord');
    await page.getByRole('textbox', { name: /扫描或粘贴码/ }).fill(code);
    await page.getByRole('button', { name: /^稽\s*查$/ }).click();
    await expect(page.getByText('1 条稽查还在本机等待发送')).toBeVisible();
    await page.goto('/dashboard');
    const waiting = page.getByRole('button', { name: '1 条记录在本机等待发送' });
    await expect(waiting).toBeVisible();
    expect(await inspected()).toBe(0);
    await context.unroute('**/api/inspect/inspectrecord/add*');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByText(`${code}：稽查已发送`)).toBeVisible();
    await expect(waiting).toHaveCount(0);
    expect(await inspected()).toBe(1);
  });

  test('a photo survives network failures and a closed page, and is sealed when it arrives', async ({
    page,
    server,
    context,
  }) => {
    await page.goto('/forensics');
    const before = (await server.call(forensicCase.page, {})).total;
    await page.getByRole('button', { name: '新建取证' }).click();
    const dialog = page.getByRole('dialog');
    const photo = await page.screenshot({ type: 'jpeg' });
    await dialog.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: photo });
    await dialog.getByLabel('地点').fill('西湖路 5 号');
    await context.route('**/api/inspect/forensics/add*', (route) => route.abort());
    await dialog.getByRole('button', { name: '保存（1 张照片）' }).click();
    await expect(page.getByText('1 份取证还在本机等待发送')).toBeVisible();
    await page.reload();
    await expect(page.getByText('1 份取证还在本机等待发送')).toBeVisible();
    expect((await server.call(forensicCase.page, {})).total).toBe(before);
    await context.unroute('**/api/inspect/forensics/add*');
    await page.getByRole('button', { name: '立即发送' }).click();
    await expect(page.getByText('等待发送')).toHaveCount(0);
    await expect.poll(async () => (await server.call(forensicCase.page, {})).rows[0]?.photos).toBe(1);

    await page.goto('/forensics');
    await page.getByRole('button', { name: '详情' }).first().click();
    await page.getByRole('button', { name: /^封\s*存$/ }).click();
    await page
      .getByRole('dialog', { name: '封存这份取证？' })
      .getByRole('button', { name: /^封\s*存$/ })
      .click();
    await expect(page.getByText('SHA-256')).toBeVisible();
  });
});
