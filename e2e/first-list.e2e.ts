import { globSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { menuNodes } from '@suyuan/contract/menu.ts';
import { closeOthers, goOn, withoutAnswers } from './navigate.ts';
import { expect, signedIn, test } from './server.ts';

/** The paths of the screens that prefetch their rows. */
const ahead = globSync('web/features/**/*.screen.tsx')
  .filter((file) => readFileSync(file, 'utf8').includes('export const preload = '))
  .map((file) => /(\w+)\.screen\.tsx$/.exec(file)?.[1])
  .map((key) => menuNodes().find(({ node }) => node.key === key)?.node.path ?? '');

/** Makes the first page of every list fail, after the screen has rendered. */
async function refusePages(page: Page, status: number, code: number, message: () => string): Promise<void> {
  await withoutAnswers(page);
  await page.route(/\/api\/.*[?&]page=1(&|$)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await route.fulfill({ status, json: { status_code: status, code, message: message(), data: null } });
  });
}

test('every screen shows a toast if its first list call fails', async ({ page, server }) => {
  test.setTimeout(ahead.length * 10_000);
  expect(ahead.length).toBeGreaterThan(30);
  await signedIn(page, server);
  // A different message for each screen, because the notice of the previous one may still be visible.
  let message = '';
  await refusePages(page, 500, 50000, () => message);
  for (const [index, path] of ahead.entries()) {
    message = `服务器出错了（${index}）`;
    // A screen makes the same first call however it is opened, and navigating is cheaper than a reload.
    if (index === 0) await page.goto(path);
    else await goOn(page, path);
    await expect(page.getByRole('alert').filter({ hasText: message }), path).toHaveCount(1);
    await expect(page, path).toHaveURL((url) => url.pathname === path);
    await closeOthers(page);
  }
});

for (const [code, message] of [
  [50012, '您的登录已被结束'],
  [50014, '登录已过期'],
] as const) {
  test(`a first list call that is answered 403 with ${code} resets and reloads`, async ({ page, server }) => {
    await signedIn(page, server);
    await refusePages(page, 403, code, () => message);
    await page.goto('/productlist');
    await expect(page).toHaveURL(/\/login\?redirect=\/productlist$/);
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  });
}

test('a first list call without access leads to /401', async ({ page, server }) => {
  await signedIn(page, server);
  await refusePages(page, 401, 40100, () => '没有权限');
  await page.goto('/productlist');
  await expect(page).toHaveURL(/\/401$/);
});
