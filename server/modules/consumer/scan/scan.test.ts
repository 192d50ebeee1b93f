import { enterpriseUpdate } from '@suyuan/contract/base/enterprise.ts';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { consumerScan } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { codesClose } from '@suyuan/contract/tagging/code-closure.ts';
import { orderAdd, orderClose } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let bound: string[];
let unbound: string[];
let closed: string[];

const codesOf = async (id: number) =>
  (
    await (
      await server.fetch(`${orderDownload.path}?id=${id}&format=txt&purpose=test&reprint=test`, {
        headers: { token: server.admin },
      })
    ).text()
  )
    .trim()
    .split('\n');

beforeAll(async () => {
  server = await testServer({ SUYUAN_TRUST_PROXY: '127.0.0.1' });
  const rule = await server.data(codeRule.add, {
    rule_name: '瓶码',
    level: 1,
    prefix: '',
    alphabet: 'base32',
    body_length: 10,
    check: 'luhn',
    carrier: 'url',
  });
  const product = await server.data(products.add, {
    product_code: 'P',
    product_name: '云泉 53°',
    spec: '500 mL',
    gtin: '6901234567892',
    product_name_en: 'Yunquan 53% ABV',
    spec_ja: '500ミリリットル',
  });
  const order = (product_id: number | null) => server.data(orderAdd, { rule_id: rule.id, product_id, quantity: 20 });
  await server.data(enterpriseUpdate, {
    enterprise_code: 'YQ',
    enterprise_name: '云泉酒业',
    enterprise_name_en: 'Yunquan Spirits',
    area_code: '320102',
    address: '中山路1号',
    address_en: '1 Zhongshan Road, Nanjing',
  });
  bound = await codesOf((await order(product.id)).id);
  unbound = await codesOf((await order(null)).id);
  const toClose = await order(product.id);
  closed = await codesOf(toClose.id);
  await server.data(orderClose, { id: toClose.id, reason: 'x' });
});
afterAll(() => server.stop());

const inNanjing = { 'x-forwarded-for': '114.114.114.114' };
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.53';
const ask = (code: string, headers: Record<string, string> = {}) => server.data(scan, { code }, { token: '', headers });
const page = (path: string, headers: Record<string, string> = {}) =>
  server.fetch(path, { headers: { 'accept-language': 'zh', ...headers } });
const scansOf = async (code: string) => (await server.data(consumerScan.page, { code })).rows;
/** The code with its last character exchanged for another one of the alphabet. */
const mistyped = (code: string) => code.slice(0, -1) + (code.endsWith('7') ? '8' : '7');

test('the code of a case is not that of a single item, and shows what is known of its contents', async () => {
  const [bottle] = await server.sql<{ id: number }[]>`select id from product limit 1`;
  const rule = await server.data(codeRule.add, {
    ...{ rule_name: '箱码', level: 3, prefix: '9', alphabet: 'digits', body_length: 12, check: 'none', carrier: 'url' },
  } as never);
  const issued = await server.data(orderAdd, { rule_id: rule.id, product_id: bottle?.id as number, quantity: 2 });
  const [code = ''] = await codesOf(issued.id);
  const html = await (await page(`/c?code=${code}`)).text();
  expect(html).toContain('这是「箱」的码，不是单件的码');
  expect(html).not.toContain('您购买的是正品');
  const [order] = await server.sql<{ first_id: number }[]>`select first_id from code_order where id = ${issued.id}`;
  await server.sql`
    insert into trace_event (id, act, event_time, utc_offset, product_id) overriding system value
    values (900000, 2, now(), 480, ${bottle?.id as number})`;
  await server.sql`
    insert into package (code, packed_by, product_id, units, children, level, complete, seen)
    values (${order?.first_id as number}, 900000, ${bottle?.id as number}, 6, 6, 3, true, true)`;
  expect((await ask(code)).package).toEqual({ level: 3, units: 6 });
  expect(await (await page(`/c?code=${code}`, { 'accept-language': 'en' })).text()).toContain('It holds 6 items');
  expect((await ask(bound.at(-1) as string)).package).toBeNull();
});

