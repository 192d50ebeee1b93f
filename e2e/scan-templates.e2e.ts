import { product as products } from '@suyuan/contract/base/product/product.ts';
import { consumerScan } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { scanTemplate } from '@suyuan/contract/querymanage/scan-template.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { expect, signedIn, test } from './server.ts';

test('a template is designed with a preview and published, and a consumer reports the place of purchase', async ({
  page,
  server,
}) => {
  const rule = await server.call(codeRule.add, {
    rule_name: 'template',
    level: 1,
    prefix: 'T',
    alphabet: 'base36',
    body_length: 12,
    check: 'none',
    carrier: 'url',
  });
  const product = await server.call(products.add, { product_code: 'TPL', product_name: '云泉 46°' });
  const { first: code } = await server.call(orderAdd, { rule_id: rule.id, product_id: product.id, quantity: 1 });
  const template = await server.call(scanTemplate.add, { template_name: '夏季', product_id: product.id });

  await page.context().addCookies([{ name: 'language', value: 'zh', url: server.url }]);
  await signedIn(page, server);
  await page.goto(`/scancode?design=${template.id}`);
  const preview = page.frameLocator('iframe[title="手机预览"]');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('正品');
  await expect(preview.getByText('云泉 46°')).toBeVisible();

  await page.getByRole('tab', { name: '文案' }).click();
  await page.getByRole('button', { name: '添加文案' }).click();
  await page.getByRole('textbox', { name: '标题' }).fill('云泉正品');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('云泉正品');
  await page.getByRole('button', { name: /发\s*布/ }).click();
  await expect(page.getByText('已发布版本 1，消费者马上就能看到')).toBeVisible();

  await page.goto(`/c?code=${code}&lang=zh`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('云泉正品');
  await page.getByText('告诉我们您在哪里购买').click();
  await page.getByLabel('商店和所在城市').fill('南京 某超市');
  await page.getByRole('button', { name: '发送' }).click();
  await expect(page.getByText('谢谢，您的信息有助于查找假冒。')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('云泉正品');
  const { rows } = await server.call(consumerScan.page, { code });
  expect(rows).toMatchObject([{ verdict: 'genuine', place: '南京 某超市' }]);
});

test('an inquiry from the console shows the consumer’s page and leaves no record', async ({ page, server }) => {
  await page.context().addCookies([{ name: 'language', value: 'zh', url: server.url }]);
  await signedIn(page, server);
  const before = (await server.call(consumerScan.page, {})).total;
  await page.goto('/customerinquire');
  await page.getByLabel('要查询的码').fill('NOSUCHCODE');
  await page.getByRole('button', { name: /^查\s*询$/ }).click();
  const shown = page.frameLocator('iframe[title="消费者看到的页面"]');
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('查不到这个码');
  expect((await server.call(consumerScan.page, {})).total).toBe(before);
});

test('unsaved designs are not lost without asking', async ({ page, server }) => {
  const template = await server.call(scanTemplate.add, { template_name: '未保存', brand_id: null, product_id: null });
  await page.context().addCookies([{ name: 'language', value: 'zh', url: server.url }]);
  await signedIn(page, server);
  await page.goto('/scancode');
  const row = page.getByRole('row', { name: '未保存' });
  await row.getByText('设计').click();
  await page.getByRole('tab', { name: '文案' }).click();
  await page.getByRole('textbox', { name: '页脚' }).fill('云泉酒业');
  const preview = page.frameLocator('iframe[title="手机预览"]');
  await expect(preview.getByText('云泉酒业', { exact: true })).toBeVisible();

  const question = page.getByRole('dialog', { name: '放弃未保存的修改？' });
  await page.getByRole('button', { name: '关闭 扫码模板管理' }).click();
  await question.getByRole('button', { name: '继续编辑' }).click();
  await page.getByRole('button', { name: '返回模板列表' }).click();
  await question.getByRole('button', { name: '继续编辑' }).click();
  let warned = 0;
  page.on('dialog', (dialog) => {
    warned += dialog.type() === 'beforeunload' ? 1 : 0;
    void dialog.dismiss();
  });
  await page.evaluate(() => location.reload());
  await expect.poll(() => warned).toBe(1);

  // The back button leads to the list in one step, although the preview was rendered several times; the edits are kept.
  await page.goBack({ waitUntil: 'commit' });
  await expect(row).toBeVisible();
  await page.getByRole('button', { name: '继续编辑' }).click();
  await page.getByRole('tab', { name: '文案' }).click();
  await expect(page.getByRole('textbox', { name: '页脚' })).toHaveValue('云泉酒业');
  await page.getByRole('button', { name: '保存草稿' }).click();
  // Until the page knows that they are saved, the edits count as unsaved, so leaving asks.
  await expect(page.getByRole('button', { name: '保存草稿' })).toBeDisabled();
  await page.getByRole('button', { name: '返回模板列表' }).click();
  await expect(row).toBeVisible();
  await server.call(scanTemplate.remove, { id: template.id });
});
