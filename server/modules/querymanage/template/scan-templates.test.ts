import { enterpriseUpdate, icpUpdate } from '@suyuan/contract/base/enterprise.ts';
import { brand } from '@suyuan/contract/base/product/brand.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { languages } from '@suyuan/contract/languages.ts';
import { carouselPicture } from '@suyuan/contract/querymanage/carousel-picture.ts';
import { consumerScan, customerInquire } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { plainDesign, type ScanDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import {
  scanTemplate,
  scanTemplateDetail,
  scanTemplatePreview,
  scanTemplatePublish,
  scanTemplateSave,
} from '@suyuan/contract/querymanage/scan-template.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let wine: number;
let house: number;
let codes: { wine: string; tea: string };
const picture = 'a'.repeat(64);

beforeAll(async () => {
  server = await testServer();
  const above = (await server.data(brand.add, { brand_code: 'B', brand_name: '总品牌' })).id;
  house = above;
  const below = (await server.data(brand.add, { brand_code: 'B1', brand_name: '子品牌', parent_id: above })).id;
  wine = (
    await server.data(product.add, {
      product_code: 'W',
      product_name: '云泉酒',
      brand_id: below,
      description: { zh: '<p>泉水<script>alert(1)</script>酿造</p>' },
    })
  ).id;
  const tea = (await server.data(product.add, { product_code: 'T', product_name: '云泉茶' })).id;
  const rule = await server.data(codeRule.add, {
    rule_name: 'r',
    level: 1,
    prefix: '',
    alphabet: 'base32',
    body_length: 12,
    check: 'none',
    carrier: 'url',
  });
  const first = async (product_id: number) =>
    (await server.data(orderAdd, { rule_id: rule.id, product_id, quantity: 1 })).first;
  codes = { wine: await first(wine), tea: await first(tea) };
  await server.sql`insert into picture (hash, width, height) values (${picture}, 800, 300)`;
});
afterAll(() => server.stop());

const saying = (title: string): ScanDesign => ({
  ...plainDesign,
  verdicts: [{ verdict: 'repeated', from: 1, title: { zh: title }, words: {} }],
});
const page = async (code: string, on = server, language = 'zh') =>
  (await on.fetch(`/c?code=${code}`, { headers: { 'accept-language': language } })).text();
const title = (html: string) => /<h1>([^<]*)/.exec(html)?.[1];
const publish = async (id: number, design: ScanDesign) => {
  await server.data(scanTemplateSave, { id, design });
  return (await server.data(scanTemplatePublish, { id })).version;
};
let templates = 0;
const add = async (scope: { product_id?: number; brand_id?: number } = {}) =>
  (await server.data(scanTemplate.add, { template_name: `template ${++templates}`, ...scope })).id;
const remove = (id: number) => server.data(scanTemplate.remove, { id });

describe('a template', () => {
  test('is visible once published, to everyone, and as before after a rollback', async () => {
    const id = await add();
    await page(codes.wine);
    await server.data(scanTemplateSave, { id, design: saying('草稿') });
    expect(title(await page(codes.wine))).toBe('该码已被查询过');
    expect(await server.data(scanTemplatePublish, { id })).toEqual({ version: 1 });
    expect(title(await page(codes.wine))).toBe('草稿');
    expect(await publish(id, saying('第二版'))).toBe(2);
    expect(title(await page(codes.wine))).toBe('第二版');
    expect(await server.data(scanTemplatePublish, { id, version: 1 })).toEqual({ version: 3 });
    expect(title(await page(codes.wine))).toBe('草稿');
    const { versions, draft, template } = await server.data(scanTemplateDetail, { id });
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
    expect(draft.verdicts[0]?.title).toEqual({ zh: '草稿' });
    expect(template).toMatchObject({ state: 'published', published_version: 3, scope: 'all' });
    await remove(id);
    expect(title(await page(codes.wine))).toBe('该码已被查询过');
  });

  test("of a product overrides its brand's, that a higher brand's, and that the general one", async () => {
    await page(codes.tea);
    const all = await add();
    await publish(all, saying('全部'));
    const brand = await add({ brand_id: house });
    await publish(brand, saying('品牌'));
    expect([title(await page(codes.wine)), title(await page(codes.tea))]).toEqual(['品牌', '全部']);
    const product = await add({ product_id: wine });
    await publish(product, saying('产品'));
    expect(title(await page(codes.wine))).toBe('产品');
    for (const id of [all, brand, product]) await remove(id);
  });

  test('of a brand applies to products of brands created below it', async () => {
    const id = await add({ brand_id: house });
    await publish(id, saying('上级品牌'));
    const young = { brand_code: 'B2', brand_name: '新子品牌', parent_id: house };
    const brand_id = (await server.data(brand.add, young)).id;
    await server.data(product.update, { id: wine, product_code: 'W', product_name: '云泉酒', brand_id });
    // A product is read anew after some seconds.
    await expect.poll(async () => title(await page(codes.wine)), { timeout: 10_000 }).toBe('上级品牌');
    await server.data(brand.update, { id: brand_id, ...young, parent_id: null });
    expect(title(await page(codes.wine))).toBe('该码已被查询过');
    await remove(id);
  });

  test('applies on every server', async () => {
    const other = await testServer({}, server);
    const id = await add();
    await publish(id, saying('两台'));
    await expect.poll(async () => title(await page(codes.wine, other))).toBe('两台');
    await remove(id);
    await expect.poll(async () => title(await page(codes.wine, other))).toBe('该码已被查询过');
    await other.stop();
  });

  test('shows its text from a number of scans on', async () => {
    const id = await add();
    await publish(id, {
      ...plainDesign,
      verdicts: [
        { verdict: 'repeated', from: 2, title: { en: 'Again: [[count]]' }, words: {} },
        { verdict: 'repeated', from: 1000, title: { en: 'Far too often' }, words: { en: 'Beware' } },
      ],
    });
    expect(title(await page(codes.wine, server, 'en'))).toMatch(/^Again: \d+$/);
    await server.sql`update scan_stat set scan_count = 2000`;
    const html = await page(codes.wine, server, 'en');
    expect(title(html)).toBe('Far too often');
    expect(html).toContain('<p>Beware</p>');
    await remove(id);
  });

  test('is text, never markup, with the pictures and links it declares', async () => {
    const id = await add();
    const evil = '<img src=x onerror=alert(1)>';
    await publish(id, {
      ...plainDesign,
      blocks: [
        { kind: 'custom', title: { zh: evil }, words: { zh: `${evil}\n\n第二段` }, link: 'https://example.com/a' },
        { kind: 'banner', picture, words: { zh: '海报' } },
        { kind: 'story' },
      ],
      footer: { zh: evil },
    });
    const html = await page(codes.wine);
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('&lt;img src=x');
    expect(html).toContain(`<img src="/pictures/${picture}.webp" alt="海报"`);
    expect(html).toContain('href="https://example.com/a" rel="noopener noreferrer nofollow"');
    expect(html).toContain('泉水酿造');
    expect(html).not.toContain('alert(1)</script>');
    // What the page knows itself is left out when the template leaves it out; a code not found can still be corrected.
    expect(html).not.toContain('id="trace"');
    expect(await page('NOSUCHCODE')).toContain('name="code"');
    await remove(id);
  });

  test('is refused with unreadable colours, invalid addresses and missing pictures', async () => {
    const id = await add();
    const save = async (changes: object) => {
      const { status, envelope } = await server.call(scanTemplateSave, { id, design: { ...plainDesign, ...changes } });
      return [status, (envelope.data as unknown as { fields?: { path: string }[] })?.fields?.map(({ path }) => path)];
    };
    const colours = { ...plainDesign.colours, genuine: '#9be89b' };
    expect(await save({ colours })).toEqual([400, ['design.colours.genuine']]);
    expect((await save({ colours: { ...colours, genuine: 'red;}body{display:none' } }))[0]).toBe(400);
    for (const link of ['http://example.com', 'javascript:alert(1)', 'https://user@example.com', '//example.com']) {
      expect((await save({ blocks: [{ kind: 'custom', title: {}, words: {}, link }] }))[0]).toBe(400);
    }
    expect(await save({ blocks: [{ kind: 'banner', picture: 'b'.repeat(64), words: {} }] })).toEqual([
      400,
      ['design.blocks.0.picture'],
    ]);
    expect(await save({ blocks: [{ kind: 'trace' }, { kind: 'trace' }] })).toEqual([400, ['design.blocks.1']]);
    expect((await save({ blocks: [{ kind: 'script' }] }))[0]).toBe(400);
    await remove(id);
  });

  test('is unique for each target; a stale save is refused', async () => {
    const id = await add();
    expect((await server.call(scanTemplate.add, { template_name: 'twin' })).status).toBe(409);
    const both = { template_name: 'both', product_id: wine, brand_id: house };
    expect((await server.call(scanTemplate.add, both)).status).toBe(400);
    const name = (await server.data(scanTemplate.page, {})).rows[0]?.template_name.toUpperCase() as string;
    expect((await server.call(scanTemplate.add, { template_name: name, product_id: wine })).status).toBe(400);
    expect((await server.call(scanTemplate.add, { template_name: 'x', product_id: 9999 })).status).toBe(400);
    const { updated_at } = (await server.data(scanTemplateDetail, { id })).template;
    await server.data(scanTemplate.update, { id, template_name: 'renamed' });
    expect((await server.call(scanTemplateSave, { id, design: plainDesign, updated_at })).status).toBe(409);
    await remove(id);
  });

  test('can be viewed by people who cannot publish', async () => {
    const id = await add();
    const token = await server.as(['scancode', 'scancode:update']);
    expect((await server.call(scanTemplateSave, { id, design: plainDesign }, { token })).status).toBe(200);
    expect((await server.call(scanTemplatePublish, { id }, { token })).status).toBe(401);
    const dealer = await server.as(['scancode'], { dealer: await server.party('dealer') });
    expect((await server.call(scanTemplate.page, {}, { token: dealer })).status).toBe(401);
    expect((await server.call(scanTemplateDetail, { id }, { token: dealer })).status).toBe(404);
    await remove(id);
  });
});

test('an ICP number is on the page once saved, on every server, and gone once removed', async () => {
  const other = await testServer({}, server);
  await server.data(enterpriseUpdate, { enterprise_code: 'E', enterprise_name: '云泉' });
  await server.data(icpUpdate, { icp_number: '苏ICP备7号' });
  expect(await page(codes.wine)).toContain('苏ICP备7号');
  await expect.poll(() => page(codes.wine, other)).toContain('苏ICP备7号');
  await server.data(icpUpdate, { icp_number: '' });
  expect(await page(codes.wine)).not.toContain('苏ICP备7号');
  await expect.poll(() => page(codes.wine, other)).not.toContain('苏ICP备7号');
  await other.stop();
});

test('a preview is the page with a sample answer, for each verdict and language, and records nothing', async () => {
  const before = (await server.data(consumerScan.page, {})).total;
  for (const verdict of ['genuine', 'repeated', 'unbound', 'void', 'unknown'] as const) {
    for (const language of languages) {
      const sample = { design: saying('样子'), verdict, count: 3, language, product_id: wine };
      const { html } = await server.data(scanTemplatePreview, sample);
      expect(html).toContain(`class="page ${verdict}"`);
      expect(html).not.toContain('<script');
      if (verdict === 'repeated' && language === 'zh') expect(title(html)).toBe('样子');
    }
  }
  expect((await server.data(consumerScan.page, {})).total).toBe(before);
});

test('an inquiry from the console shows what a consumer would see, and is not counted', async () => {
  const before = (await server.data(consumerScan.page, {})).total;
  const ask = async (code: string) => title((await server.data(customerInquire, { code, language: 'en' })).html);
  const fresh = await server.data(orderAdd, { rule_id: 1, product_id: wine, quantity: 1 });
  expect([await ask(fresh.first), await ask(fresh.first)]).toEqual(['Genuine', 'Genuine']);
  expect(await ask(codes.wine)).not.toBe('Genuine');
  expect(await ask('NOSUCHCODE')).toBe('No such code');
  expect((await server.data(consumerScan.page, {})).total).toBe(before);
  expect(title(await page(fresh.first, server, 'en'))).toBe('Genuine');
});

describe('the carousel', () => {
  test('shows its pictures in order, each in its period, in templates that have it', async () => {
    const id = await add();
    await publish(id, { ...plainDesign, blocks: [{ kind: 'carousel' }] });
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const ago = new Date(Date.now() - 3_600_000).toISOString();
    const slide = async (name: string, rest: object = {}) =>
      (await server.data(carouselPicture.add, { title: name, picture, ...rest })).id;
    const second = await slide('second', { sort: 2, link: 'https://example.com/b' });
    await slide('first', { sort: 1, shown_from: ago, shown_to: soon });
    await slide('later', { shown_from: soon });
    await slide('over', { shown_to: ago });
    await slide('off', { status: 'disabled' });
    const shown = async () => [...(await page(codes.wine)).matchAll(/<img [^>]*alt="(\w+)"/g)].map(([, alt]) => alt);
    expect(await shown()).toEqual(['first', 'second']);
    expect(
      Object.fromEntries((await server.data(carouselPicture.page, {})).rows.map((row) => [row.title, row.shown])),
    ).toEqual({ later: 'later', over: 'over', off: 'off', first: 'now', second: 'now' });
    await server.data(carouselPicture.update, { id: second, title: 'second', picture, sort: 0 });
    expect(await shown()).toEqual(['second', 'first']);
    await server.data(carouselPicture.remove, { id: second });
    expect(await shown()).toEqual(['first']);
    await remove(id);
    expect(await shown()).toEqual([]);
  });

  test('refuses a reversed period, an unsafe link and a missing picture', async () => {
    const status = async (rest: object) =>
      (await server.call(carouselPicture.add, { title: 'x', picture, ...rest })).status;
    expect(await status({ shown_from: '2026-02-01T00:00:00Z', shown_to: '2026-01-01T00:00:00Z' })).toBe(400);
    expect(await status({ link: 'http://example.com' })).toBe(400);
    expect(await status({ picture: 'c'.repeat(64) })).toBe(400);
  });
});

test('the page names its publisher: licence, telephone and the ICP number with its link', async () => {
  await server.data(enterpriseUpdate, {
    enterprise_code: 'E',
    enterprise_name: '云泉酒业',
    licence_no: 'SC10132011500123',
    phone: '025-12345678',
    icp_number: '苏ICP备12345678号',
    icp_url: 'https://beian.miit.gov.cn/',
  });
  await expect.poll(() => page(codes.wine)).toContain('SC10132011500123');
  const html = await page(codes.wine);
  expect(html).toContain('href="tel:02512345678"');
  expect(html).toContain('href="https://beian.miit.gov.cn/"');
});
