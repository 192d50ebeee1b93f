import type { InputOf } from '@suyuan/contract/call/call.ts';
import { orderField } from '@suyuan/contract/plant/order/order-field.ts';
import { workOrder, workOrderDetail } from '@suyuan/contract/plant/order/work-order.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Plant, plantOf } from '#test/goods/line.ts';
import { bringFile, csvOf, reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let plant: Plant;
let aroma: number;

beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  const field = async (field_code: string, more: Partial<InputOf<typeof orderField.add>>) =>
    (await server.data(orderField.add, { field_code, label_zh: field_code, kind: 'text', ...more })).id;
  aroma = await field('aroma', {
    label_zh: '香型',
    label_en: 'Aroma',
    kind: 'choice',
    choices: ['酱香', '浓香'],
    sort: 1,
  });
  await field('degree', { label_zh: '度数', kind: 'number', required: true, sort: 2 });
  await field('note', { label_zh: '备注说明', sort: 3 });
});
afterAll(() => server.stop());

const added = (extension: Record<string, string>) =>
  server.call(workOrder.add, {
    product_id: plant.product_id,
    quantity: 1,
    extension: Object.entries(extension).map(([field_code, value]) => ({ field_code, value })),
  });
const filled = async (id: number) =>
  (await server.data(workOrderDetail, { id }, { language: 'en' })).extension.map(({ field, value }) => [
    field.label,
    value,
  ]);

test('fields of work orders are filled in by type, and changed while the order is a draft', async () => {
  const wrong = await added({ aroma: '清香', other: '1' });
  expect(reasonsOf(wrong.envelope)).toEqual([
    'extension.aroma not_a_choice',
    'extension.other unknown_field',
    'extension.degree required',
  ]);
  const { id } = (await added({ aroma: '酱香', degree: '53.5' })).envelope.data;
  expect(await filled(id)).toEqual([
    ['Aroma', '酱香'],
    ['度数', '53.5'],
    ['备注说明', null],
  ]);
  await server.data(workOrder.update, { id, quantity: 5 });
  expect((await filled(id))[0]).toEqual(['Aroma', '酱香']);
  await server.data(workOrder.update, { id, extension: [{ field_code: 'degree', value: '52' }] });
  expect((await filled(id))[0]).toEqual(['Aroma', null]);
});

test('a required field is enforced if the form omits all of them; an update keeps omitted fields', async () => {
  const given = { product_id: plant.product_id, quantity: 1 };
  const without = await server.call(workOrder.add, given);
  expect([without.status, reasonsOf(without.envelope)]).toEqual([400, ['extension.degree required']]);
  const file = 'order_no,product_code,quantity\nBARE,W,1';
  const report = await bringFile(server, workOrder.import, file, { mode: 'good' });
  expect(report.refused).toMatchObject([{ line: 2, problems: [{ path: 'extension.degree', reason: 'required' }] }]);
  const { id } = (await added({ degree: '40' })).envelope.data;
  await server.data(workOrder.update, { id, quantity: 2 });
  expect((await filled(id))[1]).toEqual(['度数', '40']);
});

test('a field with values is not deleted, nor is a choice in use', async () => {
  const { id, order_no } = (await added({ aroma: '浓香', degree: '1' })).envelope.data;
  expect(id).toBeGreaterThan(0);
  const gone = await server.call(orderField.remove, { id: aroma }, { language: 'en' });
  expect([gone.status, gone.envelope.message]).toEqual([409, expect.stringContaining(order_no)]);
  const fewer = { id: aroma, label_zh: '香型', field_code: 'aroma', kind: 'choice', choices: ['酱香'] };
  expect(reasonsOf((await server.call(orderField.update, fewer)).envelope)).toEqual(['choices choice_made']);
});

test('values are exported and imported with the orders', async () => {
  await added({ aroma: '酱香', degree: '38', note: 'a; "b"' });
  const file = await csvOf(server, workOrder.export, { columns: 'order_no,product_code,quantity,extension_list' });
  const [titles, first] = file.trimEnd().split('\r\n');
  expect(titles).toContain('扩展属性');
  expect(first).toContain('香型: 酱香; 度数: 38; 备注说明:');
  const again = `${titles}\n${first?.replace(/^[^,]*/, 'AGAIN')}`;
  expect(await bringFile(server, workOrder.import, again)).toMatchObject({ total: 1, written: 1 });
  const [row] = (await server.data(workOrder.page, { keyword: 'AGAIN' }, { language: 'en' })).rows;
  expect(row?.extension_list).toBe('Aroma: 酱香; 度数: 38; 备注说明: "a; ""b"""');
  const odd = 'order_no,product_code,quantity,extension_list\nODD,W,1,colour: red';
  const report = await bringFile(server, workOrder.import, odd, { mode: 'good' });
  expect(report.refused).toMatchObject([
    {
      line: 2,
      problems: [
        { path: 'extension', reason: 'extension_unreadable' },
        { path: 'extension.degree', reason: 'required' },
      ],
    },
  ]);
});
