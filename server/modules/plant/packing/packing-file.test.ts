import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { product } from '../../../../contract/base/product.ts';
import { packingUpload, task, taskDetail, taskRefusals } from '../../../../contract/plant/task.ts';
import {
  workOrder,
  workOrderReconciliation,
  workOrderRelease,
  workOrderStart,
} from '../../../../contract/plant/work-order.ts';
import { orderAdd } from '../../../../contract/tagging/code-order.ts';
import { codeRule } from '../../../../contract/tagging/code-rule.ts';
import { orderDownload } from '../../../../contract/tagging/order-download.ts';
import { type TestServer, testServer } from '../../../test/harness/server.ts';
import { differences } from '../../../trace/verify.ts';

let server: TestServer;
let productId: number;
let order: number;

beforeAll(async () => {
  server = await testServer();
  ({ id: productId } = await server.data(product.add, { product_code: 'W', product_name: 'Wine' }));
  order = await runningOrder();
});
afterAll(() => server.stop());

async function runningOrder(): Promise<number> {
  const { id } = await server.data(workOrder.add, { product_id: productId, quantity: 1000 });
  await server.data(workOrderRelease, { id });
  await server.data(workOrderStart, { id });
  return id;
}

const rules = new Map<number, Promise<{ id: number }>>();
async function codesOf(level: 1 | 3 | 4, quantity: number): Promise<string[]> {
  const rule = rules.getOrInsertComputed(level, () =>
    server.data(codeRule.add, {
      rule_name: `L${level}`,
      level,
      prefix: `${level}`,
      alphabet: 'digits',
      body_length: 12,
      check: 'none',
      carrier: 'plain',
    }),
  );
  const { id } = await server.data(orderAdd, { rule_id: (await rule).id, quantity });
  const file = await server.fetch(`${orderDownload.path}?id=${id}&format=txt`, { headers: { token: server.admin } });
  return (await file.text()).trimEnd().split('\n');
}

/** Sends a file, and answers how its job ended. */
async function packed(bytes: string | Buffer, workOrderId = order, name = 'packing.csv') {
  const form = new FormData();
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]), name);
  const response = await server.fetch(`${packingUpload.path}?work_order_id=${workOrderId}`, {
    method: 'POST',
    headers: { token: server.admin },
    body: form,
  });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: { job: string } };
  await expect.poll(async () => (await server.data(taskDetail, data)).state).not.toMatch(/waiting|running/);
  return server.data(taskDetail, data);
}

async function refusalsOf(job: string): Promise<string[]> {
  const response = await server.fetch(`${taskRefusals.path}?job=${job}`, {
    headers: { token: server.admin, 'accept-language': 'en' },
  });
  return (await response.text()).replace('\uFEFF', '').trimEnd().split('\r\n');
}

test('a file packs units into cases and cases onto a pallet, whatever the order of its lines', async () => {
  const [units, cases, [pallet]] = [await codesOf(1, 12), await codesOf(3, 3), await codesOf(4, 1)];
  const lines = [
    ...cases.map((one) => `${pallet},${one}`),
    ...units.map((unit, at) => `${cases[Math.floor(at / 4)]},${unit}`),
  ];
  const job = await packed(`parent,child\r\n${lines.join('\r\n')}\r\n`);
  expect(job).toMatchObject({ state: 'done', rows: 15, accepted: 15, refused: 0, source: 'packing.csv' });
  expect(await server.data(workOrderReconciliation, { id: order })).toMatchObject({
    bound: 12,
    packed: 12,
    packages: 4,
  });
  expect(await differences(server.sql)).toEqual([]);
});

test('columns may stand the other way round; packed with gzip, from a spreadsheet in Chinese', async () => {
  const [units, [box]] = [await codesOf(1, 2), await codesOf(3, 1)];
  const text = Buffer.concat([
    Buffer.from('cfc2bcb6c2eb2cc9cfbcb6c2eb0a', 'hex'),
    Buffer.from(units.map((unit) => `"${unit}";${box}\n`).join('')),
  ]);
  expect(await packed(gzipSync(text))).toMatchObject({ state: 'done', accepted: 2, refused: 0 });
});

test('a wrong line refuses its package and no other, each line with its reason', async () => {
  const [units, cases] = [await codesOf(1, 6), await codesOf(3, 3)];
  const [a, b, c] = cases as [string, string, string];
  const lines = [
    `${a},${units[0]}`,
    `${a},${units[1]}`,
    `${b},${units[2]}`,
    `${b},nonsense`,
    `${c},${units[0]}`,
    `${c},${units[3]}`,
    'alone',
  ];
  const job = await packed(`\uFEFF${lines.join('\n')}`);
  expect(job).toMatchObject({ rows: 7, accepted: 2, refused: 5 });
  const [, ...refused] = await refusalsOf(job.id);
  expect(refused.toSorted()).toEqual(
    [
      `"4","nonsense","No such code was issued. Check it and scan again."`,
      `"7","alone","A line has a package and what lies in it, parted by a comma"`,
      `"3","${units[2]}","Another line of this package is wrong; none of it was taken"`,
      `"5","${units[0]}","It lies in ${a}. Take it out there first, or choose to move it."`,
      `"6","${units[3]}","Another line of this package is wrong; none of it was taken"`,
    ].toSorted(),
  );
});

test('the same file once more takes nothing twice', async () => {
  const [units, [box]] = [await codesOf(1, 2), await codesOf(3, 1)];
  const text = units.map((unit) => `${box},${unit}`).join('\n');
  const workOrderId = await runningOrder();
  expect(await packed(text, workOrderId)).toMatchObject({ accepted: 2 });
  expect(await packed(text, workOrderId)).toMatchObject({ accepted: 0, refused: 2 });
  expect(await server.data(workOrderReconciliation, { id: workOrderId })).toMatchObject({ packed: 2, packages: 1 });
});

test('jobs are told to who asked for them, and to an administrator', async () => {
  const other = await server.as(['taskmanagement']);
  const { rows, total } = await server.data(task.page, {});
  expect(total).toBeGreaterThan(0);
  expect((await server.call(task.page, {}, { token: other })).envelope.data).toEqual({ rows: [], total: 0 });
  expect((await server.call(taskDetail, { job: rows[0]?.id }, { token: other })).status).toBe(404);
});
