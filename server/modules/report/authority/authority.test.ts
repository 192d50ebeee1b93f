import { createHash } from 'node:crypto';
import { dealer } from '@suyuan/contract/base/dealer.ts';
import { enterpriseUpdate } from '@suyuan/contract/base/enterprise.ts';
import { material } from '@suyuan/contract/base/material.ts';
import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { productField } from '@suyuan/contract/base/product/product-field.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { accessLog } from '@suyuan/contract/organ/access-log.ts';
import { load, ship, sign, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { factory } from '@suyuan/contract/plant/factory.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { materialUseAdd } from '@suyuan/contract/plant/material/material-use.ts';
import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { pack } from '@suyuan/contract/plant/packing/packing.ts';
import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { authorityFile, authorityFitting } from '@suyuan/contract/report/authority-file.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { readXlsx } from 'hucre/xlsx';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { Goods, type Made } from '#test/goods/goods.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { issuedRecord } from '#trace/state/code-record.ts';
import type { IssueFacts } from '#trace/state/issue-facts.ts';
import { drugRelation } from './documents/drug-relation.ts';
import { dscsaTitles, statementTitle } from './documents/dscsa.ts';
import { fsmaTitles } from './documents/fsma204.ts';
import { pesticideTitles } from './documents/pesticide.ts';
import type { Sources } from './prepared.ts';

let server: TestServer;
let drugs: Goods;
let warehouseId: number;
let dealerId: number;
let drugId: number;
let made: Made;
let orderNo: string;
let pallet: Awaited<ReturnType<Goods['pallet']>>;
let sale: { id: number; waybill_no: string };

const facts = {
  drug_product_code: '72552',
  drug_sub_type_no: '9111457001',
  drug_package_spec: '盒1支',
  ndc: '0002-8215-01',
  strength: '100 mg/mL',
  dosage_form: 'injection',
  container_size: '10 mL',
  pesticide_registration_no: 'PD20170012',
  pesticide_holder: '云泉农化',
};

beforeAll(async () => {
  server = await testServer();
  drugs = await Goods.on(server, {
    1: { prefix: '8100001', body_length: 13 },
    3: { prefix: '8100002', body_length: 13 },
    4: { prefix: '8100003', body_length: 13 },
  });
  warehouseId = await drugs.warehouse();
  dealerId = await drugs.dealer();
  drugId = await drugs.product();
  const factory_id = (await server.data(factory.add, { factory_code: 'F', factory_name: '一厂' })).id;
  const shop = { workshop_code: 'W', workshop_name: '包装车间', factory_id };
  const workshop_id = (await server.data(workshop.add, shop)).id;
  const line_id = (await server.data(productionLine.add, { line_code: 'L', line_name: '一线', workshop_id })).id;
  const order = { line_id, production_date: '2026-01-05', expiry_date: '2028-01-04' };
  made = await drugs.made(warehouseId, { productId: drugId, order });
  orderNo = (await server.data(workOrder.page, { keyword: made.lot })).rows[0]?.order_no as string;
  pallet = await drugs.pallet(made);
  const id = await drugs.sale(warehouseId, dealerId, [{ product_id: drugId, quantity: 6 }]);
  await server.data(load, { id, codes: [pallet.code] });
  await server.data(ship, { id });
  const row = (await server.data(waybill.page, {})).rows.find((one) => one.id === id);
  sale = { id, waybill_no: row?.waybill_no as string };
});
afterAll(() => server.stop());

type Query = Record<string, string>;
const take = (query: Query, token = server.admin) =>
  server.fetch(`${authorityFile.path}?${new URLSearchParams(query)}`, { headers: { token, 'accept-language': 'en' } });

async function taken(query: Query): Promise<Buffer> {
  const response = await take(query);
  if (response.status !== 200) throw new Error(await response.text());
  return Buffer.from(await response.arrayBuffer());
}

const sheetOf = async (query: Query): Promise<string[][]> => {
  const { sheets } = await readXlsx(await taken({ ...query, format: 'xlsx' }));
  return (sheets[0]?.rows ?? []).map((row) => row.map((cell) => `${cell ?? ''}`));
};

interface Element {
  readonly path: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** All elements of a file that is well formed, in their order, each with those around it. */
function elementsOf(xml: string): Element[] {
  const parser = new SaxesParser();
  const [found, open]: [Element[], string[]] = [[], []];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    open.push(name);
    found.push({ path: open.join('/'), attributes: attributes as Record<string, string> });
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return found;
}

const relation = () => ({ kind: 'drug_relation', no: orderNo, format: 'xml' });
const bill = (no = sale.waybill_no) => ({ kind: 'drug_bill', no, format: 'xml', to_corp_id: '100200' });
const missingOf = async (of: 'work_order' | 'waybill' | 'lot', no: string, kind: string, product_code?: string) => {
  const { files } = await server.data(authorityFitting, { of, no, ...(product_code ? { product_code } : {}) });
  return files.find((file) => file.kind === kind)?.missing.map(({ field, screen }) => `${field} ${screen}`);
};

describe('a file with missing data', () => {
  test('is refused with each field and where to enter it, like in the list of files', async () => {
    expect(await missingOf('work_order', orderNo, 'drug_relation')).toEqual([
      'product.drug_product_code prodcutextend',
      'product.drug_sub_type_no prodcutextend',
      'product.drug_package_spec prodcutextend',
    ]);
    const refused = await take(relation());
    const { message, data } = (await refused.json()) as { message: string; data: { missing: { field: string }[] } };
    expect(refused.status).toBe(409);
    expect(data.missing).toHaveLength(3);
    expect(message).toContain('Package specification of the drug');
    expect(message).toContain('Extension fields');
    expect(await missingOf('waybill', sale.waybill_no, 'dscsa')).toEqual(
      expect.arrayContaining(['product.ndc prodcutextend', 'enterprise.address enterprise', 'dealer.address dealer']),
    );
  });

  test('names the product once its fields are defined, and a malformed value', async () => {
    for (const field_code of Object.keys(facts)) {
      await server.data(productField.add, { field_code, label_zh: field_code, kind: 'text' });
    }
    expect(await missingOf('work_order', orderNo, 'drug_relation')).toContain('product.drug_product_code productlist');
    await say({ ...facts, ndc: '12-34' });
    const { files } = await server.data(authorityFitting, { of: 'waybill', no: sale.waybill_no });
    expect(files.find(({ kind }) => kind === 'dscsa')?.missing[0]?.message).toContain('12-34');
    await say(facts);
    expect(await missingOf('work_order', orderNo, 'drug_relation')).toEqual([]);
  });
});

const say = (values: Record<string, string>) =>
  server.data(product.update, {
    id: drugId,
    extension: Object.entries(values).map(([field_code, value]) => ({ field_code, value })),
  });

describe('the relation file of drug traceability codes', () => {
  test('has the elements and attributes of schema 3.0 in order', async () => {
    const elements = elementsOf((await taken(relation())).toString());
    const batch = 'Document/Events/Event/Relation/Batch';
    expect(elements.slice(0, 5)).toEqual([
      {
        path: 'Document',
        attributes: {
          'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
          'xsi:noNamespaceSchemaLocation': '关联关系XML Schema-3.0.xsd',
          License: '',
        },
      },
      { path: 'Document/Events', attributes: { version: '3.0' } },
      { path: 'Document/Events/Event', attributes: { name: 'RelationCreate' } },
      {
        path: 'Document/Events/Event/Relation',
        attributes: {
          productCode: '72552',
          subTypeNo: '9111457001',
          cascade: '1:2:6',
          packageSpec: '盒1支',
          comment: '',
          linkProductCode: '',
          assCorpCode: '',
        },
      },
      {
        path: batch,
        attributes: {
          batchNo: made.lot,
          madeDate: '2026-01-05',
          validateDate: '2028-01-04',
          workshop: '包装车间',
          lineName: '一线',
          lineManager: expect.stringMatching(/./),
        },
      },
    ]);
    expect(Object.keys(elements[3]?.attributes ?? {})).toEqual(
      'productCode subTypeNo cascade packageSpec comment linkProductCode assCorpCode'.split(' '),
    );
    const codes = elements.slice(5);
    expect(new Set(codes.map(({ path }) => path))).toEqual(new Set([`${batch}/Code`]));
    const lying = new Map(codes.map(({ attributes }) => [attributes.curCode, attributes]));
    expect(lying.size).toBe(9);
    expect(lying.get(pallet.code)).toEqual({ curCode: pallet.code, packLayer: '3', parentCode: '', flag: '0' });
    for (const { code, bottles } of pallet.cases) {
      expect(lying.get(code)).toMatchObject({ packLayer: '2', parentCode: pallet.code });
      for (const bottle of bottles) expect(lying.get(bottle)).toMatchObject({ packLayer: '1', parentCode: code });
    }
  });

  test('marks an incomplete package and its contents', async () => {
    const [unit, box] = [(await drugs.codes(1, 1))[0] as string, (await drugs.codes(3, 1))[0] as string];
    await server.data(pack, { work_order_id: made.workOrderId, parent: box, children: [unit], remainder: true });
    const flags = elementsOf((await taken(relation())).toString())
      .filter(({ attributes }) => [unit, box].includes(attributes.curCode ?? ''))
      .map(({ attributes }) => attributes.flag);
    expect(flags).toEqual(['2', '2']);
  });
});

const issue: IssueFacts = {
  ...{ order_id: 1, order_no: '1', ordered_at: new Date(0), issued_at: 0, changed_at: null, set_id: null },
  ...{ level: 1, product: null, lot: null, production_date: null, closed: false },
  ...{ genuine_from: 'issued', range_bound: false },
};

test('a relation file is streamed, however many codes it has', async () => {
  let requests = 0;
  const database = openDatabase(server.databaseUrl, 1);
  onTestFinished(() => database.close());
  const sources: Sources = {
    sql: server.sql,
    db: database.db,
    rules: { texts: async (_, ids) => new Map(ids.map((id) => [id, `${id}`.padStart(20, '8')])) },
    orderCodes: async function* (_, __, of) {
      for (let batch = 0; of === 'packed' && batch < 1000; batch++) {
        requests += 1;
        yield [issuedRecord(batch + 1, issue)];
      }
    },
    publicUrl: '',
    timeZone: 'UTC',
    language: 'en',
  };
  const prepared = await drugRelation(sources, {
    of: 'work_order',
    id: made.workOrderId,
    no: orderNo,
    productCode: null,
  });
  for await (const piece of prepared?.write({ format: 'xml', part: 1, tally: () => {} }) ?? []) {
    if (`${piece}`.startsWith('<Code')) break;
  }
  expect(requests).toBe(1);
});

describe('bills of drug traceability codes', () => {
  test('list each code as loaded, with number, person, time and receiver', async () => {
    const elements = elementsOf((await taken(bill())).toString());
    expect(elements.map(({ path }) => path)).toEqual([
      'Document',
      'Document/Events',
      'Document/Events/Event',
      'Document/Events/Event/DataField',
      'Document/Events/Event/DataField/Data',
    ]);
    expect(elements[2]?.attributes).toEqual({ Name: 'SalesWareHouseOut', MainAction: 'WareHouseOut' });
    expect(elements[4]?.attributes).toEqual({
      Code: pallet.code,
      CorpOrderID: sale.waybill_no,
      Actor: expect.stringMatching(/./),
      ActDate: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      ToCorpID: '100200',
    });
  });

  test("of a sale need the receiver's number on the platform", async () => {
    const { to_corp_id: _, ...query } = bill();
    const refused = await take(query);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('to_corp_id')]);
  });

  test('have at most 3 500 codes: one more makes a second bill with its own number', async () => {
    const id = await drugs.sale(warehouseId, dealerId, [{ product_id: drugId, quantity: 3501 }]);
    const [first] = await drugs.codes(1, 3501);
    const [known] = await server.sql<
      { first: number }[]
    >`select first_id as first from code_order order by id desc limit 1`;
    await server.sql`
      insert into waybill_goods (waybill_id, code, product_id, lot_id, units)
      select ${id}, ${known?.first as number}::bigint + n, ${drugId}, (select max(id) from lot), 1 from generate_series(0, 3500) n`;
    await server.sql`update waybill set status = 'shipped', shipped_at = now(), shipped_by = 1 where id = ${id}`;
    const no = (await server.data(waybill.page, {})).rows.find((row) => row.id === id)?.waybill_no as string;
    const { files } = await server.data(authorityFitting, { of: 'waybill', no });
    expect(files.find(({ kind }) => kind === 'drug_bill')?.parts).toBe(2);
    const bills = await Promise.all(
      ['1', '2'].map(async (part) => elementsOf((await taken({ ...bill(no), part })).toString()).slice(4)),
    );
    expect(bills.map((codes) => codes.length)).toEqual([3500, 1]);
    expect(new Set(bills.flat().map(({ attributes }) => attributes.Code)).size).toBe(3501);
    expect(bills.flat().map(({ attributes }) => attributes.Code)).toContain(first);
    expect(bills[1]?.[0]?.attributes.CorpOrderID).toBe(`${no}-2`);
    expect((await take({ ...bill(no), part: '3' })).status).toBe(409);
  });
});

