import { readFile } from 'node:fs/promises';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { expect, signIn, test } from './server.ts';

test('a new system issues a million known codes', async ({ page, server }) => {
  await signIn(page);

  await page.goto('/productlist');
  await page.getByRole('button', { name: '新增产品' }).first().click();
  await page.getByRole('textbox', { name: '产品编码' }).fill('P-1000');
  await page.getByRole('textbox', { name: '产品名称' }).fill('云泉 53° 500 mL');
  await page.getByRole('textbox', { name: 'GTIN' }).fill('6901234567890');
  await page.getByRole('button', { name: /保\s*存/ }).click();
  await expect(page.getByText('不是有效的 GTIN')).toBeVisible();
  await page.getByRole('textbox', { name: 'GTIN' }).fill('6901234567908');
  await page.getByRole('button', { name: /保\s*存/ }).click();
  await expect(page).toHaveURL(/\/productpages/);
  await expect(page.getByRole('heading', { name: '云泉 53° 500 mL' })).toBeVisible();

  await page.goto('/home/tagging/coderule');
  await page.getByRole('button', { name: '新增规则' }).first().click();
  const rule = page.getByRole('dialog', { name: '新增规则' });
  // Choosing another preset clears the values of the previous one.
  await rule.getByRole('radio', { name: /16 位防伪码/ }).check();
  await expect(rule.getByLabel('码体长度')).toHaveValue('16');
  await expect(rule.getByRole('listitem')).toHaveCount(10);
  await rule.getByRole('radio', { name: /SSCC-18/ }).check();
  await expect(rule.getByLabel('码体长度')).toHaveValue('');
  await expect(rule.getByRole('listitem')).toHaveCount(0);
  await rule.getByRole('radio', { name: /GS1 SGTIN/ }).check();
  await rule.getByLabel('规则名称').fill('瓶码');
  await expect(rule.getByRole('listitem')).toHaveCount(10);
  await expect(rule.getByRole('listitem').first()).toContainText('/01/09506000134352/21/');
  await rule.getByRole('button', { name: /保\s*存/ }).click();
  await expect(page.getByRole('cell', { name: '瓶码' })).toBeVisible();

  await page.goto('/home/tagging/records');
  await page.getByRole('button', { name: '生码下单' }).first().click();
  const order = page.getByRole('dialog', { name: '生码下单' });
  await expect(order.getByText('还没有设置公开地址')).toBeVisible();
  await expect(order.getByRole('link', { name: '在印码之前设置公开地址' })).toBeVisible();
  await order.getByLabel('生码规则').click();
  await page.getByTitle('瓶码', { exact: true }).click();
  await order.getByLabel('产品').click();
  await page.getByTitle('云泉 53° 500 mL (P-1000)').click();
  await expect(order.getByLabel('数量')).toHaveValue('1,000,000');
  await order.getByRole('button', { name: '下一步' }).click();
  await expect(order.getByRole('definition')).toHaveText(['瓶码', /^云泉 53° 500 mL/, '1,000,000']);
  await order.getByRole('button', { name: '生成 1,000,000 个码' }).click();
  await expect(page.getByRole('cell', { name: '1,000,000' }).first()).toBeVisible();

  // The dialog with the order's files opens next.
  const drawer = page.getByRole('dialog', { name: /文件与标签/ });
  await drawer.getByRole('textbox', { name: '用途' }).fill('一号印刷厂');
  const downloading = page.waitForEvent('download');
  await drawer.getByRole('button', { name: /下\s*载/ }).click();
  const download = await downloading;
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(1_000_000);
  expect(new Set(lines).size).toBe(1_000_000);
  await expect(drawer.getByText('已完成')).toBeVisible();
  await expect(drawer.getByRole('progressbar').first()).toHaveAttribute('aria-valuenow', '100');

  // Looking up all codes would take a hundred calls, so every hundredth code is checked.
  const sample = lines.filter((_, index) => index % 100 === 0);
  const facts = await server.call(codesQuery, { codes: sample });
  expect(facts.filter(({ state }) => state === 'bound')).toHaveLength(10_000);
});
