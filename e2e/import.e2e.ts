import { brand } from '@suyuan/contract/base/product/brand.ts';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { expect, signedIn, test } from './server.ts';

test('an import from the template reports errors, and the corrected file updates its rows later', async ({
  page,
  server,
}) => {
  await signedIn(page, server);
  await page.goto('/productsort');
  await page.getByRole('button', { name: '导入', exact: true }).click();
  const wizard = page.getByRole('dialog', { name: '导入品牌' });
  const download = page.waitForEvent('download');
  await wizard.getByRole('button', { name: '下载模板' }).click();
  const template = await (await download).createReadStream();
  const { sheets } = await readXlsx(Buffer.concat(await template.toArray()));
  const [titles = [], example = []] = sheets[0]?.rows ?? [];
  expect(titles.slice(0, 3)).toEqual(['品牌名称', '品牌编码', '上级品牌']);
  expect(example.slice(0, 2)).toEqual(['云泉', 'YQ']);

  const choose = async (...lines: string[][]) =>
    wizard.locator('input[type=file]').setInputFiles({
      name: '品牌.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(await writeXlsx({ sheets: [{ name: '品牌', rows: [titles as string[], ...lines] }] })),
    });
  // The parent's line comes after the line that refers to it.
  await choose(['云泉窖藏', 'IMP-2', 'IMP-1'], ['云泉', 'IMP-1'], ['无主', 'IMP-3', 'nobody'], ['', 'IMP-4']);
  await expect(wizard.getByText('共 4 行：新增 2 行，有误 2 行')).toBeVisible();
  await expect(wizard.getByText('上级品牌 不存在（nobody）')).toBeVisible();
  await expect(wizard.getByText('品牌名称 必填')).toBeVisible();
  await expect(wizard.getByRole('button', { name: '全部导入（2）' })).toBeDisabled();
  await wizard.getByRole('button', { name: '只导入正确的 2 行' }).click();
  await expect(page.getByText('已导入 2 行')).toBeVisible();
  await expect(page.getByRole('cell', { name: '云泉窖藏' })).toBeVisible();

  await page.getByRole('button', { name: '导入', exact: true }).click();
  await choose(['云泉窖藏', 'IMP-2', 'IMP-1'], ['云泉酒业', 'imp-1']);
  await expect(wizard.getByText('共 2 行：有误 2 行')).toBeVisible();
  await wizard.getByRole('checkbox', { name: '更新已有的数据' }).check();
  await expect(wizard.getByText('共 2 行：更新 1 行，无变化 1 行')).toBeVisible();
  const change = wizard.getByRole('region', { name: '将更新的内容' }).getByRole('row', { name: '品牌名称' });
  await expect(change.getByRole('deletion')).toHaveText('云泉');
  await expect(change.getByRole('insertion')).toHaveText('云泉酒业');
  await wizard.getByRole('button', { name: '全部导入（1）' }).click();
  const brands = async () => {
    const { rows } = await server.call(brand.page, { keyword: 'IMP-' });
    return rows.map(({ brand_name, parent_name }) => [brand_name, parent_name]).sort();
  };
  await expect.poll(brands).toEqual([
    ['云泉窖藏', '云泉酒业'],
    ['云泉酒业', null],
  ]);
  await expect(page.getByRole('cell', { name: '云泉酒业' }).first()).toBeVisible();
});

test('an ambiguous number is read in the chosen language', async ({ page, server }) => {
  await signedIn(page, server);
  await page.goto('/productsort');
  await page.getByRole('button', { name: '导入', exact: true }).click();
  const wizard = page.getByRole('dialog', { name: '导入品牌' });
  const buffer = Buffer.from('sep=;\nbrand_name;brand_code;sort\n大牌;BIG-1;12.000\n');
  await wizard.locator('input[type=file]').setInputFiles({ name: '品牌.csv', mimeType: 'text/csv', buffer });
  await expect(wizard.getByText('「12.000」有两种读法')).toBeVisible();
  await wizard.getByRole('combobox', { name: '数字和日期的写法' }).click();
  await expect(page.getByText('英语（英国） — 12.000 → 12', { exact: true })).toBeVisible();
  await page.getByText('西班牙语 — 12.000 → 12000', { exact: true }).click();
  await wizard.getByRole('button', { name: '全部导入（1）' }).click();
  await expect
    .poll(async () => (await server.call(brand.page, { keyword: 'BIG-1' })).rows.map(({ sort }) => sort))
    .toEqual([12_000]);
});
