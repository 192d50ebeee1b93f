import type { Page } from '@playwright/test';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { consumerScan } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { orderAdd, orderClose } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { openSql } from '@suyuan/server/platform/database/driver/open-sql.ts';
import { Goods } from '@suyuan/server/test/goods/goods.ts';
import { axeFindings } from './axe.ts';
import { expect, type TestServer, test } from './server.ts';

interface Codes {
  readonly genuine: readonly string[];
  readonly unbound: readonly string[];
  readonly closed: readonly string[];
}
let codes: Codes;
/** Each test takes codes that were not scanned before. */
let taken = 0;
const next = (kind: keyof Codes): string => codes[kind][taken++] as string;

async function issue(server: TestServer, rule_id: number, product_id: number | null) {
  const { id } = await server.call(orderAdd, { rule_id, product_id, quantity: 100 });
  const headers = { token: server.token };
  const response = await fetch(`${server.url}${orderDownload.path}?id=${id}&format=txt&purpose=test&reprint=test`, {
    headers,
  });
  return { id, codes: (await response.text()).trim().split('\n') };
}

test.beforeAll(async ({ server }) => {
  const rule = await server.call(codeRule.add, {
    rule_name: '消费者码',
    level: 1,
    prefix: 'C',
    alphabet: 'base32',
    body_length: 11,
    check: 'luhn',
    carrier: 'url',
  });
  const product = await server.call(products.add, {
    product_code: 'CONSUMER',
    product_name: '云泉 53°',
    spec: '500 mL',
    gtin: '6901234567892',
  });
  const closed = await issue(server, rule.id, product.id);
  await server.call(orderClose, { id: closed.id, reason: '印刷有误' });
  codes = {
    genuine: (await issue(server, rule.id, product.id)).codes,
    unbound: (await issue(server, rule.id, null)).codes,
    closed: closed.codes,
  };
});

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.53';

test.use({
  viewport: { width: 390, height: 844 },
  userAgent: phone,
  isMobile: true,
  hasTouch: true,
  extraHTTPHeaders: { 'x-forwarded-for': '114.114.114.114' },
});

const mistyped = (code: string) => code.slice(0, -1) + (code.endsWith('7') ? '8' : '7');
const inLanguage = async (page: Page, language: string) => {
  await page.locator('.languages summary').click();
  await page.getByRole('link', { name: language }).click();
};
const verdict = (page: Page) => page.getByRole('heading', { level: 1 });
const scansOf = async (server: TestServer, code: string) => (await server.call(consumerScan.page, { code })).rows;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    for (const [address, of] of [
      ['/c?code=', (code: string) => `/c?code=${code}`],
      ['/m/q/:qrcode', (code: string) => `/m/q/${code}`],
    ] as const) {
      test(`${address}: shows a code as genuine first, and to another device as queried before, with first time, place and count`, async ({
        page,
        context,
        server,
      }) => {
        const code = next('genuine');
        await page.goto(of(code));
        await expect(page).toHaveTitle(/消费者扫码/);
        await expect(verdict(page)).toHaveText('正品');
        await expect(page.getByText('云泉 53°')).toBeVisible();
        await expect(page.getByText('500 mL')).toBeVisible();
        expect(await scansOf(server, code)).toMatchObject([
          {
            verdict: 'genuine',
            nth: 1,
            province: '江苏省',
            city: '南京市',
            device: 'Apple iPhone',
            browser: 'WeChat 8.0.53',
          },
        ]);

        await page.reload();
        await expect(verdict(page)).toHaveText('正品');
        await expect(page.getByText('半小时内再看不重复计次')).toBeVisible();
        expect(await scansOf(server, code)).toHaveLength(1);

        // A device without cookies remembers nothing.
        await context.clearCookies();
        await page.goto(of(code));
        await expect(verdict(page)).toHaveText('该码已被查询过');
        const before = page.getByRole('region', { name: '查询记录' });
        await expect(before.getByText('第 2 次查询')).toBeVisible();
        await expect(before.locator('time')).toHaveText(new RegExp(`${new Date().getFullYear()}年`));
        await expect(before.getByText('江苏省 南京市')).toBeVisible();
        expect(await scansOf(server, code)).toHaveLength(2);
      });

      test(`${address}: shows pre-codes as not activated, codes of a closed order as void, and mistyped and invented codes as unknown`, async ({
        page,
      }) => {
        for (const [code, words] of [
          [next('unbound'), '该码尚未激活'],
          [next('closed'), '该码已作废'],
          [mistyped(next('genuine')), '查不到这个码'],
          ['ABCDEF', '查不到这个码'],
        ] as const) {
          await page.goto(of(code));
          await expect(verdict(page), code).toHaveText(words);
          await expect(page.getByText('云泉 53°'), code).toHaveCount(0);
        }
      });
    }

    test('opening the page counts as one scan, switching the language as none', async ({ page, server }) => {
      const code = next('genuine');
      await page.goto(`/c?code=${code}`);
      for (const [language, words] of [
        ['English', 'Genuine'],
        ['Español', 'Producto auténtico'],
        ['日本語', '正規品です'],
        ['中文', '正品'],
      ] as const) {
        await inLanguage(page, language);
        await expect(verdict(page)).toHaveText(words);
      }
      expect(await scansOf(server, code)).toHaveLength(1);
    });

    test('accepts a typed code in any case and with spaces', async ({ page, server }) => {
      const code = next('genuine');
      await page.goto('/c');
      await expect(verdict(page)).toHaveText('查询真伪');
      await page.getByRole('textbox').fill(` ${code.toLowerCase().replace(/(.{4})/g, '$1 ')} `);
      await page.getByRole('button', { name: '查询' }).click();
      await expect(verdict(page)).toHaveText('正品');
      expect(await scansOf(server, code)).toHaveLength(1);
    });

    test('the bar code of a product leads to the product, and on to the code of the piece', async ({ page }) => {
      const code = next('genuine');
      await page.goto('/c');
      await page.getByRole('textbox').fill('6901234567892');
      await page.getByRole('button', { name: '查询' }).click();
      await expect(verdict(page)).toHaveText('云泉 53°');
      await expect(page.getByText('500 mL')).toBeVisible();
      await inLanguage(page, 'English');
      await expect(page.getByText('it cannot tell whether yours is genuine')).toBeVisible();
      await page.getByRole('textbox').fill(code);
      await page.getByRole('button', { name: 'Check' }).click();
      await expect(verdict(page)).toHaveText('Genuine');
    });

    test('keeps an unknown code in the form for correction', async ({ page }) => {
      const code = next('genuine');
      await page.goto(`/c?code=${mistyped(code)}`);
      await expect(page.getByRole('textbox')).toHaveValue(mistyped(code));
      await page.getByRole('textbox').fill(code);
      await page.getByRole('textbox').press('Enter');
      await expect(verdict(page)).toHaveText('正品');
    });
  });
}

