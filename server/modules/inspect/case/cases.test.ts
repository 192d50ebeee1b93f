import { scan } from '@suyuan/contract/consumer/scan.ts';
import {
  caseAdd,
  caseClose,
  caseClusters,
  caseReopen,
  caseWarningsAdd,
  caseWarningsRemove,
  inspectCase,
} from '@suyuan/contract/inspect/case/case.ts';
import { caseDetail } from '@suyuan/contract/inspect/case/case-detail.ts';
import { consumerWarning, consumerWarningDetail, warningSettle } from '@suyuan/contract/inspect/consumer-warning.ts';
import { holdAdd } from '@suyuan/contract/inspect/hold.ts';
import { recallAdd, recallBegin } from '@suyuan/contract/inspect/recall/recall.ts';
import { inspectAdd } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { warningParamUpdate } from '@suyuan/contract/inspect/warning-rule.ts';
import { load, ship, sign } from '@suyuan/contract/physical/waybill/waybill.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Goods } from '#test/goods/goods.ts';
import { suspected } from '#test/goods/suspected.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let goods: Goods;
let from: number;

beforeAll(async () => {
  server = await testServer();
  goods = await Goods.on(server);
  from = await goods.warehouse();
});
afterAll(() => server.stop());

const due_at = '2030-01-01T00:00:00.000Z';
const opened = (warning_ids: number[], title = 'diverted') =>
  server.data(caseAdd, { title, warning_ids, owner_id: 1, due_at });
const clustersWith = async (id: number) =>
  (await server.data(caseClusters, {})).filter(({ warning_ids }) => warning_ids.includes(id));
const statusOf = async (id: number) => (await server.data(consumerWarningDetail, { id })).status;

/** A bottle that was sold and arrived, its waybill, and what else there is to know. */
async function sold(count = 1) {
  const made = await goods.made(from);
  const dealerId = await goods.dealer('330000');
  await server.sql`insert into dealer_area (dealer_id, area_code) values (${dealerId}, '330000')`;
  const boxes = await goods.cases(made, count);
  const waybillId = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 3 * count }]);
  await server.data(load, { id: waybillId, codes: boxes.map(({ code }) => code) });
  await server.data(ship, { id: waybillId });
  await server.data(sign, { id: waybillId, received: 'all' });
  return { ...made, dealerId, waybillId, bottles: boxes.flatMap(({ bottles }) => bottles) };
}

describe('warnings of one cause', () => {
  test('are proposed, made a case by one press, and not proposed again', async () => {
    const { waybillId, dealerId, productId } = await sold();
    const about = { waybillId, dealerId, productId, province: '广东省' };
    const ids = [];
    for (const subject of ['a1', 'a2', 'a3']) ids.push(await suspected(server.sql, { subject, ...about }));
    const [cluster, ...others] = await clustersWith(ids[0] as number);
    expect(others).toEqual([]);
    expect(cluster).toMatchObject({ kind: 'waybill', warnings: 3, codes: 3, warning_ids: ids, open_case: null });
    const { id, case_no } = await opened(cluster?.warning_ids ?? []);
    expect(case_no).toMatch(/^AJ\d+$/);
    expect(await clustersWith(ids[0] as number)).toEqual([]);
    const detail = await server.data(caseDetail, { id });
    expect(detail).toMatchObject({ dealer_id: dealerId, product_id: productId, waybill_id: waybillId, warnings: 3 });
    expect(detail.visits.map(({ code, by }) => [code, by]).toSorted()).toEqual([
      ['a1', 'consumer'],
      ['a2', 'consumer'],
      ['a3', 'consumer'],
    ]);
    const { rows } = await server.data(consumerWarning.page, { case_id: id });
    expect(rows.map((row) => row.case_no)).toEqual([case_no, case_no, case_no]);
    // What comes later is proposed for the open case.
    const late = await suspected(server.sql, { subject: 'a4', ...about });
    await suspected(server.sql, { subject: 'a5', ...about });
    expect((await clustersWith(late))[0]).toMatchObject({ warnings: 2, open_case: { id, case_no } });
  });

  test('are in one case at most; they can be added and taken out', async () => {
    const [one, two, three] = [
      await suspected(server.sql, { subject: 'b1' }),
      await suspected(server.sql, { subject: 'b2' }),
      await suspected(server.sql, { subject: 'b3' }),
    ];
    const { id } = await opened([one]);
    await server.data(caseWarningsAdd, { id, warning_ids: [two] });
    const twice = await server.call(caseAdd, { title: 'x', warning_ids: [two, three], owner_id: 1, due_at });
    expect([twice.status, await statusOf(three)]).toEqual([409, 'new']);
    await server.data(caseWarningsRemove, { id, warning_ids: [two] });
    expect((await server.call(caseWarningsRemove, { id, warning_ids: [two] })).status).toBe(409);
    await server.data(warningSettle, { ids: [two], outcome: 'false_alarm', reason: 'a shop in the train' });
    expect((await server.call(caseWarningsAdd, { id, warning_ids: [two] })).status).toBe(409);
    const detail = await server.data(caseDetail, { id });
    expect(detail.warnings_of.map((warning) => warning.id)).toEqual([one]);
    expect(detail.steps.map(({ step }) => step)).toEqual(['added', 'warnings_added', 'warnings_removed']);
  });
});