describe('transaction information', () => {
  const query = () => ({ kind: 'dscsa', no: sale.waybill_no });
  beforeAll(async () => {
    await server.data(enterpriseUpdate, {
      enterprise_code: 'E',
      enterprise_name: 'Yunquan Pharma',
      phone: '010-1',
      address: '1 Spring Road',
    });
    await server.data(dealer.update, { id: dealerId, address: '9 Market Street', phone: '010-9' });
  });

  test('has what section 581(26) requires, for each product and lot', async () => {
    const [titles, row, ...others] = await sheetOf(query());
    expect(titles).toEqual([...dscsaTitles]);
    expect(others).toEqual([]);
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(row?.slice(1)).toEqual([
      '100 mg/mL',
      'injection',
      '0002-8215-01',
      '10 mL',
      '6',
      made.lot,
      day,
      '',
      'Yunquan Pharma',
      '1 Spring Road',
      expect.stringMatching(/^D/),
      '9 Market Street',
    ]);
  });

  test('gives the shipment if later than the sale, and the statement if signed', async () => {
    const [titles, row] = await sheetOf({ ...query(), transaction_date: '2026-01-10', statement: 'true' });
    expect(titles?.at(-1)).toBe(statementTitle);
    expect(row?.[7]).toBe('2026-01-10');
    expect(row?.[8]).toMatch(/^\d{4}-\d\d-\d\d$/);
    for (const letter of 'ABCDEFG') expect(row?.at(-1)).toContain(`(${letter}) `);
  });
});

