import { expect, signedIn, test } from './server.ts';

test.beforeEach(async ({ page, server }) => {
  await signedIn(page, server);
});

test('who exported something is shown beside the changes', async ({ page }) => {
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

test('a link that only looks like a path of ours leads to the start after signing in', async ({ page }) => {
  for (const strange of ['/%09/host', '/%5Chost', '//host', '/.//host']) {
    await page.goto(`/login?redirect=${strange}`);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
});