test('closing a case settles its warnings with one reason, and reopening opens them unless there are newer ones', async () => {
  const [stays, replaced, before] = [
    await suspected(server.sql, { subject: 'c1' }),
    await suspected(server.sql, { subject: 'c2' }),
    await suspected(server.sql, { subject: 'c3' }),
  ];
  const { id } = await opened([stays, replaced, before]);
  await server.data(warningSettle, { ids: [before], outcome: 'false_alarm', reason: 'a mistake' });
  const close = { id, outcome: 'right', reason: 'sold by a second dealer' } as const;
  expect(await server.data(caseClose, close)).toEqual({ id, settled: 2 });
  expect((await server.call(caseClose, close)).status).toBe(409);
  const { rows } = await server.data(consumerWarning.page, { case_id: id, outcome: 'right' });
  expect(rows.map(({ reason, settled_by }) => [reason, settled_by])).toEqual(
    Array.from({ length: 2 }, () => ['sold by a second dealer', rows[0]?.settled_by]),
  );
  const [listed] = (await server.data(inspectCase.page, { id })).rows;
  expect(listed).toMatchObject({ status: 'closed', outcome: 'right', reason: 'sold by a second dealer' });

  await suspected(server.sql, { subject: 'c2' });
  expect(await server.data(caseReopen, { id, reason: 'another shop' })).toEqual({ id, reopened: 1 });
  expect([await statusOf(stays), await statusOf(replaced), await statusOf(before)]).toEqual([
    'investigating',
    'settled',
    'settled',
  ]);
  expect((await server.data(caseDetail, { id })).steps.at(-1)).toMatchObject({
    step: 'reopened',
    text: 'another shop',
  });
});

test('a case tells the way of its goods from the maker to the dealer, in codes and units', async () => {
  const { bottles, waybillId, dealerId, workOrderId, lot } = await sold(2);
  // Sold in Zhejiang, found in Guangdong by two consumers who said where they were.
  for (const code of bottles.slice(0, 2)) await server.data(inspectAdd, { code, area_code: '440000' });
  const id = (await opened([await suspected(server.sql, { subject: 'd1' })])).id;
  const { sql } = server;
  await sql`update inspect_record set case_id = ${id} where code = any(${bottles.slice(0, 2)})`;
  const detail = await server.data(caseDetail, { id });
  expect([detail.codes, detail.units]).toEqual([2, 2]);
  expect(detail.chain).toMatchObject([
    { lot, work_order_id: workOrderId, waybill_id: waybillId, dealer_id: dealerId, codes: 2, units: 2 },
  ]);
  expect(detail.visits.filter(({ by }) => by === 'inspector').map(({ province }) => province)).toEqual([
    '广东省',
    '广东省',
  ]);
});

describe('a code that should not be on the market', () => {
  const warnedOf = async (code: string) =>
    (await server.data(consumerWarning.page, { code })).rows.map(({ rule }) => rule).toSorted();
  beforeAll(async () => {
    for (const rule of ['recalled_seen', 'held_seen'] as const)
      await server.data(warningParamUpdate, { rule, enabled: true, limits: { visits: 1, hours: 0 } });
  });

  test('raises a warning when it is recalled, whether a consumer or an inspector sees it', async () => {
    const { bottles, lot, waybillId } = await sold();
    const [scanned, inspected, unseen] = bottles as [string, string, string];
    const { id } = await server.data(recallAdd, { scope: { lot }, drill: false, reason: 'glass' });
    await server.data(recallBegin, { id });
    await server.data(scan, { code: scanned }, { token: '' });
    await server.data(inspectAdd, { code: inspected, area_code: '330000' });
    for (const code of [scanned, inspected])
      await expect.poll(() => warnedOf(code), { timeout: 20_000 }).toEqual(['recalled_seen']);
    expect(await warnedOf(unseen)).toEqual([]);
    // Both are of one waybill, so they are proposed as one case.
    const { rows } = await server.data(consumerWarning.page, { code: inspected });
    const cluster = (await clustersWith(rows[0]?.id ?? 0)).find(({ kind }) => kind === 'waybill');
    expect(cluster).toMatchObject({ warnings: 2 });
    expect((await server.data(caseDetail, { id: (await opened(cluster?.warning_ids ?? [])).id })).waybill_id).toBe(
      waybillId,
    );
  });

  test('raises a warning when it is on hold by the case that it lies in', async () => {
    const made = await goods.made(from);
    const [held, free] = await goods.cases(made, 2);
    const scope = { codes: [held?.code as string] };
    await server.data(holdAdd, { scope, reason: 'waits for the laboratory', owner_id: 1, due_at });
    for (const box of [held, free]) await server.data(scan, { code: box?.bottles[0] as string }, { token: '' });
    await expect.poll(() => warnedOf(held?.bottles[0] as string), { timeout: 20_000 }).toContain('held_seen');
    expect(await warnedOf(free?.bottles[0] as string)).not.toContain('held_seen');
  });
});
