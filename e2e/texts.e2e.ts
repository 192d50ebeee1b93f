import { product } from '@suyuan/contract/base/product/product.ts';
import { expect, signedIn, test } from './server.ts';

test('texts are loaded with their branch in the current language, and no key is ever shown', async ({
  page,
  server,
}) => {
  const fetched = new Set<string>();
  page.on('request', (request) => {
    const name = /\/assets\/texts\.(\w+\.\w+)-/.exec(request.url())?.[1];
    if (name) fetched.add(name);
  });
  await page.goto('/login');
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  // Files for the next page are prefetched when this one is idle.
  expect([...fetched].filter((name) => name !== 'zh.console')).toEqual(['zh.start']);

  await server.call(product.add, { product_code: 'TEXTS', product_name: 'Texts' });
  await signedIn(page, server);
  await page.goto('/productlist');
  await expect(page.getByRole('columnheader', { name: '产品编码' })).toBeVisible();
  expect([...fetched].sort()).toEqual(['zh.base', 'zh.console', 'zh.start']);

  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(page.getByRole('columnheader', { name: 'Product code' })).toBeVisible();
  await page.evaluate(() => {
    history.pushState({}, '', '/home/organ/loginlog');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('columnheader', { name: 'IP address' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/loginlog\.|field\.|datapage\./);
  expect([...fetched].filter((name) => name.startsWith('en.')).sort()).toEqual([
    'en.base',
    'en.console',
    'en.organ',
    'en.start',
  ]);
});

test('numbers are entered in the format of the language', async ({ page, server }) => {
  await page.context().addCookies([{ name: 'language', value: 'es', url: server.url }]);
  await signedIn(page, server);
  await page.goto('/home/tagging/records');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Pedir códigos/ })
    .first()
    .click();
  const quantity = page.getByRole('dialog').getByLabel('Cantidad');
  await quantity.fill('1250000');
  await expect(quantity).toHaveValue('1.250.000');
  await quantity.blur();
  await expect(quantity).toHaveValue('1.250.000');
});
