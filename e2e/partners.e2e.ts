import { dealer } from '@suyuan/contract/base/dealer.ts';
import { enterpriseDetail, enterpriseUpdate } from '@suyuan/contract/base/enterprise.ts';
import { openScreen } from './navigate.ts';
import { expect, signedIn, test } from './server.ts';

// Orders or scans of other tests would end the first steps.
test.use({ emptyFor: 'first steps' });

test('a new system asks for the enterprise, whose ICP number appears on the sign-in page', async ({ page, server }) => {
  await signedIn(page, server);
  await page.goto('/dashboard');
  await page.getByRole('listitem').getByRole('link', { name: '维护企业信息' }).click();
  await expect(page).toHaveURL(/\/enterprise$/);
  await page.getByLabel('企业名称').fill('云泉酒业');
  await expect(page.getByLabel('备案号')).toBeDisabled();
  await page.getByLabel('公开地址').fill('https://yq.example.com');
  await expect(page.getByText('已印出的码仍使用原地址')).toBeVisible();
  await page.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(page.getByText('企业编码不能为空')).toBeVisible();
  await page.getByLabel('企业编码').fill('YQ');
  await page.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(page.getByText('当前为 https://yq.example.com：在此处设定。')).toBeVisible();
  // Unsaved input in one form survives saving the other one.
  await page.getByLabel('联系人').fill('林晓');
  await page.getByLabel('备案号').fill('黔ICP备2026000001号');
  await page.getByLabel('备案链接').fill('https://beian.miit.gov.cn');
  await page.getByRole('button', { name: '保存备案信息' }).click();
  await expect(page.getByText('已保存').first()).toBeVisible();
  await expect(page.getByLabel('联系人')).toHaveValue('林晓');
  await page.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect.poll(async () => (await server.call(enterpriseDetail, {})).contact).toBe('林晓');
  expect(await server.call(enterpriseDetail, {})).toMatchObject({
    enterprise_name: '云泉酒业',
    icp_number: '黔ICP备2026000001号',
  });

  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /维护企业信息.*已完成/ })).toBeVisible();
  await page.context().clearCookies();
  await page.goto('/login');
  await expect(page.getByRole('link', { name: '黔ICP备2026000001号' })).toHaveAttribute(
    'href',
    'https://beian.miit.gov.cn',
  );
});

test('a dealer’s sales area is chosen by name, checked for overlaps, and drawn on the map', async ({
  page,
  server,
}) => {
  await server.call(dealer.add, { dealer_code: 'D-1', dealer_name: '江浙总代', dealer_level: 1, areas: ['330000'] });
  await signedIn(page, server);
  await page.goto('/dealer');
  await page.getByRole('button', { name: '新增经销商' }).first().click();
  const form = page.getByRole('dialog', { name: '新增经销商' });
  await form.getByLabel('经销商编码').fill('D-2');
  await form.getByLabel('经销商名称').fill('杭州云河');
  await form.getByLabel('销售区域').fill('西湖');
  await page.getByTitle('西湖区').first().click();
  await expect(form.getByTitle('浙江省 / 杭州市 / 西湖区')).toBeVisible();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: /保\s*存/ }).click();
  await expect(page.getByText('销售区域与同级经销商重叠：江浙总代 (浙江省)')).toBeVisible();

  const row = page.getByRole('row', { name: /杭州云河/ });
  await expect(row).toContainText('浙江省 杭州市 西湖区');
  await row.getByRole('button', { name: '详情' }).click();
  const detail = page.getByRole('dialog', { name: '杭州云河' });
  await expect(detail.getByRole('img', { name: '销售区域' }).locator('path').first()).toBeVisible();
  await detail.getByRole('link', { name: '管理送达方' }).click();

  await page.getByRole('button', { name: '新增送达方' }).first().click();
  const place = page.getByRole('dialog', { name: '新增送达方' });
  // The dealer whose ship-to addresses are shown is proposed.
  await expect(place.getByTitle('杭州云河 (D-2)')).toBeVisible();
  await place.getByLabel('送达方编码').fill('D-2-S1');
  await place.getByLabel('送达方名称').fill('余杭一号仓');
  await place.getByRole('button', { name: /保\s*存/ }).click();
  await expect(page.getByRole('cell', { name: '余杭一号仓' })).toBeVisible();
});

test('a concurrent change of the enterprise is reported and keeps what was typed', async ({ page, server }) => {
  await signedIn(page, server);
  const { enterprise_name, enterprise_code } = await server.call(enterpriseDetail, {});
  const facts = { enterprise_name: enterprise_name || '云泉', enterprise_code: enterprise_code || 'YQ' };
  await server.call(enterpriseUpdate, { ...facts, contact: '甲' });
  await page.goto('/enterprise');
  await page.getByLabel('联系人').fill('我填的');
  await openScreen(page, '仓库管理');
  await server.call(enterpriseUpdate, { ...facts, contact: '乙', phone: '0591-1' });
  await openScreen(page, '维护企业');
  await expect(page.getByLabel('联系人')).toHaveValue('我填的');
  await page
    .getByRole('button', { name: /^保\s*存$/ })
    .first()
    .click();
  await expect(page.getByText('您修改期间，企业信息已被他人修改')).toBeVisible();
  await expect(page.getByText('对方已改为「乙」')).toBeVisible();
  await expect(page.getByLabel('联系人')).toHaveValue('我填的');
  await page.getByRole('button', { name: '仍然保存' }).click();
  await expect.poll(async () => (await server.call(enterpriseDetail, {})).contact).toBe('我填的');
});
