import { readdirSync, readFileSync } from 'node:fs';
import { brand } from '@suyuan/contract/base/product/brand.ts';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { employee } from '@suyuan/contract/organ/account.ts';
import { auditChanges, auditDetail, auditHistory, auditLog, auditThings } from '@suyuan/contract/organ/audit-log.ts';
import { menuButtonUpdate, menuRename, menuReset } from '@suyuan/contract/organ/menu-setting.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages, listText } from '#platform/language.ts';
import { tables } from '#tables.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let product: number;
beforeAll(async () => {
  server = await testServer();
  const token = await server.as(['productlist:add', 'productlist:update'], { name: 'Mei' });
  product = (await server.data(products.add, { product_code: 'A-1', product_name: 'Spirit' }, { token })).id;
  await server.data(products.update, { id: product, product_code: 'A-1', product_name: 'Old spirit' }, { token });
  const { id } = await server.data(products.add, { product_code: 'B-1', product_name: 'Wine' });
  await server.data(products.remove, { id });
});
afterAll(() => server.stop());

const found = async (filters: object) => (await server.data(auditLog.page, filters)).rows.map(({ id }) => id);

describe('the audit log', () => {
  test('shows who did what to which record, newest first', async () => {
    const { rows, total } = await server.data(auditLog.page, {});
    expect(total).toBe(4);
    expect(rows).toMatchObject([
      { id: 4, account_name: 'admin', call: products.remove.path, thing: 'product', label: 'Wine', changes: 1 },
      { id: 3, account_name: 'admin', call: products.add.path, label: 'Wine' },
      { id: 2, account_name: 'Mei', call: products.update.path, thing_id: String(product), label: 'Old spirit' },
      { id: 1, account_name: 'Mei', call: products.add.path, ip: '127.0.0.1' },
    ]);
  });

  test('is searched by person, time, call, kind and id of the record, and address', async () => {
    const { rows } = await server.data(auditLog.page, {});
    expect(await found({ account_name: ' mei ' })).toEqual([2, 1]);
    expect(await found({ call: '/api/base/products/a' })).toEqual([3, 1]);
    expect(await found({ thing: 'product', thing_id: String(product) })).toEqual([2, 1]);
    expect(await found({ thing: 'role' })).toEqual([]);
    expect(await found({ ip: '127.0.' })).toHaveLength(4);
    expect(await found({ ip: '10.' })).toEqual([]);
    expect(await found({ ip: '%' })).toEqual([]);
    expect(await found({ from: rows[1]?.at, to: rows[0]?.at })).toEqual([3]);
  });

  test('opens a record with its input and the values before and after, row by row', async () => {
    expect(await server.data(auditDetail, { id: 2 })).toMatchObject({
      call: products.update.path,
      input: { id: product, product_name: 'Old spirit' },
    });
    const { rows, total } = await server.data(auditChanges, { id: 2 });
    expect(total).toBe(1);
    expect(rows).toMatchObject([{ before: { product_name: 'Spirit' }, after: { product_name: 'Old spirit' } }]);
    expect((await server.call(auditDetail, { id: 999 })).status).toBe(404);
  });

  test('shows the history of a row', async () => {
    const { rows } = await server.data(auditHistory, { thing: 'product', thing_id: String(product) });
    expect(rows).toMatchObject([
      { audit_id: 2, account_name: 'Mei', before: { product_name: 'Spirit' } },
      { audit_id: 1, before: null, after: { product_name: 'Spirit' } },
    ]);
  });

  test('names the list whose column titles apply to a change, and which records have changes', async () => {
    const { rows } = await server.data(auditChanges, { id: 2 });
    expect(rows).toMatchObject([{ thing: 'product', list: 'productlist' }]);
    const things = await server.data(auditThings, {}, { language: 'zh' });
    expect(things).toContainEqual({ value: 'product', label: '产品' });
    expect(things.map(({ value }) => value)).not.toContain('audit_log');
  });

  test('is exported, with the kinds of records in words', async () => {
    const response = await server.fetch(`${auditLog.export.path}?format=csv&thing=product`, {
      headers: { token: server.admin, 'accept-language': 'zh' },
    });
    const lines = (await response.text()).trim().split(/\r?\n/);
    expect(lines).toHaveLength(5);
    expect(lines[4]).toContain('产品');
  });

  test('names the records a row refers to, and those that belong to it', async () => {
    const { id: brand_id } = await server.data(brand.add, { brand_code: 'N-1', brand_name: '云泉' });
    const { id } = await server.data(products.add, { product_code: 'N-1', product_name: 'Named', brand_id });
    const product = await server.data(auditHistory, { thing: 'product', thing_id: String(id) });
    expect(product.rows[0]).toMatchObject({ label: 'Named', names: { brand_id: { [brand_id]: '云泉' } } });

    const { id: role_id } = await server.data(role.add, { role_name: 'Clerk' });
    const account = { account_name: 'named', name: 'N', account_type: 1 as const, role_ids: [role_id] };
    const person = await server.data(employee.add, account);
    const history = await server.data(auditHistory, { thing: 'account', thing_id: String(person.id) });
    expect(history.rows[0]?.names).toMatchObject({ roles: { [role_id]: 'Clerk' } });
  });

  test('is for the enterprise only, not for people of factories and dealers', async () => {
    for (const kind of ['factory', 'dealer'] as const) {
      const token = await server.as(['auditlog'], { [kind]: await server.party(kind) });
      expect((await server.call(auditLog.page, {}, { token })).status).toBe(401);
      expect((await server.call(auditDetail, { id: 1 }, { token })).status).toBe(404);
      expect((await server.data(auditChanges, { id: 1 }, { token })).total).toBe(0);
      const history = await server.data(auditHistory, { thing: 'product', thing_id: String(product) }, { token });
      expect(history.total).toBe(0);
    }
  });
});

