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
import { calls } from '@suyuan/contract/calls.ts';
import { employee } from '@suyuan/contract/organ/account.ts';
import { department } from '@suyuan/contract/organ/department.ts';
import { refund } from '@suyuan/contract/physical/refund.ts';
import { waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { factory } from '@suyuan/contract/plant/factory.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { orderField } from '@suyuan/contract/plant/order/order-field.ts';
import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { team } from '@suyuan/contract/plant/shift/team.ts';
import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { identifierKind, normalIdentifier } from '@suyuan/contract/thing/identifiers.ts';
import type { Thing } from '@suyuan/contract/thing/thing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { validatorCompiler } from '#platform/http/validation.ts';
import { migrate } from '#platform/migrate/migrate.ts';
import { tables } from '#tables.ts';
import type { Schema } from './attacks/example-input.ts';
import { plantOf } from './goods/line.ts';
import { bringFile, reasonsOf } from './harness/files.ts';
import { type TestServer, testServer } from './harness/server.ts';

/** A field of an input by its path; of a list, an item. */
interface Field {
  readonly path: readonly string[];
  readonly schema: Schema;
}

function fieldsIn(schema: Schema, path: readonly string[] = []): Field[] {
  const arms = schema.anyOf ?? [schema];
  return arms.flatMap((arm) => {
    if (arm.type === 'array') return fieldsIn(arm.items as Schema, [...path, '0']);
    if (arm.properties)
      return Object.entries(arm.properties).flatMap(([name, of]) => fieldsIn(of as Schema, [...path, name]));
    return arm.type === 'null' ? [] : [{ path, schema: arm }];
  });
}

/** The same schema, in which every field may be left out. */
function allOptional(schema: Schema): Schema {
  const { required: _, minItems: __, properties, items, anyOf, ...rest } = schema as Schema & { minItems?: number };
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, allOptional(of as Schema)])),
    }),
    ...(items && { items: allOptional(items) }),
    ...(anyOf && { anyOf: anyOf.map(allOptional) }),
  } as Schema;
}

const holding = ([first, ...rest]: readonly string[], value: unknown): unknown => {
  if (first === undefined) return value;
  return first === '0' ? [holding(rest, value)] : { [first]: holding(rest, value) };
};

const found = ([first, ...rest]: readonly string[], within: unknown): unknown =>
  first === undefined ? within : found(rest, (within as Record<string, unknown>)[first]);

const wide = (text: string) =>
  text.replace(/[!-~]/g, (narrow) => String.fromCodePoint((narrow.codePointAt(0) as number) + 0xfee0));

