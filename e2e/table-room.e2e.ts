import type { Page } from '@playwright/test';
import { product } from '../contract/base/product.ts';
import { menuNodes } from '../contract/menu.ts';
import { workOrder } from '../contract/plant/work-order.ts';
import { consumerScan } from '../contract/querymanage/consumer-scan.ts';
import { scanTemplate } from '../contract/querymanage/scan-template.ts';
import { expect, signedIn, type TestServer, test } from './server.ts';

// On the sample data, as somebody sees it who opens the console for the first time.
test.use({ sample: 'on' });

const screens = menuNodes().filter(({ node }) => !node.children && !node.hidden);

/** Scans are the last of the sample that is written. */
async function sampleThere(server: TestServer): Promise<void> {
  let before = -1;
  const grown = async () => {
    const { total } = await server.call(consumerScan.page, { size: 1 });
    const grows = total === 0 || total !== before;
    before = total;
    return grows;
  };
  await expect.poll(grown, { timeout: 120_000, intervals: [1_000] }).toBe(false);
}

test.beforeAll(async ({ server }) => {
  test.setTimeout(180_000);
  await sampleThere(server);
  // Of these the sample has none.
  const [first] = (await server.call(product.page, { size: 1 })).rows;
  await server.call(workOrder.add, { product_id: first?.id as number, quantity: 6_000, lot: 'L20260101' });
  await server.call(scanTemplate.add, { template_name: '全部产品' });
});
test.beforeEach(({ page, server }) => signedIn(page, server));

/** Columns that are not wholly in view, or whose titles are not; and how many columns there are. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const table = document.querySelector('.data-page-table .ant-table-content');
    const edge = table?.getBoundingClientRect();
    const titles = [...(table?.querySelectorAll('thead th') ?? [])];
    const isCut = (title: Element) => {
      const { left, right } = title.getBoundingClientRect();
      const text = title.querySelector('.column-title') ?? title;
      const outside = left < (edge?.left ?? 0) - 1 || right > Math.min(edge?.right ?? 0, innerWidth) + 1;
      return outside || text.getBoundingClientRect().right > right + 1 || title.scrollWidth > title.clientWidth + 5;
    };
    return { columns: titles.length, cut: titles.filter(isCut).map((title) => title.textContent) };
  });

async function shown(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading').locator('visible=true').first()).toBeVisible();
  await expect(page.locator('.ant-skeleton:visible, .screen-skeleton:visible')).toHaveCount(0);
}

// The shortest words, and the longest.
for (const language of ['zh', 'es']) {
  test(`at 1440 pixels no default column of any list is cut or out of view, ${language}`, async ({ page, server }) => {
    test.setTimeout(60_000 + screens.length * 10_000);
    await page.context().addCookies([{ name: 'language', value: language, url: server.url }]);
    let measured = 0;
    for (const { node } of screens) {
      await page.goto(node.path);
      await shown(page);
      const tabs = page.locator('.list-tabs [role=tab]');
      for (let tab = 0; tab < Math.max(1, await tabs.count()); tab++) {
        if (tab > 0) await tabs.nth(tab).click();
        await shown(page);
        const { columns, cut } = await measure(page);
        expect.soft(cut, `${node.key}, tab ${tab + 1}`).toEqual([]);
        if (columns > 0) measured += 1;
      }
    }
    // Nearly every list has rows to show; a test that sees no tables would find nothing cut.
    expect(measured).toBeGreaterThan(20);
  });
}

/** Of the lowest row: one that has more to say may take a second line. */
async function heightOf(page: Page, path: string): Promise<number> {
  await page.goto(path);
  await expect(page.locator('.ant-table-row').first()).toBeVisible();
  const rows = page.locator('.ant-table-row');
  return rows.evaluateAll((all) => Math.round(Math.min(...all.map((row) => row.getBoundingClientRect().height))));
}

test('rows are as high as the size of the console says, with pictures as without', async ({ page, server }) => {
  const heights: number[] = [];
  for (const size of ['default', 'medium', 'small', 'mini']) {
    await page.context().addCookies([{ name: 'size', value: size, url: server.url }]);
    const [withPictures, without] = [await heightOf(page, '/productlist'), await heightOf(page, '/stafflist')];
    expect(withPictures, size).toBe(without);
    heights.push(without);
  }
  expect(heights).toEqual([...new Set(heights)].sort((a, b) => b - a));
  expect(heights.at(-1)).toBeLessThanOrEqual(34);
});

test('titles stay above the rows; the first column and what can be done stay beside them', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.goto('/customerquery');
  const table = page.locator('.data-page-table .ant-table-content');
  await expect(table.locator('.ant-table-row').first()).toBeVisible();
  const places = () =>
    table.evaluate((box) => {
      const edge = box.getBoundingClientRect();
      const at = (selector: string) => (box.querySelector(selector) as Element).getBoundingClientRect();
      return {
        title: Math.round(at('thead th.stays').top - edge.top),
        first: Math.round(at('tbody tr.ant-table-row td.stays:not(.stays-check)').left - edge.left),
        last: Math.round(edge.left + box.clientWidth - at('tbody tr.ant-table-row td.stays-end').right),
        scrolled: [box.scrollLeft > 0, box.scrollTop > 0],
      };
    });
  const before = await places();
  await table.evaluate((box) => box.scrollTo(150, 200));
  await expect.poll(places).toEqual({ ...before, scrolled: [true, true] });
});
