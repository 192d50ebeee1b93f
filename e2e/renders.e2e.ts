import type { Page } from '@playwright/test';
import { expect, signedIn, test } from './server.ts';

// A table takes most of the time of a page. Renders that change nothing are seen by nobody, but slow down everything.

/** How often components in rows of tables were rendered. */
interface Renders {
  inRows: number;
}

/** What React tells its developer tools: the tree of components and elements. */
interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

/** Runs in the page: counts in the place of React's developer tools. */
function countRenders(): void {
  const performedWork = 1;
  const renders: Renders = { inRows: 0 };
  /** The nodes of each tree; popups have trees of their own. */
  const trees = new WeakMap<object, Set<Fiber>>();
  let before = new Set<Fiber>();
  let now = new Set<Fiber>();
  const walk = (first: Fiber | null, inRow: boolean): void => {
    for (let fiber = first; fiber; fiber = fiber.sibling) {
      now.add(fiber);
      // A component that is not rendered keeps its node of the tree, or gets one without this flag.
      const isComponent = typeof fiber.type === 'function' || typeof fiber.type === 'object';
      if (inRow && isComponent && !before.has(fiber) && fiber.flags & performedWork) renders.inRows += 1;
      walk(fiber.child, inRow || fiber.type === 'tbody');
    }
  };
  Object.assign(window, {
    renders,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberRoot(_: number, root: { readonly current: Fiber }) {
        before = trees.get(root) ?? new Set();
        now = new Set();
        walk(root.current.child, false);
        trees.set(root, now);
      },
    },
  });
}

const counted = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { readonly renders: Renders }).renders.inRows);
const forget = (page: Page) =>
  page.evaluate(() => Object.assign((window as unknown as { readonly renders: Renders }).renders, { inRows: 0 }));

test.use({ sample: 'on' });

test('a table is not rendered again by an unchanged refresh, the search or a form', async ({ page, server }) => {
  await signedIn(page, server);
  await page.addInitScript(countRenders);
  await page.goto('/home/tagging/coderule');
  const list = page.getByRole('region', { name: '生码规则' });
  await expect(list.getByRole('row').nth(1)).toBeVisible();
  await expect(list).toHaveAttribute('aria-busy', 'false');
  expect(await counted(page)).toBeGreaterThan(0);

  await forget(page);
  const refreshed = page.waitForResponse(/pagelist/);
  await list.getByRole('button', { name: '刷新' }).click();
  await refreshed;
  await expect(list).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: '搜索页面' })).toBeFocused();
  await page.keyboard.press('Escape');
  await list.getByRole('button', { name: '新增规则' }).click();
  await expect(page.getByRole('dialog', { name: '新增规则' })).toBeVisible();
  expect(await counted(page)).toBe(0);
});
