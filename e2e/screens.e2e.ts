import type { Page } from '@playwright/test';
import { menuNodes } from '@suyuan/contract/menu.ts';
import { axeFindings, rulesOfColours } from './axe.ts';
import { columnsInView, touchTargets } from './measure.ts';
import { closeOthers, goOn } from './navigate.ts';
import { printedRows } from './printed.ts';
import { expect, signedIn, test } from './server.ts';

// Uses the sample data, to test the screens as a new person sees them.
test.use({ sample: 'on' });
// There are many tests and they come last, so they run on all workers.
test.describe.configure({ mode: 'parallel' });

const listed = menuNodes().filter(({ node }) => !node.children && !node.hidden);

/** The screens in the sidebar by branch, and the two that everyone has. */
const branches: readonly (readonly [branch: string, paths: readonly string[]])[] = [
  ['everyone', ['/dashboard', '/profile/index']],
  ...[...Map.groupBy(listed, ({ node, parents: [branch] }) => branch ?? node.key)].map(
    ([branch, nodes]) => [branch, nodes.map(({ node }) => node.path)] as const,
  ),
];

const withoutLists = ['everyone'];

/**
 * Groups branches so that each page goes through at least this many screens, because loading the page costs more than several
 * screens.
 */
function onOnePage(screens: number): (typeof branches)[number][][] {
  const groups: (typeof branches)[number][][] = [];
  let left = 0;
  for (const branch of branches) {
    if (left <= 0) {
      groups.push([]);
      left = screens;
    }
    groups.at(-1)?.push(branch);
    left -= branch[1].length;
  }
  return groups;
}

const namesOf = (group: typeof branches): string => group.map(([branch]) => branch).join(', ');
const countOf = (group: typeof branches): number => group.flatMap(([, paths]) => paths).length;

test.beforeEach(({ page, server }) => signedIn(page, server));

async function open(page: Page, path: string): Promise<void> {
  await goOn(page, path);
  // The URL changes before the screen does.
  await expect(page.locator(`a[aria-current=page][href="${path}"]`).first(), path).toBeAttached();
  await shown(page, path);
  await closeOthers(page);
}

async function shown(page: Page, path: string): Promise<void> {
  const screen = page.getByRole('main');
  await expect(screen.getByRole('heading').locator('visible=true').first(), path).toBeVisible();
  await expect(page.locator('.ant-skeleton:visible, .screen-skeleton:visible'), path).toHaveCount(0);
  await expect(screen.getByRole('alert').filter({ hasText: '此页面出错了' }), path).toHaveCount(0);
}

/** Runs axe on the screen, repeatedly, because something may still be loading. */
async function expectAccessible(page: Page, path: string, rules?: string[]): Promise<void> {
  const findings = () => axeFindings(page, 'main', rules);
  await expect.configure({ soft: true }).poll(findings, { message: path, timeout: 45_000 }).toEqual([]);
}

/** What is shown in place of a text that is missing: its key. */
const keyOfText = new RegExp(
  `\\b(?:field|${menuNodes()
    .map(({ node }) => node.key)
    .join('|')})\\.[a-z][a-z_]+\\b`,
);

/** Checks the columns of the list in each tab of the screen; returns the number of tabs with a list. */
async function expectColumnsInView(page: Page, path: string): Promise<number> {
  const tabs = page.locator('.list-tabs:visible [role=tab]');
  let measured = 0;
  for (let tab = 0; tab < Math.max(1, await tabs.count()); tab++) {
    if (tab > 0) await tabs.nth(tab).click();
    await shown(page, path);
    await expect.soft(page.getByRole('main'), `${path}, tab ${tab + 1}`).not.toContainText(keyOfText);
    const { columns, cut } = await columnsInView(page);
    expect.soft(cut, `${path}, tab ${tab + 1}`).toEqual([]);
    if (columns > 0) measured += 1;
  }
  return measured;
}

const expectScheme = (page: Page, scheme: 'light' | 'dark') =>
  expect(page.locator('html')).toHaveAttribute('data-scheme', scheme);

// Chinese texts are the shortest, and Spanish ones the longest.
async function switchToSpanish(page: Page): Promise<void> {
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitem', { name: 'Español' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
}

for (const group of onOnePage(9)) {
  test(`the screens of ${namesOf(group)} open without errors, cut columns or axe violations, in Chinese and Spanish, light and dark`, async ({
    page,
  }) => {
    test.setTimeout(60_000 + countOf(group) * 30_000);
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await page.addInitScript(() => localStorage.setItem('settings', JSON.stringify({ scheme: 'system' })));
    await page.goto('/dashboard');
    // Everything but colours is the same in both schemes. Each screen is first checked in the scheme that is active.
    let [first, second] = ['light', 'dark'] as ['light' | 'dark', 'light' | 'dark'];
    for (const [branch, paths] of group) {
      let measured = 0;
      for (const path of paths) {
        await open(page, path);
        await expectScheme(page, first);
        await expectAccessible(page, path);
        await page.emulateMedia({ colorScheme: second });
        await expectScheme(page, second);
        await expectAccessible(page, path, rulesOfColours);
        measured += await expectColumnsInView(page, path);
        [first, second] = [second, first];
      }
      // Without this, a test that finds no tables would pass.
      expect(measured, branch).toBeGreaterThan(withoutLists.includes(branch) ? -1 : 0);
    }
    await expect(page.getByRole('button', { name: '错误日志，共 0 条' })).toBeVisible();
    await switchToSpanish(page);
    for (const path of group.flatMap(([, paths]) => paths)) {
      await open(page, path);
      await expectColumnsInView(page, path);
    }
  });
}