describe('the page fields of a pesticide’s code', () => {
  test('are given for each unit of a lot, whose code has the digits of its registration', async () => {
    const lot = { kind: 'pesticide', no: made.lot, product_code: await codeOfDrug() };
    const refused = await take({ ...lot, format: 'csv' });
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('32 digits')]);
    const goods = await drugs.made(warehouseId, { productId: drugId });
    const units = await packedPesticides(goods);
    const rows = await sheetOf({ ...lot, no: goods.lot });
    expect(rows[0]).toEqual([...pesticideTitles]);
    expect(
      rows
        .slice(1)
        .map(([code]) => code)
        .toSorted(),
    ).toEqual(units.toSorted());
    const [code, address, , holder, batch, quality] = rows[1] as string[];
    expect(code).toMatch(/^11700121001\d{21}$/);
    expect(address).toMatch(new RegExp(`/c\\?code=${code}$`));
    expect([holder, batch]).toEqual(['云泉农化', goods.lot]);
    expect(quality).toMatch(/^合格 \d{4}-\d\d-\d\d$/);
  });

  /** A case of units that are coded as pesticides. */
  async function packedPesticides({ workOrderId }: Made): Promise<string[]> {
    const rule = {
      rule_name: 'pesticide',
      level: 1,
      prefix: '11700121001',
      alphabet: 'digits',
      body_length: 21,
    } as const;
    const { id: rule_id } = await server.data(codeRule.add, { ...rule, check: 'none', carrier: 'plain' });
    const { id } = await server.data(orderAdd, { rule_id, quantity: 3 });
    const file = await server.fetch(`${orderDownload.path}?id=${id}&format=txt&purpose=test&reprint=test`, {
      headers: { token: server.admin },
    });
    const units = (await file.text()).trimEnd().split('\n');
    const [parent] = await drugs.codes(3, 1);
    await server.data(pack, { work_order_id: workOrderId, parent: parent as string, children: units });
    return units;
  }
});

