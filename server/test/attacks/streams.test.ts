import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Call } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { forensicOriginal, forensicPrint } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { informationEpcis } from '@suyuan/contract/inspect/information-inquiry.ts';
import { recallAdd, recallDealers, recallReport } from '@suyuan/contract/inspect/recall/recall.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { handheldData } from '@suyuan/contract/physical/goods-file.ts';
import { waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { waybillPaper } from '@suyuan/contract/physical/waybill/waybill-paper.ts';
import { clearancePrint } from '@suyuan/contract/plant/line/line-clearance.ts';
import { materialFlowExport } from '@suyuan/contract/plant/material/material-query.ts';
import { orderCodesExport } from '@suyuan/contract/plant/order/order-codes.ts';
import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { reprintedLabel } from '@suyuan/contract/plant/packing/label-reprint.ts';
import { shiftAdd, shiftPrint } from '@suyuan/contract/plant/shift/shift-handover.ts';
import { taskOriginal, taskRefusals } from '@suyuan/contract/plant/task.ts';
import { authorityFile } from '@suyuan/contract/report/authority-file.ts';
import { handoverPrint } from '@suyuan/contract/report/handover.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesExport, codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload, orderDownloads, orderDownloadTicket } from '@suyuan/contract/tagging/order-download.ts';
import { orderLabels } from '@suyuan/contract/tagging/order-file.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxOfAccount } from '#platform/spool/long-answers.ts';
import { authorityLot } from '../goods/authority-lot.ts';
import { newClearance } from '../goods/clearance.ts';
import { handingOut } from '../goods/codes-of-order.ts';
import { sealedCase } from '../goods/evidence.ts';
import { filesOfRecords } from '../goods/files-of-records.ts';
import { handoverPaper } from '../goods/handover-paper.ts';
import { newTeam } from '../goods/new-team.ts';
import { endedJob } from '../goods/packing-job.ts';
import { reprintEvent } from '../goods/reprint-event.ts';
import { adminPassword, type TestServer, testServer } from '../harness/server.ts';
import { everyPermission, expectAllFree, Stalled, underWay } from './attack.ts';

// Readers who take nothing of what they requested: nobody else may wait for them.

const quantity = 1_000_000;
let server: TestServer;
let recalled: number;
let evidence: Awaited<ReturnType<typeof sealedCase>>;
let people: string[];
/** What each of them sent to be packed by. */
const jobs = new Map<string, string>();
/** The labels that each of them has just printed again. */
const reprints = new Map<string, number>();
let order: number;
let workOrderId: number;
let waybillId: number;
let code: string;
let paper: number;
let shiftId: number;
let clearanceId: number;
let ofRecords: Awaited<ReturnType<typeof filesOfRecords>>;
let ofLot: Awaited<ReturnType<typeof authorityLot>>;
beforeAll(async () => {
  server = await testServer();
  people = [];
  for (let n = 0; n < 3; n++) people.push(await server.as(everyPermission));
  const rule = await server.data(codeRule.add, {
    rule_name: 'Digits',
    level: 1,
    prefix: '',
    alphabet: 'digits',
    body_length: 16,
    check: 'none',
    carrier: 'plain',
  });
  const made = await server.data(orderAdd, { rule_id: rule.id, quantity });
  [order, code] = [made.id, made.first];
  // More than the buffers of a connection hold.
  await server.sql`
    insert into product (product_code, product_name, search_text)
    select 'many-' || n, repeat('名', 200), 'many-' || n from generate_series(1, 20000) n`;
  const { id } = await server.data(product.add, { product_code: 'P', product_name: 'P' });
  workOrderId = (await server.data(workOrder.add, { product_id: id, quantity: 1 })).id;
  paper = await handoverPaper(server, id);
  clearanceId = await newClearance(server);
  shiftId = (await server.data(shiftAdd, { team_id: await newTeam(server) })).id;
  ofLot = await authorityLot(server);
  evidence = await sealedCase(server);
  const store = { warehouse_code: 'W', warehouse_name: 'W', warehouse_type: 'finished' } as const;
  const { id: from_warehouse_id } = await server.data(warehouse.add, store);
  const lines = [{ product_id: id, quantity: 1 }];
  waybillId = (await server.data(waybill.add, { kind: 'scrap', receiver: 'a furnace', from_warehouse_id, lines })).id;
  const goods = { scope: { codes: [code] }, drill: true, reason: 'x' };
  recalled = (await server.data(recallAdd, goods)).id;
  ofRecords = await filesOfRecords(server, { recallId: recalled, waybillId, warehouseId: from_warehouse_id });
  for (const token of people) {
    jobs.set(token, await endedJob(server, token, id));
    reprints.set(token, await reprintEvent(server, token));
  }
});
afterAll(() => server?.stop());

const labels = { count: 300, symbol: 'qrcode', layout: 'sheet', width_mm: 60, height_mm: 30, ...handingOut } as const;
/** A long answer of each call that answers a file. */
function inputOf(call: Call, token: string): object {
  if (call === taskRefusals || call === taskOriginal) return { job: jobs.get(token) };
  if (call.path === handoverPrint.path) return { id: paper };
  if (call.path === reprintedLabel.path) return { event_id: reprints.get(token) };
  if (call.path === shiftPrint.path) return { id: shiftId };
  if (call.path === clearancePrint.path) return { id: clearanceId };
  if (call.path === orderDownload.path) return { id: order, format: 'csv', ...handingOut };
  if (call.path === orderLabels.path) return { id: order, ...labels };
  if (call.path === codesExport.path) return { order_id: order, from: 1, to: 8000, format: 'csv' };
  if (call === materialFlowExport) return { material_lot: 'L', format: 'csv' };
  if (call.path === waybillPaper.path) return { id: waybillId, paper: 'waybill' };
  if (call.path === handheldData.path) return {};
  if (call === orderCodesExport) return { id: workOrderId, figure: 'packed', format: 'csv' };
  if (call === informationEpcis) return { code };
  if (call === recallDealers) return { id: recalled, format: 'csv' };
  if (call === recallReport) return { id: recalled, format: 'pdf' };
  if (call === authorityFile) return ofLot;
  if (call === forensicPrint) return { id: evidence.id };
  if (call === forensicOriginal) return { id: evidence.photo };
  return ofRecords.get(call.path) ?? { format: 'csv' };
}

/** What must be answered whatever the readers do: a scan, signing in, a list. */
async function expectServed(): Promise<void> {
  const answers = await Promise.all([
    server.call(scan, { code }, { token: '' }),
    server.call(login, { account_name: 'admin', account_password: adminPassword, account_type: 1 }, { token: '' }),
    server.call(product.page, {}),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
}

const files = calls.filter(({ answers, access }) => answers === 'file' && access !== 'device');

test.each(files.map((call) => [call.path, call] as const))('%s', { timeout: 120_000 }, async (_, call) => {
  const readers = people.flatMap((token) =>
    Array.from({ length: maxOfAccount }, () => new Stalled(server, token, call, inputOf(call, token))),
  );
  await expectServed();
  // One of each person's is answered in the end, and still nobody else waits.
  const heads = await Promise.all(people.map((_, n) => readers[n * maxOfAccount]?.head));
  expect(heads.map((head) => head?.statusCode)).toEqual(people.map(() => 200));
  await expectServed();
  for (const reader of readers) reader.leave();
  await expectAllFree(server.sql);
});

test('scans and sign-in are answered while calls use all their connections', async () => {
  const holder = await server.sql.reserve();
  await holder`begin`;
  await holder`lock table warehouse in access exclusive mode`;
  const waiting = Array.from({ length: 30 }, () => server.call(warehouse.page, {}));
  const seen = server.call(scan, { code }, { token: '' });
  const signedIn = server.call(
    login,
    { account_name: 'admin', account_password: adminPassword, account_type: 1 },
    { token: '' },
  );
  expect([(await seen).status, (await signedIn).status]).toEqual([200, 200]);
  await holder`rollback`;
  holder.release();
  expect((await Promise.all(waiting)).every(({ status }) => status === 200)).toBe(true);
});

test('an unread label PDF does not block others', async () => {
  const stalled = new Stalled(server, people[0] as string, orderLabels, { id: order, ...labels, count: 2000 });
  const theirs = await server.fetch(`${orderLabels.path}?${new URLSearchParams({ id: order, ...labels } as never)}`, {
    headers: { token: people[1] as string },
  });
  expect(
    Buffer.from(await theirs.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await stalled.head;
  stalled.leave();
  await expectAllFree(server.sql);
});

test('too many long answers for one person are refused, with a ticket too; others get theirs', async () => {
  const query = { id: order, format: 'txt', ...handingOut } as const;
  const [person = '', other = ''] = people;
  const tickets = [];
  for (let n = 0; n < 2; n++) tickets.push(await server.data(orderDownloadTicket, query, { token: person }));
  const readers = Array.from({ length: maxOfAccount - 1 }, () => new Stalled(server, person, orderDownload, query));
  readers.push(new Stalled(server, '', orderDownload, { ticket: tickets[0]?.ticket }));
  for (const { head } of readers) expect((await head)?.statusCode).toBe(200);
  const refused = await server.call(orderDownload, query, { token: person, language: 'en' });
  expect(refused).toMatchObject({ status: 429, envelope: { code: ErrorCode.tooMany } });
  expect(refused.envelope.message).toContain('on their way');
  expect((await server.call(orderDownload, { ticket: tickets[1]?.ticket }, { token: '' })).status).toBe(429);
  const theirs = new Stalled(server, other, orderDownload, query);
  expect((await theirs.head)?.statusCode).toBe(200);
  for (const reader of [...readers, theirs]) reader.leave();
  await expectAllFree(server.sql);
  await expect
    .poll(async () => (await server.call(orderDownload, { ...query, offset: quantity - 1 }, { token: person })).status)
    .toBe(200);
});

test('disconnecting ends the reading of a list', async () => {
  const leaving = new Stalled(server, server.admin, product.export, { format: 'xlsx' });
  // Between two batches the session shows the last of them.
  const isRead = ({ query }: { query: string }) => /^(declare|fetch) /.test(query);
  await expect.poll(async () => (await underWay(server.sql)).some(isRead), { interval: 5 }).toBe(true);
  leaving.leave();
  await expectAllFree(server.sql);
});

test('a stalled reader is disconnected', async () => {
  const strict = await testServer({ SUYUAN_STALL_SECONDS: '1' }, server);
  try {
    const query = { id: order, format: 'csv', ...handingOut } as const;
    const requests: [Call, object][] = [
      [product.export, { format: 'csv' }],
      [codesQuery, { order_id: order, from: 1, to: 40_000 }],
    ];
    while (requests.length < maxOfAccount) requests.push([orderDownload, query]);
    const readers = requests.map(([call, input]) => new Stalled(strict, strict.admin, call, input));
    for (const { head } of readers) expect((await head)?.statusCode).toBe(200);
    const next = () => strict.call(orderDownload, { ...query, offset: quantity - 1 });
    await expect.poll(async () => (await next()).status).toBe(200);
    await expectAllFree(strict.sql);
    const states = async () => (await strict.data(orderDownloads, { id: order })).map(({ state }) => state);
    await expect.poll(states).not.toContain('running');
    for (const reader of readers) reader.leave();
  } finally {
    await strict.stop();
  }
});
