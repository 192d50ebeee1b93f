import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumPath, root } from '../../install.mjs';
import { type Benchmark, median, type Row, Skipped } from '../harness.ts';
import { Stage } from '../stage/stage.ts';

/** Ant Design Pro 6.0.3, built and measured once in the same way with an empty cache: its login page, and a table. */
const antDesignPro = { name: 'Ant Design Pro 6.0.3', login: { kB: 665, paint: 2.5 }, table: { kB: 926, paint: 3.9 } };

/** Chromium's preset "Fast 4G", and a slowed processor like that of a phone. */
const network = {
  offline: false,
  latency: 165,
  downloadThroughput: (9e6 / 8) * 0.9,
  uploadThroughput: (1.5e6 / 8) * 0.9,
};
const slowerProcessor = 4;
const rounds = 3;
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** What a visitor with an empty cache waits for: transferred JavaScript, and the largest contentful paint. */
export const firstLoad: Benchmark = {
  name: 'first-load',
  async run() {
    if (!existsSync(join(root, 'web', 'dist', 'index.html'))) {
      throw new Skipped('the front end is not built (`npm start` does it)');
    }
    const executablePath = chromiumPath();
    if (!executablePath) throw new Skipped('there is no Chromium (`npm test` installs one)');
    const stage = await Stage.open();
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const code = await fill(stage);
      const login = await visit(browser, stage, '/login', '[name=account_name]');
      const list = await visit(browser, stage, '/productlist', 'text=P-19', { token: stage.headers.token });
      const consumer = await visit(browser, stage, `/c?code=${code}`, 'h1', { viewport: phone });
      return [
        ...against('login', login, antDesignPro.login),
        ...against('console, a table', list, antDesignPro.table),
        { name: 'consumer page: JavaScript', ours: consumer.kB, unit: 'kB', target: 80, atMost: true },
        { name: 'consumer page: largest paint', ours: consumer.paint, unit: 's', target: 1.5, atMost: true },
      ];
    } finally {
      await browser.close();
      await stage.close();
    }
  },
};

interface Visit {
  readonly kB: number;
  /** In seconds. */
  readonly paint: number;
}

function against(name: string, ours: Visit, theirs: Visit): Row[] {
  // Clearly below half.
  const limit = { baselineName: antDesignPro.name, target: 0.45, atMost: true } as const;
  return [
    { name: `${name}: JavaScript`, ours: ours.kB, unit: 'kB', baseline: theirs.kB, ...limit },
    { name: `${name}: largest paint`, ours: ours.paint, unit: 's', baseline: theirs.paint, ...limit },
  ];
}

/** Adds rows for the table, and resolves to a code that a consumer could scan. */
async function fill(stage: Stage): Promise<string> {
  const order = await stage.prepareOrders();
  for (let n = 1; n < 20; n++) {
    await stage.call('/api/base/products/add', { product_code: `P-${n}`, product_name: `Product ${n}` });
  }
  const { first } = await stage.call<{ first: string }>('/api/tagging/orders/add', { ...order, quantity: 10 });
  return first;
}

interface Visitor {
  readonly token?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
}

async function visit(
  browser: Browser,
  stage: Stage,
  path: string,
  until: string,
  visitor: Visitor = {},
): Promise<Visit> {
  const visits: Visit[] = [];
  for (let round = 0; round < rounds; round++) visits.push(await visitOnce(browser, stage, path, until, visitor));
  return { kB: median(visits.map(({ kB }) => kB)), paint: median(visits.map(({ paint }) => paint)) };
}

async function visitOnce(
  browser: Browser,
  { url }: Stage,
  path: string,
  until: string,
  { token, viewport = desktop }: Visitor,
): Promise<Visit> {
  const context = await browser.newContext({ viewport });
  try {
    const cookies = token ? { token, name: 'admin', account_type: '1' } : {};
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
    const page = await context.newPage();
    const scripts = await watchScripts(page);
    await page.goto(url + path);
    await page.locator(until).first().waitFor({ timeout: 60_000 });
    await page.waitForLoadState('networkidle');
    return { kB: scripts.bytes() / 1000, paint: (await largestPaint(page)) / 1000 };
  } finally {
    await context.close();
  }
}

/** Throttles the page, and counts the transferred bytes of all scripts. */
async function watchScripts(page: Page): Promise<{ bytes(): number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor });
  const scripts = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return { bytes: () => bytes };
}

/** The time of the largest contentful paint, in milliseconds from the start of the navigation. Runs in the page. */
function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    `new Promise((done) => {
      let largest = 0;
      new PerformanceObserver((list) => { largest = list.getEntries().at(-1).startTime; })
        .observe({ type: 'largest-contentful-paint', buffered: true });
      setTimeout(() => done(largest), 500);
    })`,
  );
}