describe('a scan', () => {
  test('is genuine the first time, then repeated with first time, place and count', async () => {
    const first = await ask(bound[0] as string, inNanjing);
    expect(first).toMatchObject({
      verdict: 'genuine',
      product: { product_name: '云泉 53°', spec: '500 mL' },
      scan: { count: 1, first_region: '江苏省 南京市' },
    });
    const second = await ask(` ${bound[0]?.toLowerCase()} `);
    expect(second).toMatchObject({
      verdict: 'repeated',
      scan: { count: 2, first_at: first.scan.first_at, first_region: '江苏省 南京市' },
    });
  });

  test('of a pre-code is unbound, of a closed order void, of a mistyped or invented code unknown', async () => {
    expect(await ask(unbound[0] as string)).toMatchObject({ verdict: 'unbound', product: null });
    expect(await ask(closed[0] as string)).toMatchObject({ verdict: 'void', product: null });
    expect(await ask(mistyped(bound[1] as string))).toMatchObject({ verdict: 'unknown', code: null, product: null });
    expect(await ask('ABCDEF')).toMatchObject({ verdict: 'unknown', code: null });
  });

  test('reads the contents of symbols', async () => {
    const texts = [
      `https://example.com/c?code=${bound[2]}`,
      `https://example.com/m/q/${bound[2]}`,
      `(01)06901234567892(21)${bound[2]}`,
    ];
    const answers = await Promise.all(texts.map((text) => ask(text)));
    expect(answers.map(({ code }) => code)).toEqual([bound[2], bound[2], bound[2]]);
    expect(answers.map(({ scan: { count } }) => count).sort()).toEqual([1, 2, 3]);
  });

  test('is counted exactly with a hundred concurrent ones', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(bound[3] as string)));
    expect(answers.map(({ scan: { count } }) => count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
    expect(answers.filter(({ verdict }) => verdict === 'genuine')).toHaveLength(1);
  });

  test('is recorded with region and device', async () => {
    await ask(bound[4] as string, { ...inNanjing, 'user-agent': phone });
    expect(await scansOf(bound[4] as string)).toMatchObject([
      {
        code: bound[4],
        verdict: 'genuine',
        nth: 1,
        country: '中国',
        province: '江苏省',
        city: '南京市',
        ip: '114.114.114.114',
        device: 'Apple iPhone',
        os: 'iOS 18.1',
        browser: 'WeChat 8.0.53',
        product_name: '云泉 53°',
      },
    ]);
    expect(await scansOf('ABCDEF')).toMatchObject([{ verdict: 'unknown', code: 'ABCDEF' }]);
  });
});

describe('the page', () => {
  const title = (html: string) => /<h1>([^<]*)/.exec(html)?.[1];

  test('has the verdict in its HTML, at every address a symbol can carry', async () => {
    const addresses = [
      `/c?code=${bound[5]}`,
      `/m/q/${bound[6]}`,
      `/01/06901234567892/21/${bound[7]}`,
      `/01/06901234567892/10/LOT1/21/${bound[8]}`,
    ];
    for (const address of addresses) {
      const response = await page(address);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
      const html = await response.text();
      expect(title(html)).toBe('正品');
      expect(html).toContain('云泉 53°');
    }
    expect(title(await (await page(`/c?code=${bound[5]}`)).text())).toBe('该码已被查询过');
    expect(title(await (await page(`/c?code=${unbound[5]}`)).text())).toBe('该码尚未激活');
    expect(title(await (await page(`/c?code=${closed[5]}`)).text())).toBe('该码已作废');
    expect(title(await (await page(`/c?code=${mistyped(bound[9] as string)}`)).text())).toBe('查不到这个码');
    expect(title(await (await page('/c')).text())).toBe('查询真伪');
  });

  test('counts one scan for one visit, and none for a prefetch or another language', async () => {
    const code = bound[10] as string;
    await server.fetch(`/c?code=${code}`, { method: 'HEAD' });
    await page(`/c?code=${code}`, { 'sec-purpose': 'prefetch' });
    await page(`/c?code=${code}`, { 'user-agent': 'facebookexternalhit/1.1' });
    expect(await scansOf(code)).toHaveLength(0);
    const html = await (await page(`/c?code=${code}`)).text();
    const english = /href="([^"]+lang=en[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') as string;
    const again = await (await page(english)).text();
    expect(title(again)).toBe('Genuine');
    expect(again).toContain('<html lang="en">');
    expect(await scansOf(code)).toHaveLength(1);
    // A made-up or changed answer is not believed.
    expect(title(await (await page(`${english}x`)).text())).toBe('Is it genuine?');
  });

  test("names product and enterprise in the reader's language, if they have a name in it", async () => {
    const inLanguage = async (lang: string) => (await page(`/c?code=${bound[16]}&lang=${lang}`, inNanjing)).text();
    const english = await inLanguage('en');
    for (const words of ['Yunquan 53% ABV', 'Yunquan Spirits', 'Jiangsu', '1 Zhongshan Road, Nanjing', '500 mL'])
      expect(english).toContain(words);
    expect(english).not.toMatch(/云泉|中山路/);
    const japanese = await inLanguage('ja');
    for (const words of ['云泉 53°', '云泉酒业', '500ミリリットル', '江蘇']) expect(japanese).toContain(words);
    expect(await (await page('/c?gtin=6901234567892&lang=en')).text()).toContain('<h1>Yunquan 53% ABV</h1>');
  });

  test('has the title of the application', async () => {
    expect(await (await page('/c?lang=zh')).text()).toContain('<title>消费者扫码 - 4.1.0追溯系统</title>');
  });

  test('uses the language chosen before, here or in the console, and remembers a choice made here', async () => {
    const spoken = async (path: string, headers: Record<string, string> = {}) => {
      const response = await page(path, { 'accept-language': 'en', ...headers });
      const [, language] = /<html lang="(\w+)/.exec(await response.text()) ?? [];
      return [language, response.headers.get('set-cookie')?.split(';')[0]];
    };
    expect(await spoken('/c')).toEqual(['en', undefined]);
    expect(await spoken('/c', { cookie: 'token=x; language=ja' })).toEqual(['ja', undefined]);
    expect(await spoken('/c', { cookie: 'language=xx' })).toEqual(['en', undefined]);
    expect(await spoken('/c?lang=es', { cookie: 'language=ja' })).toEqual(['es', 'language=es']);
    expect(await spoken('/c?lang=es', { 'sec-fetch-site': 'same-origin' })).toEqual(['es', 'language=es']);
    // A link that somebody passed on, and a choice of what is shown anyway.
    expect(await spoken('/c?lang=es', { 'sec-fetch-site': 'none' })).toEqual(['es', undefined]);
    expect(await spoken('/c?lang=en')).toEqual(['en', undefined]);
  });

  test('never renders a code as markup', async () => {
    for (const evil of [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "javascript:alert('1')",
      '%3Csvg/onload=1%3E',
    ]) {
      const html = await (await page(`/c?code=${encodeURIComponent(evil)}`)).text();
      expect(html).not.toContain('<script>alert');
      expect(html).not.toContain('<img');
      expect(html).not.toContain('<svg/onload');
    }
    expect((await page(`/c?code=${'x'.repeat(6000)}`)).status).toBe(200);
    expect((await page('/c?code=a%00b')).status).toBe(200);
    expect((await page('/c?code=a&code=b')).status).toBe(200);
    expect((await page('/m/q/%00%ff')).status).toBeLessThan(500);
  });
});

