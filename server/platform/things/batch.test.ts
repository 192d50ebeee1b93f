import { brand } from '@suyuan/contract/base/product/brand.ts';
import { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { employee } from '@suyuan/contract/organ/account.ts';
import type { BatchAction } from '@suyuan/contract/thing/batch.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

let made = 0;
const newBrand = async (more: object = {}) =>
  (await server.data(brand.add, { brand_code: `B-${++made}`, brand_name: `品牌 ${made}`, ...more })).id;
const brandOf = async (id: number) => (await server.data(brand.page, { size: 500 })).rows.find((row) => row.id === id);
const batch = (action: BatchAction, ...ids: readonly number[]) => ({
  action,
  rows: ids.map((id) => ({ id })),
});
const records = async () => Number((await server.sql`select count(*) as n from audit_log`)[0]?.n);

test('several rows are switched by one call, in one audit record', async () => {
  const ids = [await newBrand(), await newBrand(), await newBrand()];
  const before = await records();
  const report = await server.data(brand.batch, batch('disable', ...ids));
  expect(report).toEqual({ done: 3, rows: ids.map((id) => ({ id, refused: null })) });
  for (const id of ids) expect(await brandOf(id)).toMatchObject({ status: 'disabled' });
  expect(await records()).toBe(before + 1);
  const [record] = await server.sql`select call, changes from audit_log order by id desc limit 1`;
  expect(record).toEqual({ call: '/api/base/brands/batch', changes: 3 });
});

test('refusals are reported row by row, and other rows are processed', async () => {
  const [used, free] = [await newBrand(), await newBrand()];
  await server.data(product.add, { product_code: 'BATCH-1', product_name: '在用', brand_id: used });
  const report = await server.data(brand.batch, batch('delete', used, free, 999_999));
  expect(report.done).toBe(1);
  expect(report.rows.map(({ refused }) => refused?.code)).toEqual([ErrorCode.conflict, undefined, ErrorCode.notFound]);
  expect(report.rows[0]?.refused?.message).toContain('在用');
  expect([await brandOf(used), await brandOf(free)]).toMatchObject([{ id: used }, undefined]);
});

test('if every row is refused, nothing is recorded', async () => {
  const before = await records();
  expect(await server.data(brand.batch, batch('delete', 999_998, 999_999))).toMatchObject({ done: 0 });
  expect(await records()).toBe(before);
});

test('parents and children are deleted together, in any order', async () => {
  const top = await newBrand();
  const middle = await newBrand({ parent_id: top });
  const later = await newBrand();
  await server.data(brand.update, { id: top, parent_id: later });
  expect(await server.data(brand.batch, batch('delete', top, later, middle))).toMatchObject({ done: 3 });
});

test('a row changed since it was read is not switched', async () => {
  const id = await newBrand();
  const read = (await brandOf(id))?.updated_at as string;
  await server.data(brand.update, { id, brand_name: '改过' });
  const report = await server.data(brand.batch, { action: 'disable', rows: [{ id, updated_at: read }] });
  expect(report.rows[0]?.refused?.code).toBe(ErrorCode.stale);
  expect(await brandOf(id)).toMatchObject({ status: 'enabled' });
});

test('switching keeps the sub-rows that forms submit whole', async () => {
  const unit = async (unit_code: string, level: 1 | 2) =>
    (await server.data(packagingUnit.add, { unit_code, level, symbol_zh: unit_code })).id;
  const [bottle, box] = [await unit('BT', 1), await unit('BX', 2)];
  const levels = [
    { unit_id: bottle, quantity: 1 },
    { unit_id: box, quantity: 6 },
  ];
  const { id } = await server.data(hierarchy.add, { hierarchy_code: 'H', hierarchy_name: 'H', levels });
  const shown = async () => (await server.data(hierarchy.page, {})).rows[0];
  const before = await shown();
  expect(await server.data(hierarchy.batch, batch('disable', id))).toMatchObject({ done: 1 });
  expect(before?.levels).toHaveLength(2);
  expect(await shown()).toMatchObject({ status: 'disabled', levels: before?.levels, version: before?.version });
});

test('each action needs the permission of its single call', async () => {
  const id = await newBrand();
  const as = async (name: string, ...permissions: Permission[]) => {
    const token = await server.as(['productsort', ...permissions], { name });
    return (action: BatchAction) => server.call(brand.batch, batch(action, id), { token });
  };
  const [updating, deleting, looking] = [
    await as('updating', 'productsort:update'),
    await as('deleting', 'productsort:delete'),
    await as('looking'),
  ];
  const refused = [await updating('delete'), await deleting('disable'), await looking('disable')];
  expect(refused.map(({ envelope }) => envelope.code)).toEqual(Array(3).fill(ErrorCode.noAccess));
  expect((await updating('disable')).envelope.data).toMatchObject({ done: 1 });
  expect((await deleting('delete')).envelope.data).toMatchObject({ done: 1 });
});

test('rules of single calls apply: people cannot disable themselves', async () => {
  const [self] = await server.sql`select id from account where account_name = 'admin'`;
  const report = await server.data(employee.batch, batch('disable', Number(self?.id)));
  expect(report).toMatchObject({ done: 0, rows: [{ refused: { code: ErrorCode.conflict } }] });
});

test('a file of selected rows contains only these', async () => {
  const ids = [await newBrand({ brand_code: 'CHOSEN-1' }), await newBrand({ brand_code: 'CHOSEN-2' })];
  await newBrand({ brand_code: 'NOT-1' });
  const query = new URLSearchParams({ format: 'csv', columns: 'brand_code', ids: ids.join(',') });
  const file = await server.fetch(`${brand.export.path}?${query}`, { headers: { token: server.admin } });
  const [, ...codes] = (await file.text()).trim().split('\r\n');
  expect(codes.sort()).toEqual(['CHOSEN-1', 'CHOSEN-2']);
});