test('names a role with its permissions, and menus and buttons by their keys', async () => {
  const { id } = await server.data(role.add, { role_name: 'Packer', permissions: ['records'] });
  await server.data(role.update, { id, permissions: ['records', 'coderule'] });
  const historyOfRole = await server.data(auditHistory, { thing: 'role', thing_id: String(id) });
  expect(historyOfRole.rows).toMatchObject([
    { before: { permissions: ['records'] }, after: { permissions: ['coderule', 'records'] } },
    { before: null, after: { role_name: 'Packer', permissions: ['records'] } },
  ]);
  await server.data(menuRename, { menu_key: 'records', names: { en: 'Orders' } });
  await server.data(menuReset, { menu_key: 'records' });
  const menu = await server.data(auditHistory, { thing: 'menu_setting', thing_id: 'records' });
  expect(menu.rows).toMatchObject([
    { before: { names: { en: 'Orders' } }, after: null },
    { before: null, after: { names: { en: 'Orders' } } },
  ]);
  await server.data(menuButtonUpdate, { menu_button_code: 'records:add', enabled: false });
  const button = await server.data(auditHistory, { thing: 'menu_button', thing_id: 'records:add' });
  expect(button.rows).toMatchObject([{ before: null, after: { enabled: false } }]);
});

test('has words for every table whose rows a call changes', () => {
  const modules = new URL('../../', import.meta.url);
  const sources = readdirSync(modules, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const changed = sources.flatMap((name) =>
    [...readFileSync(new URL(name, modules), 'utf8').matchAll(/\b(?:changing|made)\(\s*'(\w+)'/g)].map(
      ([, thing]) => thing as string,
    ),
  );
  expect(new Set(changed).size).toBeGreaterThan(3);
  const things = [...tables.values()].flatMap(({ name, audit }) => (audit ? [name] : []));
  expect([...new Set(changed)].filter((thing) => !things.includes(thing))).toEqual([]);
  for (const language of languages) {
    expect([language, things.filter((thing) => !listText(language, 'auditlog', `thing.${thing}`))]).toEqual([
      language,
      [],
    ]);
  }
});