describe('a second look within half an hour', () => {
  const isRepeated = (html: string) => html.includes('本设备已于');
  const title = (html: string) => /<h1>([^<]*)/.exec(html)?.[1];
  /** Opens the page of a code as a device that remembers what it was given. */
  const device = () => {
    let cookie = '';
    return async (path: string) => {
      const response = await page(path, cookie === '' ? {} : { cookie });
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
      return response.text();
    };
  };

  test('repeats the answer, says so, and is not counted', async () => {
    const code = bound[12] as string;
    const look = device();
    expect(title(await look(`/c?code=${code}`))).toBe('正品');
    for (const address of [`/c?code=${code}`, `/m/q/${code}`, `/01/06901234567892/21/${code}`]) {
      const again = await look(address);
      expect([address, title(again), isRepeated(again)]).toEqual([address, '正品', true]);
    }
    expect(await scansOf(code)).toMatchObject([{ nth: 1, verdict: 'genuine' }]);
    // What is said of the purchase belongs to the scan that there was.
    const english = /href="([^"]+lang=en[^"]*)"/.exec(await look(`/c?code=${code}`))?.[1]?.replaceAll('&amp;', '&');
    expect(await (await page(english as string)).text()).toContain('You checked this code with this device');
  });

  test('is recognised for programs as well, which return a token', async () => {
    const code = bound[15] as string;
    const first = await ask(code);
    const again = await server.data(scan, { code, remembered: first.remembered as string }, { token: '' });
    expect(again).toMatchObject({ verdict: 'genuine', scan: { count: 1 }, remembered: first.remembered });
    expect(Date.parse(again.asked_before as string)).toBeLessThanOrEqual(Date.now());
    expect(await ask(code)).toMatchObject({ verdict: 'repeated', scan: { count: 2 }, asked_before: null });
  });

  test('of a copied code on another device is a repeated query, which the first device then sees', async () => {
    const code = bound[13] as string;
    const [first, second] = [device(), device()];
    await first(`/c?code=${code}`);
    const copied = await second(`/c?code=${code}`);
    expect([title(copied), isRepeated(copied)]).toEqual(['该码已被查询过', false]);
    const again = await first(`/c?code=${code}`);
    expect([title(again), isRepeated(again)]).toEqual(['该码已被查询过', true]);
    expect(await ask(code)).toMatchObject({ verdict: 'repeated', scan: { count: 3 } });
  });

  test('hides no warning: codes withdrawn meanwhile are void', async () => {
    const code = unbound[6] as string;
    const look = device();
    expect(title(await look(`/c?code=${code}`))).toBe('该码尚未激活');
    await server.data(codesClose, { codes: [code], reason: 'x' });
    expect(title(await look(`/c?code=${code}`))).toBe('该码已作废');
  });

  test('does not identify a device by its cookie, and remembers no unknown code', async () => {
    const opened = await page(`/c?code=${bound[14]}`);
    expect(opened.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^own_scans=[\w-]+; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const unknown = await page(`/c?code=${mistyped(bound[9] as string)}`);
    expect(unknown.headers.getSetCookie()).toEqual([]);
  });
});

test('a look-up of ten thousand codes describes each, in order', async () => {
  const codes = Array.from(
    { length: 10_000 },
    (_, index) => [bound[11], unbound[11], closed[11], 'nonsense'][index % 4] as string,
  );
  const facts = await server.data(codesQuery, { codes });
  expect(facts).toHaveLength(10_000);
  expect(facts.slice(0, 4).map(({ state }) => state)).toEqual(['bound', 'issued', 'void', 'unknown']);
  expect(facts.at(-1)?.input).toBe('nonsense');
});
