import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumPath, root } from '../../install.mjs';
import { type Benchmark, type BySize, median, type Row, Skipped } from '../harness.ts';
import { Stage } from '../stage/stage.ts';
import { stopLater } from '../stage/started.ts';

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
const roundsOf: BySize = { smallest: 1, short: 1, usual: 3, long: 3 };
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** What a visitor with an empty cache waits for: transferred JavaScript, and the largest contentful paint. */
export const firstLoad: Benchmark = {
  name: 'first-load',
  async *run(size) {
    if (!existsSync(join(root, 'web', 'dist', 'index.html'))) {
      throw new Skipped('the front end is not built (`npm start` does it)');
    }
    const executablePath = chromiumPath();
    if (!executablePath) throw new Skipped('there is no Chromium (`npm test` installs one)');
    const stage = await Stage.open();
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    stopLater(() => browser.close());
    const code = await fill(stage);
    const rounds = roundsOf[size];
    const login = await visit(browser, stage, '/login', { until: '[name=account_name]', rounds });
    yield* against('login', login, antDesignPro.login);
    const list = await visit(browser, stage, '/productlist', {
      until: 'text=P-19',
      rounds,
      token: stage.headers.token,
    });
    yield* against('console, a table', list, antDesignPro.table);
    const consumer = await visit(browser, stage, `/c?code=${code}`, { until: 'h1', rounds, viewport: phone });
    yield { name: 'consumer page: JavaScript', ours: consumer.kB, unit: 'kB', target: 80, atMost: true };
    yield { name: 'consumer page: largest paint', ours: consumer.paint, unit: 's', target: 1.5, atMost: true };
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
  /** What the visitor waits for. */
  readonly until: string;
  readonly rounds: number;
  readonly token?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
}

export async function visit(browser: Browser, stage: Stage, path: string, visitor: Visitor): Promise<Visit> {
  const visits: Visit[] = [];
  for (let round = 0; round < visitor.rounds; round++) visits.push(await visitOnce(browser, stage, path, visitor));
  return { kB: median(visits.map(({ kB }) => kB)), paint: median(visits.map(({ paint }) => paint)) };
}

async function visitOnce(
  browser: Browser,
  { url }: Stage,
  path: string,
  { until, token, viewport = desktop }: Visitor,
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
