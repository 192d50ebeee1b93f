import type { Page } from '@playwright/test';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { axeFindings, rulesOfColours } from './axe.ts';
import { goOn } from './navigate.ts';
import { expect, signedIn, test } from './server.ts';

/** Runs axe in the light scheme, and in the dark one with the rules about colours only, because the rest is the same. */
async function expectAccessible(page: Page, within?: string, rules?: string[]): Promise<void> {
  await expectAccessibleIn('light', page, within, rules);
  await expectAccessibleIn('dark', page, within, rules ?? rulesOfColours);
}

async function expectAccessibleIn(scheme: 'light' | 'dark', page: Page, within?: string, rules?: string[]) {
  await page.emulateMedia({ colorScheme: scheme });
  // The consumer page follows the system's scheme by CSS alone, without the attribute.
  const followed = page.locator('html:not([data-scheme])').or(page.locator(`html[data-scheme=${scheme}]`));
  await expect(followed).toBeAttached();
  await expect.poll(() => axeFindings(page, within, rules), { message: `${page.url()}, ${scheme}` }).toEqual([]);
}

test.describe('axe finds no violations, light or dark', () => {
  test.use({ reducedMotion: 'reduce' });
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('settings', '{"scheme":"system"}'));
  });

  test('on login', async ({ page }) => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto('/login');
      await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-scheme', scheme);
      expect(await axeFindings(page)).toEqual([]);
    }
  });

  test('on the consumer page', async ({ page }) => {
    for (const path of ['/c', '/c?code=123456']) {
      await page.goto(path);
      await expectAccessible(page);
    }
  });

  test('on the profile, the search, the error log, /401 and /404', async ({ page, server }) => {
    await signedIn(page, server);
    await page.goto('/profile/index');
    await expect(page.getByLabel('当前密码')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: '搜索页面' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.evaluate(() => void Promise.reject(new Error('boom')));
    await page.getByRole('button', { name: '错误日志，共 1 条' }).click();
    await expect(page.getByRole('dialog', { name: '错误日志' }).getByText('boom').first()).toBeVisible();
    await expectAccessible(page);
    for (const path of ['/401', '/404']) {
      await page.goto(path);
      await expect(page.getByRole('link', { name: '返回首页' })).toBeVisible();
      await expectAccessible(page);
    }
  });

  test('on a refused form and the confirmation of a deletion', async ({ page, server }) => {
    await server.call(codeRule.add, {
      rule_name: 'Axe',
      level: 1,
      prefix: 'AXA',
      alphabet: 'base32',
      body_length: 12,
      check: 'luhn',
      carrier: 'plain',
    });
    await signedIn(page, server);
    await page.goto('/home/tagging/coderule');
    await page.getByRole('button', { name: '新增规则' }).first().click();
    const form = page.getByRole('dialog', { name: '新增规则' });
    await form.getByRole('button', { name: /保\s*存/ }).click();
    await expect(form.getByText('规则名称不能为空')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    const row = page.getByRole('row', { name: 'Axe' });
    await row.getByRole('link').first().hover();
    await expectAccessible(page, 'main', ['color-contrast']);
    await row.getByRole('button', { name: '更多' }).hover();
    await expectAccessible(page, 'main', ['color-contrast']);
    await row.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '删除' }).click();
    await expect(page.getByRole('dialog').getByText('删除后不能恢复。')).toBeVisible();
    await expectAccessible(page);
  });

  test('on the dashboard, the settings, a list and a form', async ({ page, server }) => {
    await signedIn(page, server);
    await page.goto('/dashboard');
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: '界面设置' }).click();
    const settings = page.getByRole('dialog', { name: '界面设置' });
    await expect(settings).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(settings).toHaveCount(0);
    await goOn(page, '/home/tagging/coderule');
    await expect(page.getByRole('heading', { name: '生码规则' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: '新增规则' }).first().click();
    await page.getByRole('dialog').getByLabel('码体长度').fill('12');
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
    await expectAccessible(page);
  });
});
