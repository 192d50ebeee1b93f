import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { product as products } from '../contract/base/product.ts';
import { scan } from '../contract/consumer/scan.ts';
import { menuNodes } from '../contract/menu.ts';
import { orderAdd, orderClose } from '../contract/tagging/code-order.ts';
import { codeRule } from '../contract/tagging/code-rule.ts';
import { orderDownload } from '../contract/tagging/order-download.ts';
import { expect, signedIn, test } from './server.ts';

// Screens stay open behind their tabs, so that a page with all of them would be slow: each branch has a page of its own.
test.describe.configure({ mode: 'parallel' });

const listed = menuNodes().filter(({ node }) => !node.children && !node.hidden);

/** Every screen that the sidebar lists, by its branch, and the two that everyone has. */
const branches: readonly (readonly [branch: string, paths: readonly string[]])[] = [
  ['everyone', ['/dashboard', '/profile/index']],
  ...[...Map.groupBy(listed, ({ node, parents: [branch] }) => branch ?? node.key)].map(
    ([branch, nodes]) => [branch, nodes.map(({ node }) => node.path)] as const,
  ),
];

/** Goes on as the router does, without loading the page anew. */
async function open(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page).toHaveURL(path);
  const screen = page.getByRole('main');
  await expect(screen.getByRole('heading').locator('visible=true').first(), path).toBeVisible();
  await expect(screen.locator('.ant-skeleton:visible, .screen-skeleton:visible'), path).toHaveCount(0);
  await expect(screen.getByRole('alert').filter({ hasText: '此页面出错了' }), path).toHaveCount(0);
}

/** So that the lists have something to show, of every tone. */
test.beforeAll(async ({ server }) => {
  const rule = await server.call(codeRule.add, {
    rule_name: '满屏',
    level: 1,
    prefix: 'S',
    alphabet: 'base32',
    body_length: 12,
    check: 'iso7064',
    carrier: 'url',
  });
  const product = await server.call(products.add, { product_code: 'SCREENS', product_name: '满屏' });
  const headers = { token: server.token };
  const codeOf = async (product_id: number | null) => {
    const { id } = await server.call(orderAdd, { rule_id: rule.id, product_id, quantity: 1 });
    const file = await fetch(`${server.url}${orderDownload.path}?id=${id}&format=txt`, { headers });
    return (await file.text()).trim();
  };
  const code = await codeOf(product.id);
  for (const asked of [code, code, await codeOf(null), 'ABCDEF']) await server.call(scan, { code: asked });
  const closed = await server.call(orderAdd, { rule_id: rule.id, product_id: null, quantity: 1 });
  await server.call(orderClose, { id: closed.id, reason: '印刷有误' });
});

const schemes = [
  ['light', []],
  ['dark', ['color-contrast']],
] as const;
for (const [[scheme, rules], [branch, paths]] of schemes.flatMap((one) => branches.map((two) => [one, two] as const))) {
  test(`every screen of ${branch} opens, captures no error, and axe finds nothing on it, ${scheme}`, async ({
    page,
    server,
  }) => {
    test.setTimeout(60_000 + paths.length * 10_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript((it) => localStorage.setItem('settings', JSON.stringify({ scheme: it })), scheme);
    await signedIn(page, server);
    await page.goto('/dashboard');
    for (const path of paths) {
      await open(page, path);
      const axe = new AxeBuilder({ page }).include('main');
      if (rules.length > 0) axe.withRules([...rules]);
      const findings = async () => {
        const { violations } = await axe.analyze();
        return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`));
      };
      // What is on its way while axe looks is looked at again.
      await expect.configure({ soft: true }).poll(findings, { message: path, timeout: 45_000 }).toEqual([]);
    }
    await expect(page.getByRole('button', { name: '错误日志，共 0 条' })).toBeVisible();
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('no screen is wider than the phone', async ({ page, server }) => {
    test.setTimeout(60_000 + listed.length * 5_000);
    await signedIn(page, server);
    await page.goto('/dashboard');
    for (const path of branches.flatMap(([, paths]) => paths)) {
      await open(page, path);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft(overflow, path).toBeLessThanOrEqual(0);
    }
  });
});
