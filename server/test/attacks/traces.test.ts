import { product as products } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Call } from '@suyuan/contract/call/call.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { forensicOriginal, forensicPrint } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { informationEpcis } from '@suyuan/contract/inspect/information-inquiry.ts';
import { recallAdd, recallDealers, recallReport } from '@suyuan/contract/inspect/recall/recall.ts';
import { inspectTorn } from '@suyuan/contract/inspect/task/inspect-record.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { accessLog } from '@suyuan/contract/organ/access-log.ts';
import { handheldData } from '@suyuan/contract/physical/goods-file.ts';
import { waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { waybillPaper } from '@suyuan/contract/physical/waybill/waybill-paper.ts';
import { clearancePrint } from '@suyuan/contract/plant/line/line-clearance.ts';
import { materialFlow, materialFlowExport } from '@suyuan/contract/plant/material/material-query.ts';
import { orderCodesExport } from '@suyuan/contract/plant/order/order-codes.ts';
import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { reprintedLabel } from '@suyuan/contract/plant/packing/label-reprint.ts';
import { shiftAdd, shiftPrint } from '@suyuan/contract/plant/shift/shift-handover.ts';
import { taskOriginal, taskRefusals } from '@suyuan/contract/plant/task.ts';
import { customerInquire } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { authorityFile } from '@suyuan/contract/report/authority-file.ts';
import { handoverPrint } from '@suyuan/contract/report/handover.ts';
import { codeImport } from '@suyuan/contract/tagging/code-import.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesExport, codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload, orderDownloadTicket } from '@suyuan/contract/tagging/order-download.ts';
import { orderLabels } from '@suyuan/contract/tagging/order-file.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtInPermissions } from '#modules/organ/session/held-permissions.ts';
import { authorityLot } from '../goods/authority-lot.ts';
import { newClearance } from '../goods/clearance.ts';
import { handingOut } from '../goods/codes-of-order.ts';
import { sealedCase } from '../goods/evidence.ts';
import { filesOfRecords } from '../goods/files-of-records.ts';
import { handoverPaper } from '../goods/handover-paper.ts';
import { newTeam } from '../goods/new-team.ts';
import { endedJob } from '../goods/packing-job.ts';
import { reprintEvent } from '../goods/reprint-event.ts';
import { type TestServer, testServer } from '../harness/server.ts';
import { type InputSchema, takesCodes } from './attack.ts';

// Taking data out, looking codes up and trying doors, without leaving a trace.

let server: TestServer;
let order: number;
let product: number;
const everything = builtInPermissions as Permission[];
beforeAll(async () => {
  server = await testServer();
  const rule = await server.data(codeRule.add, {
    rule_name: 'r',
    level: 1,
    prefix: '',
    alphabet: 'base32',
    body_length: 12,
    check: 'none',
    carrier: 'plain',
  });
  product = (await server.data(products.add, { product_code: 'P', product_name: 'P' })).id;
  order = (await server.data(orderAdd, { rule_id: rule.id, product_id: product, quantity: 3 })).id;
});
afterAll(() => server.stop());

const logOf = async (account_name: string) => (await server.data(accessLog.page, { account_name, size: 500 })).rows;

describe('every export and look-up', () => {
  // Downloads of codes have their own record, with their progress.
  const ownRecord: readonly Call[] = [orderDownload, orderLabels];
  const ofPeople = calls.filter(({ access }) => access !== 'device');
  const leaving = ofPeople.filter((call) => call.answers === 'file' && !ownRecord.includes(call));

  test('goes through a traced call', () => {
    expect(leaving.filter(({ traced }) => !traced).map(({ path }) => path)).toEqual([]);
    for (const call of [codesQuery, customerInquire, codeImport, materialFlow, inspectTorn])
      expect([call.path, call.traced]).toEqual([call.path, true]);
  });

  test('is traced even if it changes nothing and leaves no other record', () => {
    const reads = ofPeople.filter(({ method, effect }) => effect === 'none' || (method === 'GET' && !effect));
    const asking = reads.filter(({ input }) => {
      const { required = [], properties = {} } = input as InputSchema;
      return required.some((name) => takesCodes(properties[name] as InputSchema));
    });
    expect(asking.length).toBeGreaterThan(4);
    expect(asking.filter(({ traced }) => !traced).map(({ path }) => path)).toEqual([]);
  });

  test('is recorded with person, origin, request and outcome', async () => {
    const token = await server.as(everything, { name: 'taker' });
    const job = await endedJob(server, token, product);
    const { id } = await server.data(workOrder.add, { product_id: product, quantity: 1 });
    const evidence = await sealedCase(server);
    const store = { warehouse_code: 'W', warehouse_name: 'W', warehouse_type: 'finished' } as const;
    const { id: from_warehouse_id } = await server.data(warehouse.add, store);
    const lines = [{ product_id: product, quantity: 1 }];
    const waybillId = (
      await server.data(waybill.add, { kind: 'scrap', receiver: 'a furnace', from_warehouse_id, lines })
    ).id;
    const [first] = await server.data(codesQuery, { order_id: order, from: 1, to: 1 });
    const code = first?.code as string;
    const goods = { scope: { codes: [code] }, drill: true, reason: 'x' };
    const { id: recalled } = await server.data(recallAdd, goods);
    const inputs = new Map<Call, Record<string, string | number>>([
      [forensicPrint, { id: evidence.id }],
      [forensicOriginal, { id: evidence.photo }],
      [informationEpcis, { code }],
      [recallDealers, { id: recalled, format: 'csv' }],
      [recallReport, { id: recalled, format: 'pdf' }],
      [codesExport, { order_id: order, format: 'csv' }],
      [taskRefusals, { job: job }],
      [taskOriginal, { job: job }],
      [materialFlowExport, { material_lot: 'L', format: 'csv' }],
      [waybillPaper, { id: waybillId, paper: 'waybill' }],
      [handheldData, {}],
      [orderCodesExport, { id, figure: 'packed', format: 'csv' }],
      [authorityFile, await authorityLot(server)],
      [clearancePrint, { id: await newClearance(server) }],
      [reprintedLabel, { event_id: await reprintEvent(server, token) }],
      [handoverPrint, { id: await handoverPaper(server, product) }],
      [shiftPrint, { id: (await server.data(shiftAdd, { team_id: await newTeam(server) })).id }],
    ]);
    const ofRecords = await filesOfRecords(server, { recallId: recalled, waybillId, warehouseId: from_warehouse_id });
    const inputOf = (call: Call) => inputs.get(call) ?? ofRecords.get(call.path) ?? { format: 'csv' };
    for (const call of leaving) {
      const input = inputOf(call);
      const response = await server.call(call, input, { token });
      expect([call.path, response.status]).toEqual([call.path, 200]);
    }
    // How a file ended is known when its last byte is gone, which the taker may notice first.
    await expect.poll(async () => (await logOf('taker')).filter(({ result }) => result === 'begun')).toEqual([]);
    const log = await logOf('taker');
    for (const call of leaving) {
      const entry = log.find(({ call: path }) => path === call.path);
      expect(entry, call.path).toMatchObject({ result: 'answered', ip: '127.0.0.1', times: 1 });
      for (const value of Object.values(inputOf(call))) expect(entry?.asked).toContain(`${value}`);
    }
    expect(log.find(({ call }) => call === codesExport.path)).toMatchObject({ codes: 3, unknown: 0 });
  });

  test('is recorded for code look-ups and page previews too, shortened and with their number', async () => {
    const token = await server.as(everything, { name: 'asker' });
    const codes = Array.from({ length: 500 }, (_, n) => `${n}`.padEnd(2000, 'x'));
    await server.data(codesQuery, { codes }, { token });
    await server.data(customerInquire, { code: 'x', language: 'en' }, { token });
    const [look, query] = await logOf('asker');
    expect(look).toMatchObject({ call: customerInquire.path, codes: 1, unknown: 1, result: 'answered' });
    expect(query).toMatchObject({ call: codesQuery.path, codes: 500, unknown: 500, result: 'answered' });
    expect(query?.asked?.length).toBeLessThan(1000);
  });
});

describe('refused access', () => {
  test('is recorded for every call, with a thousand attempts in one record', async () => {
    const token = await server.as([], { name: 'prowler' });
    const closed = calls.filter((call) => Array.isArray(call.access));
    for (const call of closed) expect((await server.call(call, {}, { token })).status, call.path).toBe(401);
    await Promise.all(Array.from({ length: 200 }, () => server.call(products.page, {}, { token })));
    const [row] = await server.sql<{ count: number; calls: number }[]>`
      select count(*)::int as count, count(distinct call)::int as calls from access_log
      where account_name = 'prowler' and result = 'refused'`;
    expect(row).toEqual({ count: closed.length, calls: closed.length });
  });

  test('is reported with its number of occurrences, once the server has counted', async () => {
    const own = await testServer();
    const token = await own.as([], { name: 'prowler' });
    for (let n = 0; n < 5; n++) await own.call(products.page, {}, { token });
    // What waits is written when the server stops, at the latest.
    const again = await testServer({}, own);
    await own.stop();
    const { rows } = await again.data(accessLog.page, { account_name: 'prowler' });
    expect(rows).toMatchObject([{ call: products.page.path, result: 'refused', times: 5 }]);
    await again.stop();
  });

  test('is shown only to those who can read the audit log', async () => {
    const reader = await server.as(['auditlog']);
    expect((await server.data(accessLog.page, { result: 'refused' }, { token: reader })).total).toBeGreaterThan(0);
    expect((await server.call(accessLog.export, { format: 'csv' }, { token: reader })).status).toBe(401);
    const dealer = await server.as(everything, { dealer: await server.party('dealer') });
    expect((await server.call(accessLog.page, {}, { token: dealer })).status).toBe(401);
    expect((await server.call(accessLog.page, {}, { token: await server.as(['productlist']) })).status).toBe(401);
  });

  test('leaves no record for allowed calls that only show a page', async () => {
    const token = await server.as(everything, { name: 'reader' });
    await server.data(products.page, {}, { token });
    expect(await logOf('reader')).toEqual([]);
    await server.call(products.export, { format: 'csv' }, { token });
    expect(await logOf('reader')).toHaveLength(1);
  });
});

describe('a download ticket', () => {
  const ticketOf = async (name: string) => {
    const token = await server.as(['records', 'records:download', 'records:reprint'], { name });
    const { ticket } = await server.data(orderDownloadTicket, { id: order, format: 'txt', ...handingOut }, { token });
    return { ticket, token };
  };
  const redeem = async (ticket: string) => (await server.fetch(`${orderDownload.path}?ticket=${ticket}`)).status;

  test('is valid as long as its creator', async () => {
    expect(await redeem((await ticketOf('honest')).ticket)).toBe(200);
  });

  test('ends with the session it was created in', async () => {
    const { ticket } = await ticketOf('signed-out');
    await server.sql`
      update session set ended_at = now() where account_id = (select id from account where account_name = 'signed-out')`;
    expect(await redeem(ticket)).toBe(403);
    const late = await ticketOf('idle');
    await server.sql`
      update session set seen_at = now() - interval '1 week'
      where account_id = (select id from account where account_name = 'idle')`;
    expect(await redeem(late.ticket)).toBe(403);
  });

  test('ends with the permission to download, and with admission', async () => {
    const { ticket } = await ticketOf('moved');
    await server.sql`delete from role_permission where role_id = (select id from role where role_name = 'moved')`;
    expect(await redeem(ticket)).toBe(401);
    expect(await redeem(ticket)).toBe(400);
    const other = await ticketOf('disabled');
    await server.sql`update account set status = 'disabled' where account_name = 'disabled'`;
    expect(await redeem(other.ticket)).toBe(403);
    const changed = await ticketOf('temporary');
    await server.sql`update account set must_change_password = true where account_name = 'temporary'`;
    expect(await redeem(changed.ticket)).toBe(401);
  });
});
