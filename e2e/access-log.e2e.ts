import { expect, signedIn, test } from './server.ts';

test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server);
});

test('the access log lists exports beside the audit log', async ({ page }) => {
  await page.goto('/store');
  await page.getByRole('button', { name: '导出' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: '导出 CSV' }).click();
  await (await downloading).path();
  await page.goto('/home/organ/auditlog');
  await page.getByRole('tab', { name: '访问记录' }).click();
  await expect(page).toHaveURL(/tab=accesses/);
  const row = page.getByRole('row', { name: /导出 · 仓库管理.*warehouse_code/ }).first();
  await expect(row).toContainText('admin');
  await expect(row).toContainText('已答复');
});

test('signing in ignores redirect targets on other sites', async ({ page }) => {
  for (const strange of ['/%09/host', '/%5Chost', '//host', '/.//host']) {
    await page.goto(`/login?redirect=${strange}`);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
});