const codeOfDrug = async () =>
  (await server.data(product.page, {})).rows.find(({ id }) => id === drugId)?.product_code as string;

describe('the spreadsheet of a traceability lot', () => {
  test('has a row for each tracking event with its key data elements, by day', async () => {
    const product_code = await codeOfDrug();
    expect(await missingOf('lot', made.lot, 'fsma204', product_code)).toEqual(
      expect.arrayContaining(['product.spec productlist', 'factory.phone plantlist', 'warehouse.address store']),
    );
    const unit = (await server.data(packagingUnit.page, {})).rows.find((one) => one.unit_code === 'bottle');
    await server.data(product.update, { id: drugId, spec: '10 mL bottle', unit_id: unit?.id as number });
    const plant = (await server.data(factory.page, {})).rows[0];
    await server.data(factory.update, { id: plant?.id as number, phone: '010-2', address: '2 Mill Road' });
    await server.data(warehouse.update, { id: warehouseId, address: '3 Store Road' });
    const material_id = (
      await server.data(material.add, { material_code: 'M', material_name: 'Milk', kind: 'raw', unit: 'kg' })
    ).id;
    const use = { work_order_id: made.workOrderId, material_id, material_lot: 'MILK-7', amount: 12.5 };
    await server.data(materialUseAdd, use);
    await server.data(sign, { id: sale.id, received: 'all' });
    expect(await missingOf('lot', made.lot, 'fsma204', product_code)).toEqual([]);

    const [titles, ...rows] = await sheetOf({ kind: 'fsma204', no: made.lot, product_code });
    expect(titles).toEqual([...fsmaTitles]);
    const events = rows.map((row) => Object.fromEntries(row.map((cell, at) => [fsmaTitles[at] as string, cell])));
    const eventOf = (name: string) => events.find((row) => row['Critical tracking event'] === name);
    expect(eventOf('Transformation: food used')).toMatchObject({
      'Traceability lot code': 'MILK-7',
      'Product description': 'Milk',
      Quantity: '12.5',
      'Unit of measure': 'kg',
      'Traceability lot code of the food produced': made.lot,
    });
    const source = expect.stringContaining('010-2; 2 Mill Road');
    const lot = {
      'Traceability lot code': made.lot,
      'Location description of the traceability lot code source': source,
    };
    expect(eventOf('Transformation: food produced')).toMatchObject({
      ...lot,
      Quantity: '7',
      'Unit of measure': 'bottle',
      'Reference document number': orderNo,
    });
    const shipped = {
      ...lot,
      Quantity: '6',
      'Reference document type': 'Waybill',
      'Reference document number': sale.waybill_no,
    };
    expect(eventOf('Shipping')).toMatchObject({
      ...shipped,
      'Location description of the event': expect.stringContaining('3 Store Road'),
      'Location description of the immediate subsequent recipient': expect.stringContaining('9 Market Street'),
    });
    expect(eventOf('Receiving')).toMatchObject({
      ...shipped,
      'Location description of the immediate previous source': expect.stringContaining('3 Store Road'),
    });
    expect(rows.map((row) => row[2])).toEqual(rows.map((row) => row[2]).toSorted());
  });
});

