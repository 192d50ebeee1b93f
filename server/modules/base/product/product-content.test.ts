import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pictureAdd } from '@suyuan/contract/base/picture.ts';
import { brand } from '@suyuan/contract/base/product/brand.ts';
import { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { productDetail, product as products } from '@suyuan/contract/base/product/product.ts';
import { productField } from '@suyuan/contract/base/product/product-field.ts';
import { pictureUrl } from '@suyuan/contract/picture.ts';
import { codesBind } from '@suyuan/contract/tagging/code-binding.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bringFile, csvOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'suyuan-content-'));
  server = await testServer({ SUYUAN_DATA_DIR: dataDir });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const reasons = ({ data }: { data: unknown }) =>
  (data as { fields: { path: string; reason: string }[] }).fields.map(({ path, reason }) => `${path} ${reason}`);
const inEnglish = { language: 'en' };

const drawn = (width: number, height: number, color = '#aa2200') =>
  sharp({ create: { width, height, channels: 3, background: color } });
const send = async (file: Buffer, name = 'picture.jpg') => {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(file)]), name);
  const response = await server.fetch(pictureAdd.path, {
    method: 'POST',
    headers: { token: server.admin },
    body: form,
  });
  return { status: response.status, envelope: (await response.json()) as { data: { hash: string; width: number } } };
};
const kept = async (file: Buffer) => {
  const { envelope } = await send(file);
  expect(envelope).toMatchObject({ status_code: 200 });
  return envelope.data.hash;
};