describe('every call', () => {
  const inputs = calls.map(({ path, method, upload, input }) => ({
    path,
    schema: input as Schema,
    httpPart: method === 'GET' || upload ? ('querystring' as const) : ('body' as const),
  }));

  test('has an identifier in each field that names a thing', () => {
    const role = /^((\w+_)?(code|no|lot|gtin|gln)|account_name|batch_key)$/;
    // These have a closed form, as those with a format, which the server answers or an app shows.
    const closed = /^(area_code|parent_code|one_time_code|menu_button_code)$/;
    // What is scanned is read, and not cleaned (docs/codes-read.md).
    const codes = ['code', 'code of rows'];
    const others = inputs.flatMap(({ path, schema }) =>
      fieldsIn(schema)
        .map((field) => ({ ...field, name: field.path.findLast((step) => step !== '0') ?? '' }))
        .filter(({ name, schema: { type } }) => type === 'string' && role.test(name) && !closed.test(name))
        .filter(
          ({ schema: one }) =>
            identifierKind(one) === undefined && !codes.includes(one.title ?? '') && !one.enum && !one.format,
        )
        .map(({ name }) => `${path} ${name}`),
    );
    expect(others).toEqual([]);
  });

  test('normalises identifiers, with any blanks and width', () => {
    let tried = 0;
    for (const { path, schema, httpPart } of inputs) {
      const decode = validatorCompiler({ schema: allOptional(schema), method: '', url: '', httpPart });
      for (const field of fieldsIn(schema)) {
        const kind = identifierKind(field.schema);
        if (!kind) continue;
        const [kept, sent] =
          kind === 'digits'
            ? (['6901234567892'.slice(0, field.schema.maxLength as number), ' 690 12345-67892'] as const)
            : (['Ab1', `\u3000${wide('Ab1')}\u200b\u00a0`] as const);
        const answer = decode(holding(field.path, sent)) as { value?: unknown; error?: unknown };
        expect([path, field.path, answer.error]).toEqual([path, field.path, undefined]);
        expect([path, field.path, found(field.path, answer.value)]).toEqual([path, field.path, kept]);
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(80);
  });
});

describe('a thing', () => {
  let server: TestServer;
  const needs: Record<string, number> = {};

  beforeAll(async () => {
    server = await testServer();
    const plant = await plantOf(server);
    needs.product_id = plant.product_id;
    needs.line_id = (await plant.line()).line_id;
    const { rows } = await server.data(factory.page, {});
    needs.factory_id = rows[0]?.id as number;
    needs.workshop_id = (await server.data(workshop.page, {})).rows[0]?.id as number;
    needs.warehouse_id = (await server.data(warehouse.page, {})).rows[0]?.id as number;
    needs.unit_id = (await server.data(packagingUnit.page, { keyword: 'bottle' })).rows[0]?.id as number;
    needs.dealer_id = (await server.data(dealer.add, { dealer_code: 'D', dealer_name: 'D', dealer_level: 1 })).id;
  });
  afterAll(() => server.stop());

  const things: Record<string, readonly [Thing, () => object]> = {
    brand: [brand, () => ({ brand_name: 'n' })],
    unit: [packagingUnit, () => ({ level: 1, symbol_zh: 'n' })],
    hierarchy: [hierarchy, () => ({ hierarchy_name: 'n', levels: [{ unit_id: needs.unit_id, quantity: 1 }] })],
    product: [product, () => ({ product_name: 'n' })],
    'field of products': [productField, () => ({ label_zh: 'n', kind: 'text' })],
    'field of orders': [orderField, () => ({ label_zh: 'n', kind: 'text' })],
    factory: [factory, () => ({ factory_name: 'n', warehouse_id: needs.warehouse_id })],
    'outsourcing customer': [outFactory, () => ({ factory_name: 'n' })],
    dealer: [dealer, () => ({ dealer_name: 'n', dealer_level: 1 })],
    'ship-to party': [shipTo, () => ({ ship_to_name: 'n', dealer_id: needs.dealer_id })],
    warehouse: [warehouse, () => ({ warehouse_name: 'n', warehouse_type: 'finished' })],
    supplier: [supplier, () => ({ supplier_name: 'n' })],
    material: [material, () => ({ material_name: 'n', kind: 'raw', unit: 'kg' })],
    workshop: [workshop, () => ({ workshop_name: 'n', factory_id: needs.factory_id })],
    line: [productionLine, () => ({ line_name: 'n', workshop_id: needs.workshop_id })],
    team: [team, () => ({ team_name: 'n', factory_id: needs.factory_id, shift_start: '08:00', shift_end: '16:00' })],
    department: [department, () => ({ depart_name: 'n' })],
    account: [employee, () => ({ name: 'n', account_type: 1 })],
    'work order': [workOrder, () => ({ product_id: needs.product_id, line_id: needs.line_id, quantity: 1 })],
    waybill: [
      waybill,
      () => ({
        kind: 'sale',
        from_warehouse_id: needs.warehouse_id,
        to_dealer_id: needs.dealer_id,
        lines: [{ product_id: needs.product_id, quantity: 1 }],
      }),
    ],
    return: [refund, () => ({ dealer_id: needs.dealer_id, warehouse_id: needs.warehouse_id, reason: 'n' })],
  };

  test.each(Object.entries(things))('%s has its code once, in normal form', async (_, [thing, more]) => {
    const code = thing.code as string;
    const add = (text: string) => server.call(thing.add, { [code]: text, ...more() });
    // Both are kept in one table.
    const kept = thing === outFactory ? 'Ab2' : 'Ab1';
    const first = await add(`\u3000${wide(kept)}\u200b `);
    expect(first.envelope).toMatchObject({ status_code: 200 });
    const [row] = await server.sql.unsafe<Record<string, string>[]>(
      `select * from ${thing.table} where id = ${(first.envelope.data as { id: number }).id}`,
    );
    expect(row?.[code]).toBe(kept);
    for (const again of [kept, kept.toLowerCase(), `\u00a0${wide(kept.toUpperCase())}`]) {
      const { status, envelope } = await add(again);
      expect([again, status, reasonsOf(envelope)]).toEqual([again, 400, [`${code} taken`]]);
    }
  });

  test('named in full width by a file is the existing one', async () => {
    const file = `brand_code,brand_name\n${wide('aB1')}\u200b,renamed\n\u3000${wide('New-2')},new\nnew-2,again\n`;
    const report = await bringFile(server, brand.import, file, { mode: 'good', existing: 'update' });
    expect(report).toMatchObject({ added: 1, updated: 1, refused: [{ line: 4 }] });
    const { rows } = await server.data(brand.page, { sort: 'brand_code' });
    expect(rows.map(({ brand_code, brand_name }) => [brand_code, brand_name])).toEqual([
      ['Ab1', 'renamed'],
      ['New-2', 'new'],
    ]);
    const products = `product_code,product_name,brand_code,gtin\nX1,x,${wide('AB1')},6 901234 567892\n`;
    expect(await bringFile(server, product.import, products)).toMatchObject({ added: 1 });
    const [made] = (await server.data(product.page, { product_code: wide('x1') })).rows;
    expect(made).toMatchObject({ brand_code: 'Ab1', gtin: '6901234567892' });
    const twin = { product_code: 'X2', product_name: 'x', gtin: '06901234567892' };
    expect(reasonsOf((await server.call(product.add, twin)).envelope)).toEqual(['gtin gtin_of_product']);
  });
});

test('identifiers of earlier versions are normalised; those that would be duplicates stay, and are found unchanged', async () => {
  const server = await testServer();
  const [, twin] = await server.sql<{ id: number }[]>`
    insert into dealer (dealer_code, dealer_name) values
      ('d-1', 'known'), (${`\u3000${wide('D-1')}`}, 'twin'), (${`${wide('D-２')}\u200b\u00a0x \ufeff`}, 'other'), (${'\u3000'}, 'blank')
    returning id`;
  await server.sql`delete from schema_migration where name like '0105%'`;
  const database = openDatabase(server.databaseUrl, 2);
  await migrate(database.sql, tables);
  await database.close();
  const rows = await server.sql<{ dealer_code: string }[]>`select dealer_code from dealer order by id`;
  expect(rows.map((row) => row.dealer_code)).toEqual(['d-1', `\u3000${wide('D-1')}`, 'D-2 x', '\u3000']);
  for (const { dealer_code } of rows.filter(({ dealer_code: code }) => code.length > 1 && /^\w/.test(code)))
    expect(normalIdentifier(dealer_code)).toBe(dealer_code);
  expect(twin).toBeDefined();
  await server.stop();
});
