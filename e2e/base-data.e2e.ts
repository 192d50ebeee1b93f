import { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { axeFindings } from './axe.ts';
import { expect, signedIn, test } from './server.ts';

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`areas to choose from, ${scheme}`, () => {
    test.use({ colorScheme: scheme, reducedMotion: 'reduce' });

    test('open and are searched by keyboard, without axe violations', async ({ page, server }) => {
      await page.addInitScript(() => localStorage.setItem('settings', '{"scheme":"system"}'));
      await signedIn(page, server);
      await page.goto('/dealer');
      await page.getByRole('button', { name: '新增经销商' }).first().click();
      const form = page.getByRole('dialog', { name: '新增经销商' });
      await form.getByLabel('销售区域').click();
      await expect(page.getByTitle('北京市')).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.type('西湖区');
      await expect(page.getByTitle('杭州市')).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await expect(form.getByTitle('浙江省 / 杭州市 / 西湖区')).toBeVisible();
      await page.keyboard.press('Escape');
      await form.getByLabel('所在地区').click();
      await page.keyboard.type('330106');
      await page.keyboard.press('Enter');
      await expect(form.getByTitle('浙江省 / 杭州市 / 西湖区')).toHaveCount(2);
      expect(await axeFindings(page)).toEqual([]);
    });
  });
}

test('records in use cannot be deleted, but disabled and enabled in place', async ({ page, server }) => {
  const { id: unit_id } = await server.call(packagingUnit.add, { unit_code: 'BTL', level: 1, symbol_zh: '瓶' });
  const { id: hierarchy_id } = await server.call(hierarchy.add, {
    hierarchy_code: 'P-6',
    hierarchy_name: '六瓶装',
    levels: [{ unit_id, quantity: 1 }],
  });
  await server.call(product.add, { product_code: 'P-6-1', product_name: '云泉六瓶装', hierarchy_id });
  await signedIn(page, server);
  await page.goto('/hierarchy');
  const row = page.getByRole('row', { name: /P-6/ });
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  const offer = page.getByRole('dialog', { name: '「六瓶装」不能删除' });
  await expect(offer.getByRole('listitem')).toHaveText('产品 1 云泉六瓶装');
  await offer.getByRole('button', { name: /停\s*用/ }).click();
  await expect(row).toContainText('停用');
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(row).toContainText('启用');

  // Renaming keeps the levels.
  await row.getByRole('button', { name: '修改' }).click();
  const form = page.getByRole('dialog', { name: '修改包装关系' });
  await form.getByLabel('关系名称').fill('六瓶整箱');
  await form.getByRole('button', { name: /保\s*存/ }).click();
  await expect(row).toContainText('六瓶整箱');
});
