import { enterpriseDetail, enterpriseUpdate } from '@suyuan/contract/base/enterprise.ts';
import { caseAdd } from '@suyuan/contract/inspect/case/case.ts';
import { caseDetail } from '@suyuan/contract/inspect/case/case-detail.ts';
import { dealerAccount, deposit, depositAdd, depositReverse } from '@suyuan/contract/inspect/case/deposit.ts';
import {
  settlement,
  settlementAdd,
  settlementAgree,
  settlementApprove,
  settlementClose,
  settlementDisapprove,
  settlementPaper,
  settlementPaperAdd,
  settlementPay,
  settlementRevert,
  settlementUpdate,
} from '@suyuan/contract/inspect/case/settlement.ts';
import { refund, refundDetail } from '@suyuan/contract/physical/refund.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Goods } from '#test/goods/goods.ts';
import { suspected } from '#test/goods/suspected.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let goods: Goods;
let second: string;
let named = 0;

beforeAll(async () => {
  server = await testServer();
  goods = await Goods.on(server);
  second = await server.as(['case', 'case:approve']);
});
afterAll(() => server.stop());

/** A case of one warning about a new dealer. */
async function dealt() {
  const dealer_id = await goods.dealer();
  const warning = await suspected(server.sql, { subject: `f${++named}`, rule: 'outside_area', dealerId: dealer_id });
  const facts = { title: 'diverted', warning_ids: [warning], owner_id: 1, due_at: '2030-01-01T00:00:00Z' };
  return { dealer_id, case_id: (await server.data(caseAdd, facts)).id };
}
const agree = (id: number) =>
  server.data(settlementAgree, { id, signatory: 'Mr Li', agreed_on: '2026-01-31' }).then((one) => one.needs_approval);
const accountOf = (dealer_id: number) => server.data(dealerAccount, { dealer_id });
const statusOf = async (id: number) => (await server.data(settlement.page, { id })).rows[0]?.status;

test('amounts are exact, and what is withheld leaves the deposit when it is paid and comes back with it', async () => {
  const { dealer_id, case_id } = await dealt();
  await server.data(depositAdd, { dealer_id, kind: 'paid_in', amount: '500.10' });
  const { id, settlement_no } = await server.data(settlementAdd, {
    ...{ case_id, dealer_id, amount: '0.1', withheld: '300.2', returned: '199.9' },
  });
  expect(settlement_no).toMatch(/^XY\d+$/);
  await server.data(settlementUpdate, { id, amount: '1234.56', withheld: '300.2', returned: '199.9' });
  expect(await agree(id)).toBe(false);
  expect((await server.call(settlementUpdate, { id, amount: '1' })).status).toBe(409);
  expect(await accountOf(dealer_id)).toMatchObject({ deposit: '500.10', agreed: '1234.56', paid: '0.00' });
  await server.data(settlementPay, { id });
  expect(await accountOf(dealer_id)).toMatchObject({ deposit: '0.00', agreed: '0.00', paid: '1234.56' });
  expect((await server.call(depositAdd, { dealer_id, kind: 'returned', amount: '0.01' })).status).toBe(409);
  const { rows } = await server.data(deposit.page, { dealer_id });
  expect(rows.map(({ kind, amount }) => [kind, amount]).toSorted()).toEqual([
    ['paid_in', '500.10'],
    ['returned', '-199.90'],
    ['withheld', '-300.20'],
  ]);
  const movement = rows.find(({ kind }) => kind === 'withheld')?.id as number;
  expect((await server.call(depositReverse, { id: movement, reason: 'x' })).status).toBe(409);
  expect(await server.data(settlementRevert, { id, reason: 'the bank sent it back' })).toEqual({
    id,
    status: 'agreed',
  });
  expect(await accountOf(dealer_id)).toMatchObject({ deposit: '500.10', agreed: '1234.56', paid: '0.00' });
  await server.data(settlementPay, { id });
  expect(await accountOf(dealer_id)).toMatchObject({ deposit: '0.00' });
  expect((await server.data(caseDetail, { id: case_id })).settled_amount).toBe('1234.56');
});

test('a payment that the deposit does not suffice for is refused, and names what is missing', async () => {
  const { dealer_id, case_id } = await dealt();
  await server.data(depositAdd, { dealer_id, kind: 'paid_in', amount: '10' });
  const { id } = await server.data(settlementAdd, { case_id, dealer_id, amount: '0', withheld: '10.01' });
  await agree(id);
  const { status, envelope } = await server.call(settlementPay, { id }, { language: 'en' });
  expect([status, envelope.message]).toEqual([409, expect.stringContaining('0.01 CNY')]);
  expect([await statusOf(id), (await accountOf(dealer_id)).deposit]).toEqual(['agreed', '10.00']);
});

