import { deviceLease, deviceLeaseReturn } from '@suyuan/contract/plant/device/device.ts';
import { pack } from '@suyuan/contract/plant/packing/packing.ts';
import { orderDetail } from '@suyuan/contract/tagging/code-order.ts';
import {
  orderDownload,
  orderDownloads,
  orderDownloadTicket,
  orderHandedOut,
} from '@suyuan/contract/tagging/order-download.ts';
import { orderLabels, orderSplit } from '@suyuan/contract/tagging/order-file.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { type Plant, plantOf, type TestDevice } from '#test/goods/line.ts';
import { reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let plant: Plant;
let device: TestDevice;
let work: { id: number; order_no: string };
beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  const line = await plant.line();
  device = line.device;
  work = await plant.workOrder(line.line_id);
});
afterAll(() => server.stop());

const sheet = { symbol: 'qrcode', layout: 'roll', width_mm: 50, height_mm: 40, purpose: 'line 1' } as const;
const get = (path: string, query: object, token = server.admin) =>
  server.fetch(`${path}?${new URLSearchParams(query as Record<string, string>)}`, { headers: { token } });

/** What a hand-out is answered: done, or the fields at fault, or the message. */
async function handed(path: string, query: object, token?: string): Promise<string> {
  const response = await get(path, query, token);
  const body = await response.text();
  if (response.status === 200) return 'done';
  const fields = response.status === 400 ? reasonsOf(JSON.parse(body)) : [];
  return [response.status, ...fields].join(' ');
}
const labels = (id: number, more: object, token?: string) => handed(orderLabels.path, { ...sheet, id, ...more }, token);
const file = (id: number, more: object = {}, token?: string) =>
  handed(orderDownload.path, { id, format: 'txt', purpose: 'printer', ...more }, token);
const out = (id: number) => server.data(orderHandedOut, { id });
const log = async (id: number) => {
  const rows = await server.data(orderDownloads, { id });
  return rows.map(({ format, from, to, reprint, state }) => [format, from, to, reprint, state]);
};
const settled = (id: number) =>
  expect.poll(async () => (await log(id)).every(([, , , , state]) => state === 'done')).toBe(true);

describe('labels', () => {
  test('start after those handed out; a reprint needs a reason, and is marked', async () => {
    const id = await plant.codes(1, 50);
    expect(await out(id)).toEqual({ ranges: [], out: 0, next: 1 });
    expect(await labels(id, { count: 20 })).toBe('done');
    expect(await labels(id, { count: 10 })).toBe('done');
    await settled(id);
    expect(await out(id)).toEqual({ ranges: [{ from: 1, to: 30 }], out: 30, next: 31 });
    expect(await labels(id, { count: 5, from: 28 })).toBe('400 reprint handed_out');
    expect(await labels(id, { count: 5, from: 28, reprint: 'torn' })).toBe('done');
    expect(await labels(id, { count: 30 })).toBe('400 count too_large');
    expect(await labels(id, { count: 18, from: 33, reprint: 'not needed' })).toBe('done');
    await settled(id);
    expect(await labels(id, { count: 1 })).toBe('409');
    expect((await log(id)).map((row) => row.slice(0, 4))).toEqual([
      ['pdf', 33, 50, null],
      ['pdf', 28, 32, 'torn'],
      ['pdf', 21, 30, null],
      ['pdf', 1, 20, null],
    ]);
  });

  test('on products already, or leased to a line, need a reason for a reprint', async () => {
    const id = await plant.codes(1, 30);
    const given = await device.data(deviceLease, { order_no: work.order_no, level: 1, quantity: 6 });
    const leasedOf = (await out(id)).out > 0;
    expect(leasedOf).toBe(true);
    expect(await labels(id, { count: 1, from: 6 })).toBe('400 reprint handed_out');
    await device.data(deviceLeaseReturn, { lease: given.lease, unused: 6 });
    const used = await plant.codes(1, 10);
    const units = await codesOfOrder(server, used);
    const [box = ''] = await codesOfOrder(server, await plant.codes(3, 1));
    await server.data(pack, { work_order_id: work.id, parent: box, children: units.slice(2, 5) });
    await server.sql`delete from code_download where order_id = ${used}`;
    expect(await labels(used, { count: 2, from: 4 })).toBe('400 reprint on_goods_already');
    expect(await out(used)).toEqual({ ranges: [], out: 0, next: 6 });
  });

  test('need a permission for a reprint, and a purpose for every hand-out', async () => {
    const id = await plant.codes(1, 20);
    expect(await labels(id, { count: 10 })).toBe('done');
    const printer = await server.as(['records', 'records:download']);
    expect(await labels(id, { count: 10, from: 1, reprint: 'torn' }, printer)).toBe('409');
    expect(await labels(id, { count: 5 }, printer)).toBe('done');
    expect(await labels(id, { count: 1, purpose: ' ' })).toBe('400 purpose required');
    expect(await file(id, { purpose: '' })).toMatch(/^400 purpose/);
    const { status, envelope } = await server.call(orderDownloadTicket, { id, format: 'txt' } as never);
    expect([status, reasonsOf(envelope)]).toEqual([400, ['purpose required']]);
  });
});

describe('files', () => {
  test('have codes that are not out, by default or by number, and can be made again after a failure', async () => {
    const id = await plant.codes(1, 40);
    expect(await labels(id, { count: 10 })).toBe('done');
    const rest = await get(orderDownload.path, { id, format: 'txt', purpose: 'printer' });
    expect((await rest.text()).trimEnd().split('\n')).toHaveLength(30);
    await settled(id);
    expect(await file(id)).toBe('409');
    expect(await file(id, { from: 5, to: 15 })).toBe('400 reprint handed_out');
    await server.sql`update code_download set state = 'broken', sent = 7 where order_id = ${id} and format = 'txt'`;
    expect(await file(id, { format: 'csv', from: 11, to: 40 })).toBe('400 reprint handed_out');
    expect(await file(id)).toBe('done');
  });

  test('of one order requested concurrently have different codes', async () => {
    const id = await plant.codes(1, 1000);
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, n) => file(id, { from: 1, to: 1000, format: n % 2 ? 'csv' : 'txt' })),
    );
    expect(answers.toSorted()).toEqual([...Array(3).fill('400 reprint handed_out'), 'done']);
  });

  test('of an order that is out cannot be divided among printers', async () => {
    const id = await plant.codes(1, 10);
    await server.data(orderSplit, { id, parts: [{ quantity: 4 }, { quantity: 6 }] });
    const { parts } = await server.data(orderDetail, { id });
    expect(await file(id, { part_id: parts[0]?.id as number })).toBe('done');
    expect((await server.call(orderSplit, { id, parts: [{ quantity: 10 }] })).status).toBe(409);
    expect(await file(id)).toBe('done');
    await settled(id);
    expect(await out(id)).toEqual({ ranges: [{ from: 1, to: 10 }], out: 10, next: null });
    expect(await file(id, { part_id: parts[1]?.id as number })).toBe('409');
  });
});
