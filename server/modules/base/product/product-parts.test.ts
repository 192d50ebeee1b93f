import { brand } from '@suyuan/contract/base/product/brand.ts';
import { hierarchy, hierarchyVersions } from '@suyuan/contract/base/product/hierarchy.ts';
import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
const units = { bottle: 0, box: 0, pallet: 0 };
beforeAll(async () => {
  server = await testServer();
  units.bottle = await unit('BTL', 1, '瓶', 'bottle');
  units.box = await unit('CTN', 3, '箱', 'case');
  units.pallet = await unit('PLT', 5, '托盘', 'pallet');
});
afterAll(() => server.stop());

const unit = async (unit_code: string, level: 1 | 2 | 3 | 5, symbol_zh: string, symbol_en: string) =>
  (await server.data(packagingUnit.add, { unit_code, level, symbol_zh, symbol_en })).id;
const reasons = ({ data }: { data: unknown }) =>
  (data as { fields: { path: string; reason: string }[] }).fields.map(({ path, reason }) => `${path} ${reason}`);
const inEnglish = { language: 'en' };

describe('a packaging unit', () => {
  test('is named in the language of the caller, or else in Chinese', async () => {
    const symbols = async (language: string) =>
      (await server.data(packagingUnit.page, { size: 3 }, { language })).rows.map(({ symbol }) => symbol);
    expect(await symbols('en')).toEqual(['bottle', 'case', 'pallet']);
    expect(await symbols('ja')).toEqual(['瓶', '箱', '托盘']);
  });

  test('is found by code, name and sound', async () => {
    for (const keyword of ['plt', '托', 'PALL', 'tp', 'tuopan']) {
      const { rows } = await server.data(packagingUnit.page, { keyword });
      expect(rows.map(({ unit_code }) => unit_code)).toEqual(['PLT']);
    }
  });

  test('has a unique code and one of five levels', async () => {
    const again = await server.call(packagingUnit.add, { unit_code: 'btl', level: 1, symbol_zh: 'x' });
    expect([again.status, reasons(again.envelope)]).toEqual([400, ['unit_code taken']]);
    const high = await server.call(packagingUnit.add, { unit_code: 'x', level: 6, symbol_zh: 'x' });
    expect([high.status, reasons(high.envelope)]).toEqual([400, ['level not_a_choice']]);
  });

  test('can be exported', async () => {
    const file = await server.fetch(
      `${packagingUnit.export.path}?format=csv&keyword=plt&columns=unit_code,level,symbol_es`,
      {
        headers: { token: server.admin, 'accept-language': 'en' },
      },
    );
    expect((await file.text()).trim()).toBe('Unit code,Packaging level,Name in Spanish\r\nPLT,5 (outermost),');
  });

  test('is not changed from a stale form', async () => {
    const id = await unit('OLD', 2, '盒', 'box');
    const [row] = (await server.data(packagingUnit.page, { keyword: 'OLD' })).rows;
    const form = { id, unit_code: 'OLD', level: 2, symbol_zh: '盒', updated_at: row?.updated_at };
    await server.data(packagingUnit.update, { ...form, symbol_zh: '小盒' } as never);
    const late = await server.call(packagingUnit.update, { ...form, symbol_zh: '大盒' }, inEnglish);
    expect(late.status).toBe(409);
    expect(reasons(late.envelope)).toContain('symbol_zh changed_meanwhile_to');
  });
});