describe('a download of such a file', () => {
  test('is in the access log with the hash of its bytes, as in the response and in the list of files', async () => {
    const token = await server.as(['informationinquiry'], { name: 'inspector' });
    const response = await take(relation(), token);
    const bytes = Buffer.from(await response.arrayBuffer());
    const hash = createHash('sha256').update(bytes).digest();
    expect(response.headers.get('content-digest')).toBe(`sha-256=:${hash.toString('base64')}:`);
    const { rows } = await server.data(accessLog.page, { account_name: 'inspector' });
    expect(rows[0]).toMatchObject({ call: authorityFile.path, sha256: hash.toString('hex') });
    const { taken: before } = await server.data(authorityFitting, { of: 'work_order', no: orderNo });
    expect(before[0]).toMatchObject({ account_name: 'inspector', kind: 'drug_relation', sha256: hash.toString('hex') });
  });

  test('needs access to one of the two screens', async () => {
    expect((await take(relation(), await server.as(['collect']))).status).toBe(401);
    expect((await take(relation(), await server.as(['collect:export']))).status).toBe(200);
  });

  test('by a dealer includes nothing of others, and only its own goods', async () => {
    const permissions = ['collect:export', 'informationinquiry'] as const;
    const own = await server.as([...permissions], { dealer: dealerId });
    const other = await server.as([...permissions], { dealer: await drugs.dealer() });
    expect((await take(bill(), own)).status).toBe(200);
    expect((await take(bill(), other)).status).toBe(404);
    expect([401, 404]).toContain((await take(relation(), own)).status);
    const lot = { kind: 'fsma204', no: made.lot, product_code: await codeOfDrug(), format: 'xlsx' };
    expect((await take(lot, own)).status).toBe(404);
    const fitting = await server.call(authorityFitting, { of: 'waybill', no: sale.waybill_no }, { token: own });
    expect(fitting.envelope.data?.taken.every(({ account_name }) => account_name !== 'admin')).toBe(true);
  });
});