/** The height of the lowest row, because a row with more content may have a second line. */
async function heightOf(page: Page, path: string): Promise<number> {
  await page.goto(path);
  await expect(page.locator('.ant-table-row').first()).toBeVisible();
  const rows = page.locator('.ant-table-row');
  return rows.evaluateAll((all) => Math.round(Math.min(...all.map((row) => row.getBoundingClientRect().height))));
}

test("row heights follow the console's size, with and without pictures", async ({ page, server }) => {
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

/** Lists with and without pictures, check boxes and buttons. */
const listsToScroll = ['/customerquery', '/dealer?size=50', '/productlist?size=50'];
for (const path of listsToScroll)
  test(`titles, first column and actions of ${path} stay in view`, async ({ page }) => {
    await page.setViewportSize({ width: 1000, height: 500 });
    await page.goto(path);
    const table = page.locator('.data-page-table .ant-table-content');
    await expect(table.locator('.ant-table-row').first()).toBeVisible();
    /** What a person sees at the place of each title and of the cells that stay: themselves, or something above them. */
    const seen = () =>
      table.evaluate((box) => {
        const edge = box.getBoundingClientRect();
        const isSeen = (cell: Element) => {
          const { left, right, top, bottom } = cell.getBoundingClientRect();
          const [from, to] = [Math.max(left, edge.left), Math.min(right, edge.left + box.clientWidth)];
          const met = document.elementFromPoint((from + to) / 2, (top + bottom) / 2)?.closest('th, td');
          return met === cell || (met?.matches('th.stays') === true && cell.matches('th:not(.stays)'));
        };
        const within = (cell: Element) => {
          const { left, right } = cell.getBoundingClientRect();
          return right > edge.left + 8 && left < edge.left + box.clientWidth - 8;
        };
        const row = [...box.querySelectorAll('tbody tr.ant-table-row')].find(
          (one) => one.getBoundingClientRect().top > edge.top + 60,
        );
        return {
          hidden: [...box.querySelectorAll('thead th'), ...(row?.querySelectorAll('td.stays') ?? [])]
            .filter((cell) => within(cell) && !isSeen(cell))
            .map((cell) => cell.textContent),
          titles: Math.round(
            (box.querySelector('thead') as Element).querySelector('th')?.getBoundingClientRect().top ?? 0,
          ),
          scrolled: [box.scrollLeft > 0, box.scrollTop > 0],
        };
      });
    await table.evaluate((box) => box.scrollIntoView());
    const before = await seen();
    expect(before.hidden).toEqual([]);
    const isWide = await table.evaluate((box) => box.scrollWidth > box.clientWidth);
    await table.evaluate((box) => box.scrollTo(150, 200));
    await expect.poll(seen).toEqual({ ...before, scrolled: [isWide, true] });
  });

test('a printed report has totals at the end and titles on each page', async ({ page }) => {
  await page.goto('/collect?group=product&period=last30');
  await expect(page.getByRole('row', { name: /^合计/ })).toBeVisible();
  const rows = await printedRows(await page.pdf({ preferCSSPageSize: true }));
  /** The amounts of a row as they are printed or shown, without those in packages, whatever the letters of its name. */
  const figures = (texts: readonly string[]) =>
    texts
      .join(' ')
      .replaceAll(/\([^)]*\)/g, '')
      .match(/(?<![\w,.])\d[\d,.]*(?![\w°])/g)
      ?.join(' ');
  const printed = rows.map((row) => figures([row]) ?? '');
  const lines = page.locator('.report-table :is(tbody, tfoot) tr');
  for (const line of await lines.all()) {
    const shown = figures(await line.getByRole('cell').allTextContents()) as string;
    expect(printed.filter((row) => row.endsWith(shown))).toHaveLength(1);
  }
});

test.describe('on a phone', () => {
  const tall = 844;
  /** Screens with a desk first and the records below it. */
  const desks = [
    ...['/inspectrecord', '/unrelevance1', '/home/plant/production/replace'],
    ...['/Minderlieferung', '/barter', '/RDCdissociated', '/dissociated'],
  ];
  test.use({ viewport: { width: 390, height: tall }, hasTouch: true });

  for (const group of onOnePage(20)) {
    test(`the screens of ${namesOf(group)} fit a phone: no overlaps, targets of 44 pixels, letters of 16 in inputs, records in the upper third`, async ({
      page,
    }) => {
      test.setTimeout(60_000 + countOf(group) * 10_000);
      await page.goto('/dashboard');
      for (const path of group.flatMap(([, paths]) => paths)) {
        await open(page, path);
        const { first, ...found } = await touchTargets(page);
        expect.soft(found, path).toEqual({ width: 390, covered: [], low: [], smallLetters: [] });
        if (first !== undefined && !desks.includes(path)) expect.soft(first, path).toBeLessThan(tall / 3);
      }
    });
  }
});