describe('a packaging relation', () => {
  const levels = () => [
    { unit_id: units.bottle, quantity: 1 },
    { unit_id: units.box, quantity: 6 },
    { unit_id: units.pallet, quantity: 40 },
  ];
  const found = async (keyword: string) => (await server.data(hierarchy.page, { keyword }, inEnglish)).rows[0];

  test('gives the number of each unit in the outermost one', async () => {
    await server.data(hierarchy.add, { hierarchy_code: 'H-240', hierarchy_name: '整托', levels: levels() });
    expect(await found('zt')).toMatchObject({
      ratio: '1 pallet = 40 case = 240 bottle',
      version: 1,
      levels: [{ total: 1 }, { total: 6 }, { total: 240 }],
    });
  });

  test('is refused if a unit does not hold the previous one', async () => {
    const [bottle, box, pallet] = levels();
    const refused = async (...wrong: object[]) =>
      reasons((await server.call(hierarchy.add, { hierarchy_code: 'w', hierarchy_name: 'w', levels: wrong })).envelope);
    expect(await refused(box as object, bottle as object)).toEqual([
      'levels.0.quantity smallest_unit_is_one',
      'levels.1.unit_id unit_not_larger',
    ]);
    expect(await refused(bottle as object, box as object, box as object)).toEqual(['levels.2.unit_id unit_not_larger']);
    expect(await refused(bottle as object, { unit_id: 999_999, quantity: 1 }, pallet as object)).toContain(
      'levels.1.unit_id no_such',
    );
    expect(await refused(bottle as object, { ...box, quantity: 100_000 }, { ...pallet, quantity: 100_000 })).toEqual([
      'levels too_large',
    ]);
    expect(await refused()).toEqual(['levels too_few']);
  });

  test('changes in place while unused; one in use gets a new version and keeps the old', async () => {
    const own = { hierarchy_code: 'H-V', hierarchy_name: '版本' };
    const { id } = await server.data(hierarchy.add, { ...own, levels: levels() });
    const change = (quantity: number) =>
      server.data(hierarchy.update, { id, ...own, levels: [levels()[0], { unit_id: units.box, quantity }] as never });
    expect(await change(12)).toEqual({ id, version: 1 });
    const product = { product_code: 'IN-H', product_name: '有包装的酒' };
    const used = await server.data(products.add, { ...product, hierarchy_id: id });
    expect(await change(24)).toEqual({ id, version: 2 });
    expect(await change(24)).toEqual({ id, version: 2 });
    const versions = await server.data(hierarchyVersions, { id }, inEnglish);
    expect(versions.map(({ version, levels: own }) => [version, own.at(-1)?.total])).toEqual([
      [2, 24],
      [1, 12],
    ]);
    const refused = await server.call(hierarchy.remove, { id }, inEnglish);
    expect([refused.status, refused.envelope.message]).toEqual([
      409,
      'These products are packed so, so the relation cannot be deleted; it can be disabled: 有包装的酒',
    ]);
    await server.data(products.update, { id: used.id, ...product, hierarchy_id: null });
    await server.data(hierarchy.remove, { id });
    expect((await server.call(hierarchyVersions, { id })).status).toBe(404);
  });

  test('prevents its units from being deleted or moved to another level', async () => {
    const gone = await server.call(packagingUnit.remove, { id: units.bottle }, inEnglish);
    expect([gone.status, gone.envelope.message]).toEqual([
      409,
      'These packaging relations use the unit, so it cannot be deleted; it can be disabled: 整托',
    ]);
    const moved = await server.call(packagingUnit.update, {
      id: units.bottle,
      unit_code: 'BTL',
      level: 2,
      symbol_zh: '瓶',
    });
    expect(reasons(moved.envelope)).toEqual(['level unit_ranked']);
  });
});