test('above the limit a second person approves before it is paid', async () => {
  const before = await server.data(enterpriseDetail, {});
  const { enterprise_code, enterprise_name } = { enterprise_code: 'E', enterprise_name: 'E' };
  await server.data(enterpriseUpdate, { enterprise_code, enterprise_name, settlement_limit: '99.99' });
  expect(before.currency).toBe('CNY');
  const { dealer_id, case_id } = await dealt();
  const { id } = await server.data(settlementAdd, { case_id, dealer_id, amount: '100' });
  expect(await agree(id)).toBe(true);
  expect((await server.call(settlementPay, { id })).status).toBe(409);
  expect((await server.call(settlementApprove, { id })).status).toBe(409);
  expect((await server.data(settlement.page, { waits: 'approval' })).rows.map((row) => row.id)).toContain(id);
  await server.data(settlementApprove, { id }, { token: second });
  await server.data(settlementDisapprove, { id, reason: 'look again' }, { token: second });
  expect((await server.call(settlementPay, { id })).status).toBe(409);
  await server.data(settlementApprove, { id }, { token: second });
  await server.data(settlementPay, { id });
  expect(await statusOf(id)).toBe('paid');
  const small = await server.data(settlementAdd, { case_id, dealer_id, amount: '99.99' });
  expect(await agree(small.id)).toBe(false);
});

test('a settlement with a return is closed after the return, which must be of the same dealer', async () => {
  const { dealer_id, case_id } = await dealt();
  const warehouse_id = await goods.warehouse();
  const { id: refund_id } = await server.data(refund.add, { dealer_id, warehouse_id, reason: 'diverted', lines: [] });
  const other = await dealt();
  const wrong = await server.call(settlementAdd, { ...other, amount: '1', refund_id });
  expect([wrong.status, wrong.envelope.data]).toMatchObject([400, { fields: [{ path: 'refund_id' }] }]);
  const { id, settlement_no } = await server.data(settlementAdd, { case_id, dealer_id, amount: '1', refund_id });
  // The return leads back to both, for those of the enterprise.
  expect((await server.data(refundDetail, { id: refund_id })).settlements).toMatchObject([
    { id, settlement_no, case_id },
  ]);
  const own = { token: await server.as(['refund'], { dealer: dealer_id }) };
  expect((await server.data(refundDetail, { id: refund_id }, own)).settlements).toEqual([]);
  await agree(id);
  await server.data(settlementPay, { id });
  const open = await server.call(settlementClose, { id }, { language: 'en' });
  expect([open.status, open.envelope.message]).toEqual([409, expect.stringContaining('is not closed')]);
  expect((await server.data(caseDetail, { id: case_id })).returns).toMatchObject([{ id: refund_id }]);
});

test('steps of payment are taken back by those who may pay', async () => {
  const { dealer_id, case_id } = await dealt();
  const { id } = await server.data(settlementAdd, { case_id, dealer_id, amount: '1' });
  await agree(id);
  await server.data(settlementPay, { id });
  const token = await server.as(['case', 'case:settle']);
  expect((await server.call(settlementRevert, { id, reason: 'x' }, { token })).status).toBe(401);
  await server.data(settlementRevert, { id, reason: 'x' });
  expect(await server.data(settlementRevert, { id, reason: 'x' }, { token })).toEqual({ id, status: 'draft' });
});

test('the signed paper is kept byte for byte; other kinds of files are refused', async () => {
  const { dealer_id, case_id } = await dealt();
  const { id } = await server.data(settlementAdd, { case_id, dealer_id, amount: '1' });
  const send = async (content: string, name: string) => {
    const body = new FormData();
    body.append('file', new File([content], name));
    const path = `${settlementPaperAdd.path}?id=${id}`;
    return (await server.fetch(path, { method: 'POST', headers: { token: server.admin }, body })).status;
  };
  expect(await send('%PDF-1.7 signed', 'agreement.pdf')).toBe(200);
  expect(await send('<script>', 'agreement.pdf')).toBe(400);
  const file = await server.fetch(`${settlementPaper.path}?id=${id}`, { headers: { token: server.admin } });
  expect(await file.text()).toBe('%PDF-1.7 signed');
  expect((await server.data(settlement.page, { id })).rows[0]?.paper).toBe('agreement.pdf');
});

test("a dealer's account counts its warnings and cases in this month", async () => {
  const { dealer_id } = await dealt();
  await server.sql`
    insert into market_sighting (day, dealer_id, product_id, lot_id, province, codes)
    values ((now() at time zone 'Asia/Shanghai')::date, ${dealer_id}, 0, 0, '330000', 4)`;
  const { months, open_cases, open_warnings } = await accountOf(dealer_id);
  expect([months.length, open_cases, open_warnings]).toEqual([12, 1, 1]);
  expect(months.at(-1)).toMatchObject({ warnings: 1, cases: 1, seen: 4, diverted: 1 });
  expect(months[0]).toMatchObject({ warnings: 0, cases: 0, seen: 0, diverted: 0 });
});
