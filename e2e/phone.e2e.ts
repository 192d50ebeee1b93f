import type { Page } from '@playwright/test';
import { menuNodes } from '../contract/menu.ts';
import { consumerScan } from '../contract/querymanage/consumer-scan.ts';
import { expect, signedIn, test } from './server.ts';

// On the sample data, in a hand.
const tall = 844;
test.use({ sample: 'on', viewport: { width: 390, height: tall }, hasTouch: true });

const screens = menuNodes().filter(({ node }) => !node.children && !node.hidden);

test.beforeAll(async ({ server }) => {
  test.setTimeout(180_000);
  const scans = async () => (await server.call(consumerScan.page, { size: 1 })).total;
  await expect.poll(scans, { timeout: 120_000, intervals: [1_000] }).toBeGreaterThan(0);
});
test.beforeEach(({ page, server }) => signedIn(page, server));

/** Of what is touched and wholly in view: what is not met in its middle, and what is missed by half a finger beside it. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const touched = 'button, a[href], input:not([type=hidden], [type=file]), textarea, [role=tab], [role=switch]';
    const parts =
      'label, .ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-input-number, .ant-menu-item, .ant-tabs-tab';
    // What stays at the lower edge covers what is scrolled below it.
    const footer = document.querySelector('main .form-footer');
    const edge = (footer?.getBoundingClientRect().top ?? innerHeight) - 22;
    const isInView = (element: Element) => {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      const isThere =
        width > 1 &&
        height > 1 &&
        left >= 0 &&
        right <= innerWidth &&
        top >= 0 &&
        (bottom < edge || footer?.contains(element));
      return isThere && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    };
    const isMet = (element: Element, beside: number) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const met = document.elementFromPoint(left + width / 2, top + height / 2 + beside);
      return met !== null && (element.closest(parts) ?? element).contains(met);
    };
    // A link in a text is as high as its line.
    const isInText = (element: Element) => element.matches('a') && getComputedStyle(element).display === 'inline';
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.className} ${element.getAttribute('aria-label') ?? element.textContent}`.slice(
        0,
        90,
      );
    const all = [...document.querySelectorAll(touched)].filter(isInView);
    const first = document.querySelector('main .data-page-card')?.getBoundingClientRect().top;
    return {
      first,
      width: document.documentElement.scrollWidth,
      covered: all.filter((element) => !isMet(element, 0)).map(nameOf),
      low: all.filter((element) => !isInText(element) && !(isMet(element, -21) && isMet(element, 21))).map(nameOf),
      smallLetters: all
        .filter((element) => element.matches('input:not([type=checkbox], [type=radio]), textarea'))
        .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 16)
        .map(nameOf),
    };
  });

test('on a phone nothing overlaps, targets have 44 pixels, inputs letters of 16, and records begin in the upper third', async ({
  page,
}) => {
  test.setTimeout(60_000 + screens.length * 10_000);
  for (const { node } of screens) {
    await page.goto(node.path);
    await expect(page.getByRole('main').getByRole('heading').locator('visible=true').first()).toBeVisible();
    await expect(page.locator('.ant-skeleton:visible, .screen-skeleton:visible')).toHaveCount(0);
    const { first, ...found } = await measure(page);
    expect.soft(found, node.key).toEqual({ width: 390, covered: [], low: [], smallLetters: [] });
    if (first !== undefined) expect.soft(first, node.key).toBeLessThan(tall / 3);
  }
});

test('the settings of the console are in the drawer of the menu, and lie over no record', async ({ page }) => {
  await page.goto('/productlist');
  await expect(page.getByRole('button', { name: '界面设置' })).toBeHidden();
  await page.getByRole('button', { name: '展开或收起菜单' }).click();
  await page.getByRole('button', { name: '界面设置' }).click();
  await expect(page.getByRole('dialog', { name: '界面设置' })).toBeVisible();
});

test('a call that fails because the device is offline says so', async ({ page }) => {
  await page.goto('/productlist');
  await expect(page.locator('.data-page-card').first()).toBeVisible();
  const list = page.getByRole('main');
  await list.getByRole('button', { name: '更多操作' }).click();
  await page.context().setOffline(true);
  await list.getByRole('button', { name: '刷新' }).click();
  await expect(page.getByText('设备没有连接网络，请连接后重试').first()).toBeVisible();
});
