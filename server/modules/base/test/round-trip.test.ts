import { dealer } from '@suyuan/contract/base/dealer.ts';
import { outFactory } from '@suyuan/contract/base/factory.ts';
import { material, supplier } from '@suyuan/contract/base/material.ts';
import { brand } from '@suyuan/contract/base/product/brand.ts';
import { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { productField } from '@suyuan/contract/base/product/product-field.ts';
import { shipTo } from '@suyuan/contract/base/ship-to.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Call } from '@suyuan/contract/call/call.ts';
import type { ImportReport } from '@suyuan/contract/thing/list.ts';
import fc from 'fast-check';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workbookCell } from '#platform/lists/export.ts';
import { bringFile, csvOf, fileOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

// What a list gives out as a file, it takes in again.

let server: TestServer;
let empty: TestServer;
beforeAll(async () => {
  [server, empty] = await Promise.all([testServer(), testServer()]);
  await fillProducts();
  await fillPartners();
}, 120_000);
afterAll(() => Promise.all([server.stop(), empty.stop()]));

/** The lists of the branch in an order in which each refers only to those before it. */
const lists: Record<string, readonly [exported: Call, brought: Call]> = {
  'packaging units': [packagingUnit.export, packagingUnit.import],
  'packaging relations': [hierarchy.export, hierarchy.import],
  brands: [brand.export, brand.import],
  'extension fields': [productField.export, productField.import],
  products: [product.export, product.import],
  'packaging suppliers': [supplier.export, supplier.import],
  materials: [material.export, material.import],
  'outsourcing customers': [outFactory.export, outFactory.import],
  dealers: [dealer.export, dealer.import],
  'ship-to parties': [shipTo.export, shipTo.import],
  warehouses: [warehouse.export, warehouse.import],
};

describe.each(Object.entries(lists))('%s', (_, [exported, brought]) => {
  test.each([
    ['csv', 'zh'],
    ['csv', 'es'],
    ['xlsx', 'en'],
    ['xlsx', 'ja'],
  ])('as %s in %s are imported unchanged, without writes', async (format, language) => {
    const file = await fileOf(server, exported, { format, language });
    const written = await changes();
    const report = await bringFile(server, brought, file, { mode: 'all', existing: 'update', language });
    expect(refusedOf(report)).toEqual([]);
    expect(report).toMatchObject({ added: 0, updated: 0, unchanged: rows, good: rows, written: 0 });
    expect(await changes()).toBe(written);
  });
});

describe('an empty system', () => {
  test.each(Object.entries(lists))('imports %s in any order', async (_, [exported, brought]) => {
    const { sheets } = await readXlsx(await fileOf(server, exported, { format: 'xlsx', language: 'zh' }));
    const [titles = [], ...lines] = sheets[0]?.rows ?? [];
    const file = await writeXlsx({ sheets: [{ name: 'x', rows: [titles, ...lines.toReversed()].map(asCells) }] });
    const report = await bringFile(empty, brought, file, { mode: 'all' });
    expect(refusedOf(report)).toEqual([]);
    expect(report).toMatchObject({ added: rows, written: rows });
  });

  test.each(Object.entries(lists))('then exports the same %s', async (_, [exported]) => {
    expect(await facts(empty, exported)).toEqual(await facts(server, exported));
  });
});

const asCells = (row: readonly unknown[]) =>
  row.map((cell) => (typeof cell === 'string' ? workbookCell(cell) : cell)) as string[];

/** All lines of a list but for the moments they were made at. */
async function facts(from: TestServer, exported: Call): Promise<string[]> {
  const lines = (await csvOf(from, exported, {})).split('\r\n');
  return lines.map((line) => line.replaceAll(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/g, '')).sort();
}

const refusedOf = ({ refused }: ImportReport): string[] =>
  refused.map(({ cells, problems }) => `${problems.map(({ path, reason }) => `${path} ${reason}`)}: ${cells}`);

/** How many changes were recorded. */
const changes = async (): Promise<number> => {
  const [row] = await server.sql<{ count: number }[]>`select count(*) as count from audit_log`;
  return row?.count as number;
};

const rows = 12;

const isWord = (text: string): boolean => text.trim() !== '' && !text.includes('\0') && text.isWellFormed();

/** Texts that files, spreadsheets and databases like to spoil. */
const awkward = fc.oneof(
  fc.constantFrom(
    '=1+1',
    "'quoted",
    "'=1",
    '+86 830',
    '-5',
    '@x',
    '007',
    '1e5',
    'TRUE',
    '2026-01-31',
    'a, "b"; c',
    '茅台\n酒',
    'a\tb',
    '启用',
    '0',
    '1,5',
    'é́ 🍶',
    '<b>&amp;</b>',
    '_x000D_',
    '_x005F_x000D_',
    'a\r\nb\rc',
    'a\u0001b\uFFFEc',
    "''=1",
    '|x',
    'null',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter(isWord),
);

const texts = fc.sample(awkward, { numRuns: 1000, seed: 20_260_131 }).map((text) => text.trim());
let at = 0;
const text = () => texts[at++ % texts.length] as string;
const some = (n: number) => (n % 3 === 0 ? null : text());
const status = (n: number) => (n % 4 === 3 ? ('disabled' as const) : ('enabled' as const));
const code = (n: number) => `${String(n).padStart(3, '0')}${n % 2 ? text() : ''}`.slice(0, 64).trim();
const areas = ['110000', '110101', '500229', '419001', '510500', '510502', '429004', '469001', '659001', null, null];
const reach = (n: number) => ({ contact: some(n), phone: some(n + 1), address: some(n + 2), area_code: areas[n] });

/** Adds rows; those after the first of each five stand below the one before. */
async function each(add: Call, rowOf: (n: number, before: number | null) => object): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < rows; n++) {
    const before = n > 0 && n % 5 !== 0 ? (ids[n - 1] as number) : null;
    // Calls of any list: what each takes is for the server to say.
    const { id } = (await server.data(add, rowOf(n, before) as never)) as { id: number };
    ids.push(id);
  }
  return ids;
}