describe('a brand', () => {
  const madeBrand = async (brand_code: string, parent_id: number | null = null) =>
    (await server.data(brand.add, { brand_code, brand_name: `${brand_code} 牌`, parent_id })).id;

  test('is below another one, and never below itself', async () => {
    const top = await madeBrand('TOP');
    const line = await madeBrand('LINE', top);
    const series = await madeBrand('SERIES', line);
    for (const parent_id of [top, line, series]) {
      const looped = await server.call(brand.update, { id: top, brand_code: 'TOP', brand_name: 'x', parent_id });
      expect(reasons(looped.envelope)).toEqual(['parent_id tree_loop']);
    }
    const nowhere = await server.call(brand.add, { brand_code: 'n', brand_name: 'n', parent_id: 999_999 });
    expect(reasons(nowhere.envelope)).toEqual(['parent_id no_such']);
    expect((await server.data(brand.page, { keyword: 'series' })).rows).toMatchObject([{ parent_name: 'LINE 牌' }]);
  });

  test('cannot form a cycle by two concurrent moves', async () => {
    const [one, two] = [await madeBrand('A'), await madeBrand('B')];
    const below = (id: number, brand_code: string, parent_id: number) =>
      server.call(brand.update, { id, brand_code, brand_name: brand_code, parent_id });
    const answers = await Promise.all([below(one, 'A', two), below(two, 'B', one)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('with brands or products below it is kept, and the refusal names them', async () => {
    const top = await madeBrand('KEEP');
    const below = await madeBrand('BELOW', top);
    const say = async (id: number) => (await server.call(brand.remove, { id }, inEnglish)).envelope.message;
    expect(await say(top)).toBe('There are brands below this one, so it cannot be deleted: BELOW 牌');
    const names = ['一', '二', '三', '四'];
    for (const name of names) {
      await server.data(products.add, { product_code: `of-${name}`, product_name: name, brand_id: below });
    }
    expect(await say(below)).toBe(
      'These products are of this brand, so it cannot be deleted; it can be disabled: 一, 二, 三, …',
    );
    expect((await server.data(brand.page, { keyword: 'below' })).rows).toMatchObject([{ products: 4 }]);
  });

  test('is imported together with its parent', async () => {
    const form = new FormData();
    form.append(
      'file',
      new Blob(['品牌编码,品牌名称,上级品牌\nimp-1,一号,\nimp-2,二号,IMP-1\nimp-3,三号,没有\n']),
      'b.csv',
    );
    const response = await server.fetch(`${brand.import.path}?mode=good`, {
      method: 'POST',
      headers: { token: server.admin },
      body: form,
    });
    const { data } = (await response.json()) as { data: { written: number; refused: { line: number }[] } };
    expect([data.written, data.refused.map(({ line }) => line)]).toEqual([2, [4]]);
    expect((await server.data(brand.page, { keyword: 'imp-2' })).rows).toMatchObject([{ parent_name: '一号' }]);
  });
});

test('an exported file of products is imported unchanged', async () => {
  const { id: brand_id } = await server.data(brand.add, { brand_code: 'RT', brand_name: '回路' });
  const { id: hierarchy_id } = await server.data(hierarchy.add, {
    hierarchy_code: 'RT-1',
    hierarchy_name: '单瓶',
    levels: [{ unit_id: units.bottle, quantity: 1 }],
  });
  await server.data(products.add, {
    product_code: 'rt-1',
    product_name: '=一号',
    gtin: '6901234567892',
    spec: '500 mL, "1"',
    brand_id,
    category: '白酒',
    unit_id: units.bottle,
    hierarchy_id,
    shelf_life_days: 365,
    status: 'disabled',
  });
  await server.data(products.add, { product_code: 'rt-2', product_name: '二号' });
  const exported = async () => {
    const { rows } = await server.data(products.page, { keyword: 'rt-', sort: 'product_code' });
    return rows.map(({ id: _, created_at, updated_at, ...row }) => row);
  };
  const before = await exported();
  for (const [format, language] of [
    ['csv', 'zh'],
    ['xlsx', 'ja'],
  ]) {
    const file = await server.fetch(`${products.export.path}?format=${format}&keyword=rt-`, {
      headers: { token: server.admin, 'accept-language': language as string },
    });
    const form = new FormData();
    form.append('file', await file.blob(), 'products');
    await server.sql`delete from product where product_code like 'rt-%'`;
    const response = await server.fetch(`${products.import.path}?mode=all`, {
      method: 'POST',
      headers: { token: server.admin },
      body: form,
    });
    const { data } = (await response.json()) as { data: { written: number; refused: unknown[] } };
    expect([data.written, data.refused]).toEqual([2, []]);
    expect(await exported()).toEqual(before);
  }
});

test('people of factories and dealers can read all of it and change none', async () => {
  await server.data(hierarchy.add, {
    hierarchy_code: 'PARTY',
    hierarchy_name: '各方可见',
    levels: [{ unit_id: units.bottle, quantity: 1 }],
  });
  const { id: brand_id } = await server.data(brand.add, { brand_code: 'PARTY', brand_name: '各方可见' });
  const { id: unused } = await server.data(brand.add, { brand_code: 'LONE', brand_name: '未用' });
  const product = { product_code: 'PARTY', product_name: '各方可见', brand_id };
  const { id } = await server.data(products.add, product);
  for (const kind of ['factory', 'dealer'] as const) {
    const token = await server.as(
      ['productlist', 'productsort', 'productunit', 'hierarchy', 'productlist:update', 'productsort:delete'],
      { [kind]: await server.party(kind) },
    );
    for (const page of [products.page, brand.page, hierarchy.page]) {
      expect((await server.data(page, { keyword: 'gfkj' }, { token })).rows).toHaveLength(1);
    }
    expect((await server.data(products.page, { brand_id }, { token })).total).toBe(1);
    expect((await server.data(packagingUnit.page, { keyword: 'btl' }, { token })).total).toBe(1);
    expect((await server.call(products.update, { id, ...product }, { token })).status).toBe(401);
    expect((await server.call(brand.remove, { id: unused }, { token })).status).toBe(401);
  }
});
