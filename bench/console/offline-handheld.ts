import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumPath, root } from '../../install.mjs';
import { goodsOn } from '../goods/shipping.ts';
import { type Benchmark, type BySize, inShort, median, milliseconds, Skipped } from '../harness.ts';
import { adminPassword } from '../stage/data-folder.ts';
import { Stage } from '../stage/stage.ts';
import { stopLater } from '../stage/started.ts';
import { visit } from './first-load.ts';

const unitsOf: BySize = { smallest: 4800, short: 48_000, usual: 960_000, long: 960_000 };
const scansOf: BySize = { smallest: 20, short: 40, usual: 200, long: 400 };

/** A processor like that of a handheld. */
const slowerProcessor = 6;
const handheld = { width: 360, height: 740 };
const pin = '271828';

/** A handheld without a network: how long it takes to start, and from a scan to its answer on the screen, with a snapshot of a whole warehouse. */
export const offlineHandheld: Benchmark = {
  name: 'offline-handheld',
  async *run(size) {
    const executablePath = chromiumPath();
    if (!executablePath) throw new Skipped('there is no Chromium (`npm test` installs one)');
    if (!existsSync(join(root, 'web', 'dist', 'handheld'))) throw new Skipped('the front end is not built');
    const stage = await Stage.open();
    const goods = await goodsOn(stage);
    const units = unitsOf[size];
    const { boxes } = await goods.packed(units);
    await goods.sale(units);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    stopLater(() => browser.close());
    const first = await visit(browser, stage, '/handheld/', {
      until: 'input[name=name]',
      rounds: 1,
      viewport: handheld,
    });
    yield { name: 'handheld: JavaScript', ours: first.kB, unit: 'kB', target: 120, atMost: true };

    const context = await browser.newContext({ viewport: handheld, locale: 'zh-CN' });
    const page = await signedIn(context, stage);
    await page.locator('.tiles button').first().click();
    const download = await milliseconds(async () => {
      await page.locator('.row').first().click();
      await page.locator('.count').waitFor({ timeout: 120_000 });
    });
    yield { name: `snapshot of ${inShort(units)} units in cases`, ours: download / 1000, unit: 's' };
    yield { name: 'the same, kept on the handheld', ours: (await snapshotBytes(page)) / 1e6, unit: 'MB' };

    await context.setOffline(true);
    await page.close();
    const slow = await context.newPage();
    await slowDown(slow);
    const start = await milliseconds(async () => {
      await slow.goto(`${stage.url}/handheld/`);
      await slow.locator('.row').first().waitFor();
    });
    yield { name: 'start without a network', ours: start / 1000, unit: 's', target: 2, atMost: true };
    await slow.locator('.row').first().click();
    await enterPin(slow);
    await slow.locator('.row').first().click();
    await slow.locator('.count').waitFor();
    const times = await scanned(slow, boxes.slice(0, scansOf[size]));
    yield { name: 'from a scan to its answer, median', ours: median(times), unit: 'ms', target: 50, atMost: true };
    const slowest = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] as number;
    yield { name: 'the same, slowest of a hundred', ours: slowest, unit: 'ms' };
    await context.close();
  },
};

/** Signs in, and resolves to the page with the tasks. */
async function signedIn(context: BrowserContext, { url }: Stage): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}/handheld/`);
  await page.locator('input[name=name]').fill('admin');
  await page.locator('input[name=password]').fill(adminPassword);
  await page.locator('button[type=submit]').click();
  await page.locator('.pad').waitFor();
  await enterPin(page);
  await page.getByText('请再输入一次').waitFor();
  await enterPin(page);
  await page.locator('.tiles').first().waitFor();
  await page.evaluate('navigator.serviceWorker.ready');
  return page;
}

const enterPin = (page: Page): Promise<void> => page.keyboard.type(pin);

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor });
}

const snapshotBytes = (page: Page): Promise<number> =>
  page.evaluate(
    `new Promise((resolve) => {
      indexedDB.open('handheld').onsuccess = ({ target }) => {
        target.result.transaction('tasks').objectStore('tasks').getAll().onsuccess = (event) =>
          resolve(event.target.result.reduce((sum, { sealed }) => sum + sealed.bytes.byteLength, 0));
      };
    })`,
  );

/** Milliseconds from the last key of each scan to the frame that shows its answer. */
async function scanned(page: Page, codes: readonly string[]): Promise<number[]> {
  await page.evaluate(`
    globalThis.times = [];
    let at = 0;
    addEventListener('keydown', (event) => { if (event.key === 'Enter') at = event.timeStamp; }, true);
    new MutationObserver(() => requestAnimationFrame(() => {
      if (at > 0) globalThis.times.push(performance.now() - at);
      at = 0;
    })).observe(document.querySelector('.count'), { characterData: true, childList: true, subtree: true });`);
  for (const code of codes) {
    await page.keyboard.type(`${code}\n`);
    await page.locator('.verdict code', { hasText: code }).waitFor();
  }
  return page.evaluate('globalThis.times');
}