/** Rows of the lists of products. Brands stand below one another. Same names, other codes. */
async function fillProducts(): Promise<void> {
  const units = await each(packagingUnit.add, (n) => ({
    unit_code: `U${n}`,
    level: 1 + (n % 5),
    // Two units of one name: only their codes tell them apart.
    symbol_zh: n < 2 ? '同名' : `单位${n}`,
    symbol_en: some(n),
    status: status(n),
  }));
  const relations = await each(hierarchy.add, (n) => ({
    hierarchy_code: code(n),
    hierarchy_name: '同名',
    levels: units.slice(0, 1 + (n % 5)).map((unit_id, level) => ({ unit_id, quantity: level === 0 ? 1 : 2 + n })),
    status: status(n),
  }));
  const brands = await each(brand.add, (n, parent_id) => ({
    brand_code: code(n),
    brand_name: '同名',
    parent_id,
    sort: n,
    status: status(n),
  }));
  await each(productField.add, (n) => ({
    field_code: `field_${n}`,
    label_zh: text(),
    label_en: some(n),
    kind: n % 2 ? 'choice' : 'text',
    ...(n % 2 ? { choices: ['浓香', 'a b', `${n}`] } : {}),
    ...(n % 4 === 1 ? { choices_en: ['Strong', 'A B', `no. ${n}`], choices_ja: ['濃香', 'あ', `${n} 番`] } : {}),
    required: n % 3 === 0,
    shown_to_consumers: n % 4 === 0,
    sort: n,
    status: 'disabled',
  }));
  await each(product.add, (n) => ({
    product_code: code(n),
    product_name: text(),
    // A GTIN is that of one enabled product.
    gtin: n === 1 ? '06901234567892' : null,
    spec: some(n),
    brand_id: n % 3 ? brands[n] : null,
    category: some(n + 1),
    unit_id: n % 4 ? units[n] : null,
    hierarchy_id: n % 2 ? relations[n] : null,
    shelf_life_days: n % 2 ? 365 + n : null,
    min_remaining_days: n % 3 ? 100 + n : null,
    status: status(n),
  }));
}

/** Rows of the lists of partners. Dealers and warehouses stand below one another. */
async function fillPartners(): Promise<void> {
  const suppliers = await each(supplier.add, (n) => ({
    supplier_code: code(n),
    supplier_name: '同名',
    licence_no: some(n),
    ...reach(n),
    status: status(n),
  }));
  await each(material.add, (n) => ({
    material_code: code(n),
    material_name: text(),
    kind: n % 2 ? 'packaging' : 'raw',
    spec: some(n),
    unit: some(n + 1),
    shelf_life_days: n % 3 ? n : null,
    supplier_id: n % 2 ? suppliers[n] : null,
    remark: some(n + 2),
    status: status(n),
  }));
  const factories = await each(outFactory.add, (n) => ({
    factory_code: code(n),
    factory_name: '同名',
    licence_no: some(n),
    remark: some(n + 1),
    ...reach(n),
    status: status(n),
  }));
  const dealers = await each(dealer.add, (n, parent_id) => ({
    dealer_code: code(n),
    dealer_name: '同名',
    dealer_level: 1 + (n % 4),
    parent_id,
    areas: n % 2 ? ['110000', '510502', '419001'] : [],
    remark: some(n),
    licence_no: some(n + 1),
    ...reach(n),
    status: status(n),
  }));
  await each(shipTo.add, (n) => ({
    ship_to_code: code(n),
    ship_to_name: text(),
    dealer_id: dealers[Math.floor(n / 3)],
    preferred: n % 3 === 1,
    ...reach(n),
    status: status(n),
  }));
  await each(warehouse.add, (n, parent_id) => ({
    warehouse_code: code(n),
    warehouse_name: text(),
    warehouse_type: (['finished', 'raw', 'packaging', 'returns', 'quarantine', 'transit', 'other'] as const)[n % 7],
    parent_id,
    // One owner for all that stand below one another.
    factory_id: n >= 5 && n < 10 ? factories[1] : null,
    dealer_id: n < 5 ? dealers[2] : null,
    address: some(n),
    area_code: areas[n],
    status: status(n),
  }));
}
