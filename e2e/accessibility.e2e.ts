import { AxeBuilder } from '@axe-core/playwright';
import { expect, signedIn, test } from './server.ts';

const findings = async (page: import('@playwright/test').Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  );
};

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing, ${scheme}`, () => {
    test.use({ colorScheme: scheme, reducedMotion: 'reduce' });

    test('on login', async ({ page }) => {
      await page.goto('/login');
      await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });

    test('on the consumer page', async ({ page }) => {
      for (const path of ['/c', '/c?code=123456']) {
        await page.goto(path);
        expect(await findings(page)).toEqual([]);
      }
    });

    test('on the dashboard, a list, a form and the settings', async ({ page, server }) => {
      await signedIn(page, server);
      await page.goto('/dashboard');
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.goto('/home/tagging/coderule');
      await expect(page.getByRole('heading', { name: '生码规则' })).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.getByRole('button', { name: '新增规则' }).first().click();
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
      expect(await findings(page)).toEqual([]);
      await page.goto('/dashboard');
      await page.getByRole('button', { name: '界面设置' }).click();
      await expect(page.getByRole('dialog', { name: '界面设置' })).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });
  });
}