test("uses the browser's language and switches in place", async ({ page, server }) => {
  const code = next('genuine');
  await page.goto(`/c?code=${code}`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await inLanguage(page, 'English');
  await expect(verdict(page)).toHaveText('Genuine');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('.languages summary')).toBeFocused();
  await expect(page).toHaveURL(`/c?code=${code}&lang=en`);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(await scansOf(server, code)).toHaveLength(1);
});

test('copies the code as printed, also after switching the language', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const code = next('genuine');
  await page.goto(`/c?code=${code}`);
  await inLanguage(page, 'English');
  await expect(verdict(page)).toHaveText('Genuine');
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
});

test('rejects text that cannot be a code without sending it', async ({ page }) => {
  await page.goto('/c');
  await page.getByRole('textbox').fill('不是码');
  await page.getByRole('button', { name: '查询' }).click();
  const invalid = () => page.getByRole('textbox').evaluate((input: HTMLInputElement) => input.validationMessage);
  await expect.poll(invalid).not.toBe('');
  await expect(page).toHaveURL('/c');
});

test('falls back to the link if switching in place fails', async ({ page, server }) => {
  const code = next('genuine');
  await page.goto(`/c?code=${code}`);
  await page.route(/lang=en/, (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
  );
  await inLanguage(page, 'English');
  await expect(verdict(page)).toHaveText('Genuine');
  expect(await scansOf(server, code)).toHaveLength(1);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('every verdict is free of axe violations, overflow and browser errors', async ({ page, server }) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      const [genuine, repeated] = [next('genuine'), next('genuine')];
      await server.call(scan, { code: repeated });
      for (const code of [
        genuine,
        genuine,
        repeated,
        next('unbound'),
        next('closed'),
        mistyped(repeated),
        'ABCDEF',
        'x'.repeat(500),
      ]) {
        await page.goto(`/c?code=${code}`);
        expect(await axeFindings(page), code).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, code).toBeLessThanOrEqual(0);
      }
      expect(complaints).toEqual([]);
    });
  });
}

test('on a phone, goods that are not released yet, a case and a pallet tell what they are', async ({
  page,
  server,
}) => {
  const sql = openSql(server.database as string, { max: 1 });
  const calls = { sql, data: server.call, admin: server.token };
  const fetching = (path: string, init?: RequestInit) => fetch(server.url + path, init);
  const formats = {
    1: { prefix: '61', body_length: 11 },
    3: { prefix: '63', body_length: 11 },
    4: { prefix: '64', body_length: 11 },
  };
  const goods = await Goods.on({ ...calls, fetch: fetching }, formats, 'CONSUMER');
  const warehouse = await goods.warehouse();
  const pallet = await goods.pallet(await goods.made(warehouse));
  await goods.genuineFrom('shipped');
  const [box] = await goods.cases(await goods.made(warehouse), 1);
  await sql.end();
  await page.setViewportSize({ width: 390, height: 844 });
  const expectVerdict = async (code: string, chinese: string, english: string, tells: RegExp) => {
    await page.goto(`/c?code=${code}`);
    await expect(verdict(page)).toHaveText(chinese);
    await inLanguage(page, 'English');
    await expect(verdict(page)).toHaveText(english);
    await expect(page.getByText(tells).first()).toBeVisible();
    expect(await axeFindings(page), code).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), code).toBeLessThanOrEqual(390);
    await inLanguage(page, '中文');
  };
  await expectVerdict(box?.bottles[0] as string, '该码尚未激活', 'Not activated yet', /not been released for sale/);
  await expectVerdict(pallet.cases[0]?.code as string, '整箱的码', 'Code of a case', /holds 3 items/);
  await expectVerdict(pallet.code, '托盘的码', 'Code of a pallet', /holds 6 items/);
});