describe('a picture', () => {
  test('is rotated upright, scaled down, and served publicly and immutably', async () => {
    // Lying on its side, as a phone keeps it.
    const file = await drawn(3000, 1000).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { envelope } = await send(file, 'page.html');
    expect(envelope.data).toMatchObject({ width: 533, height: 1600 });
    const full = await server.fetch(pictureUrl(envelope.data.hash));
    expect(full.status).toBe(200);
    expect(Object.fromEntries(full.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const { width, height, format, exif } = await sharp(Buffer.from(await full.arrayBuffer())).metadata();
    expect([width, height, format, exif]).toEqual([533, 1600, 'webp', undefined]);
    const thumb = await server.fetch(pictureUrl(envelope.data.hash, 'thumb'));
    expect((await sharp(Buffer.from(await thumb.arrayBuffer())).metadata()).height).toBe(320);
  });

  test('is stored once, however often it is uploaded', async () => {
    const file = await drawn(10, 10).png().toBuffer();
    const hashes = await Promise.all([kept(file), kept(file), kept(file)]);
    expect(new Set(hashes).size).toBe(1);
  });

  test.each([
    ['a script', Buffer.from('<script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')],
    ['half a picture', undefined],
    ['nothing', Buffer.alloc(0)],
  ])('that is %s is refused', async (_, bytes) => {
    const half = (await drawn(400, 400).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 3000);
    const { status, envelope } = await send(bytes ?? half, 'picture.png');
    expect([status, reasons(envelope)]).toEqual([400, ['file not_a_picture']]);
  });

  test('is limited in bytes and pixels', async () => {
    const { status, envelope } = await send(Buffer.alloc(11 * 2 ** 20, 'x'));
    expect([status, reasons(envelope)]).toEqual([400, ['file picture_too_large']]);
    const bomb = await drawn(9000, 9000).png({ compressionLevel: 9 }).toBuffer();
    expect(reasons((await send(bomb)).envelope)).toEqual(['file not_a_picture']);
  });

  test('has an address that leads nowhere else', async () => {
    const names = [`${'0'.repeat(64)}.webp`, '..%2f..%2fmaster.key', `${'0'.repeat(64)}-huge.webp`, 'x.webp'];
    for (const name of names) expect((await server.fetch(`/pictures/${name}`)).status).toBe(404);
  });

  test('represents the product if it is its first', async () => {
    const [one, two] = [await kept(await drawn(9, 9).png().toBuffer()), await kept(await drawn(8, 8).png().toBuffer())];
    const product = { product_code: 'PIC', product_name: '有图' };
    const { id } = await server.data(products.add, { ...product, pictures: [two, one] });
    expect((await server.data(productDetail, { id })).pictures).toEqual([two, one]);
    expect((await server.data(products.page, { keyword: 'pic' })).rows).toMatchObject([{ picture: two }]);
    // What is left out stays.
    await server.data(products.update, { id, ...product, product_name: '还有图' });
    expect((await server.data(productDetail, { id })).pictures).toEqual([two, one]);
    const missing = await server.call(products.update, { id, ...product, pictures: [one, 'f'.repeat(64)] });
    expect(reasons(missing.envelope)).toEqual(['pictures.1 no_such_picture']);
  });
});

test('the description is stored by language and contains only text', async () => {
  const { id } = await server.data(products.add, {
    product_code: 'TXT',
    product_name: 'x',
    description: { zh: '<p onclick="x()">好<script>1</script></p>', en: '<p></p>' },
  });
  expect((await server.data(productDetail, { id })).description).toEqual({ zh: '<p>好</p>' });
});

describe('extension fields', () => {
  const field = (field_code: string, kind: string, more: object = {}) =>
    server.data(productField.add, { field_code, label_zh: field_code, kind, ...more } as never);
  const product = { product_code: 'EXT', product_name: '有扩展' };
  let degree: { id: number };
  let aroma: { id: number };
  let id: number;
  beforeAll(async () => {
    degree = await field('degree', 'number', { required: true, label_en: 'Degree', sort: 1 });
    aroma = await field('aroma', 'choice', { choices: ['酱香', '浓香'], shown_to_consumers: true, sort: 2 });
    await field('since', 'date', { sort: 3 });
    await field('seal', 'picture', { sort: 4 });
    const without = await server.call(products.add, product);
    expect([without.status, reasons(without.envelope)]).toEqual([400, ['extension.degree required']]);
    const extension = [{ field_code: 'degree', value: '38' }];
    ({ id } = await server.data(products.add, { ...product, extension }));
  });
  afterAll(() => server.data(productField.update, { id: degree.id, required: false }));
  const fill = (values: Record<string, string>) =>
    server.call(products.update, {
      id,
      ...product,
      extension: Object.entries(values).map(([field_code, value]) => ({ field_code, value })),
    });
  const filled = async () =>
    Object.fromEntries(
      (await server.data(productDetail, { id }, inEnglish)).extension.map(({ field: { label }, value }) => [
        label,
        value,
      ]),
    );

  test('are filled in for a product, each by its type', async () => {
    const seal = await kept(await drawn(7, 7).png().toBuffer());
    expect((await fill({ degree: '53.5', aroma: '酱香', since: '2026-02-28', seal })).status).toBe(200);
    expect(await filled()).toEqual({ Degree: '53.5', aroma: '酱香', since: '2026-02-28', seal });
    expect((await fill({ degree: '52' })).status).toBe(200);
    expect(await filled()).toEqual({ Degree: '52', aroma: null, since: null, seal: null });
  });

  test('accept no value of another type, and no unknown field', async () => {
    const wrong = { degree: 'x', aroma: '清香', since: '2026-02-30', seal: 'f'.repeat(64), other: '1' };
    expect(reasons((await fill(wrong)).envelope)).toEqual([
      'extension.degree type_number',
      'extension.aroma not_a_choice',
      'extension.since format_date',
      'extension.other unknown_field',
    ]);
    expect(reasons((await fill({ degree: '1', seal: 'f'.repeat(64) })).envelope)).toEqual([
      'extension.seal no_such_picture',
    ]);
    expect(reasons((await fill({ degree: '' })).envelope)).toEqual(['extension.degree required']);
  });

  test('are exported and imported with the products', async () => {
    await fill({ degree: '53', aroma: '酱香' });
    const file = await csvOf(server, products.export, { columns: 'product_code,product_name,extension_list' });
    const [titles = '', ...lines] = file.trimEnd().split('\r\n');
    const line = lines.find((one) => one.includes('aroma: 酱香')) as string;
    expect(titles).toContain('扩展信息');
    const again = `${titles}\n${line.replace(/^[^,]*/, 'AGAIN')}`;
    expect(await bringFile(server, products.import, again)).toMatchObject({
      total: 1,
      written: 1,
      ignored_columns: [],
    });
    const [row] = (await server.data(products.page, { product_code: 'AGAIN' }, inEnglish)).rows;
    expect(row?.extension_list).toContain('Degree: 53; aroma: 酱香');
    await server.data(products.remove, { id: row?.id as number });
  });

  test('with values keep their code, type and used choices', async () => {
    await fill({ degree: '52', aroma: '浓香' });
    const change = async (own: { id: number }, input: object) => {
      const { status, envelope } = await server.call(productField.update, { ...own, label_zh: 'x', ...input });
      return status === 200 ? [] : reasons(envelope);
    };
    expect(await change(degree, { field_code: 'grade', kind: 'text' })).toEqual([
      'field_code field_has_values',
      'kind field_has_values',
    ]);
    const choice = { field_code: 'aroma', kind: 'choice' };
    expect(await change(aroma, { ...choice, choices: ['酱香'] })).toEqual(['choices choice_made']);
    expect(await change(aroma, { ...choice, choices: ['浓香', '米香'] })).toEqual([]);
    const gone = await server.call(productField.remove, { id: degree.id }, inEnglish);
    expect([gone.status, gone.envelope.message]).toEqual([
      409,
      'These products have a value of the field, so it cannot be deleted; it can be disabled: 有扩展',
    ]);
  });

  test('have distinct choices in each language', async () => {
    const choices = ['纯粮', '配制'];
    const made = { kind: 'choice', label_zh: '工艺', choices, choices_en: ['Pure grain', 'Blended'], sort: 9 };
    const { id: process } = await server.data(productField.add, { field_code: 'process', ...made } as never);
    const fieldIn = async (options: object) =>
      (await server.data(productDetail, { id }, options)).extension.find(({ field: { id: of } }) => of === process)
        ?.field;
    expect(await fieldIn(inEnglish)).toMatchObject({ choices, choice_labels: ['Pure grain', 'Blended'] });
    expect(await fieldIn({ language: 'ja' })).toMatchObject({ choices, choice_labels: choices });
    const short = await server.call(productField.update, { id: process, choices_es: ['Grano puro'] });
    expect(reasons(short.envelope)).toEqual(['choices_es choice_for_each']);
    await server.data(productField.update, { id: process, kind: 'text' });
    expect(await fieldIn(inEnglish)).toMatchObject({ choices: [], choices_en: [] });
  });

  test('have a unique code, and at least one choice if they have choices', async () => {
    const define = async (input: object) =>
      reasons((await server.call(productField.add, { label_zh: 'x', kind: 'text', ...input })).envelope);
    expect(await define({ field_code: 'DEGREE' })).toEqual(['field_code taken']);
    expect(await define({ field_code: '1 2' })).toEqual(['field_code malformed']);
    expect(await define({ field_code: 'empty', kind: 'choice', choices: [] })).toEqual(['choices required']);
    const labels = (await server.data(productField.page, { keyword: 'degree' }, inEnglish)).rows;
    expect(labels).toMatchObject([{ label: 'Degree' }]);
  });
});

test('the page of a product shows its packaging, and figures only to people with permission', async () => {
  const { id: bottle } = await server.data(packagingUnit.add, {
    unit_code: 'B',
    level: 1,
    symbol_zh: '瓶',
    symbol_en: 'bottle',
  });
  const { id: box } = await server.data(packagingUnit.add, {
    unit_code: 'C',
    level: 3,
    symbol_zh: '箱',
    symbol_en: 'case',
  });
  const { id: hierarchy_id } = await server.data(hierarchy.add, {
    hierarchy_code: 'H',
    hierarchy_name: '六瓶装',
    levels: [
      { unit_id: bottle, quantity: 1 },
      { unit_id: box, quantity: 6 },
    ],
  });
  const { id } = await server.data(products.add, {
    product_code: 'ALL',
    product_name: '全',
    unit_id: bottle,
    hierarchy_id,
    shelf_life_days: 365,
  });
  const all = await server.data(productDetail, { id }, inEnglish);
  expect(all).toMatchObject({
    unit_symbol: 'bottle',
    hierarchy_name: '六瓶装',
    hierarchy_version: 1,
    shelf_life_days: 365,
    levels: [{ symbol: 'bottle' }, { symbol: 'case', total: 6 }],
    orders: { count: 0, quantity: 0, latest: [] },
  });
  expect(all.scans).toHaveLength(30);
  const seller = await server.as(['productpages']);
  expect(await server.data(productDetail, { id }, { token: seller })).toMatchObject({ orders: null, scans: null });
  const factory = await server.as(['productpages', 'records', 'customerquery'], {
    factory: await server.party('factory'),
  });
  expect(await server.data(productDetail, { id }, { token: factory })).toMatchObject({ orders: null, scans: null });
  expect((await server.call(productDetail, { id: 999_999 })).status).toBe(404);
});

test('access to a screen of products includes the calls open to every role; others are refused', async () => {
  const { id } = await server.data(products.add, { product_code: 'OPEN', product_name: '开' });
  const token = await server.as(['productlist', 'productlist:update']);
  expect(await server.data(productDetail, { id }, { token })).toMatchObject({ product_code: 'OPEN' });
  expect((await server.call(productField.page, {}, { token })).status).toBe(200);
  const changed = { id, product_code: 'OPEN', product_name: '开了' };
  expect((await server.call(products.update, changed, { token })).status).toBe(200);
  const packer = await server.as(['hierarchy']);
  expect((await server.call(productDetail, { id }, { token: packer })).status).toBe(200);
  expect((await server.call(products.update, changed, { token: packer })).status).toBe(401);
  const editor = await server.as(['productaddedit']);
  for (const { page } of [brand, packagingUnit, hierarchy]) {
    expect((await server.call(page, {}, { token: editor })).status).toBe(200);
  }
  const stranger = await server.as(['records']);
  for (const call of [productDetail, productField.page]) {
    expect((await server.call(call, { id }, { token: stranger })).status).toBe(401);
  }
});

test('the orders of a product include pre-codes bound to it later', async () => {
  const { id } = await server.data(products.add, { product_code: 'CODES', product_name: '码' });
  const rule = { rule_name: 'R', level: 1, prefix: '', alphabet: 'digits', body_length: 16, check: 'none' } as const;
  const { id: rule_id } = await server.data(codeRule.add, { ...rule, carrier: 'plain' });
  const order = { rule_id, quantity: 100, purpose: 'test' };
  const { id: ahead } = await server.data(orderAdd, { ...order, product_id: null });
  await server.data(codesBind, { order_id: ahead, from: 11, to: 20, product_id: id });
  await server.data(codesBind, { order_id: ahead, from: 31, to: 35, product_id: id });
  await server.data(orderAdd, { ...order, product_id: id });
  const { orders } = await server.data(productDetail, { id });
  expect(orders).toMatchObject({ count: 2, quantity: 115, latest: [{ quantity: 100 }, { quantity: 15 }] });
});
