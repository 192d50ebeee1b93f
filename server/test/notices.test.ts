import { noticeList, noticesRead, noticesSummary } from '@suyuan/contract/access/notice.ts';
import { self } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { codesClose, reopenApprove, reopenAsk, reopenRefuse } from '@suyuan/contract/tagging/code-closure.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminPassword, type TestServer, testServer } from './harness/server.ts';

let server: TestServer;
let rule: number;
let asker: string;
let approver: string;
beforeAll(async () => {
  server = await testServer();
  rule = (
    await server.data(codeRule.add, {
      rule_name: 'R',
      level: 1,
      prefix: 'AB',
      alphabet: 'digits',
      body_length: 12,
      check: 'none',
      carrier: 'plain',
    })
  ).id;
  asker = await server.as(['queryclose', 'queryclose:reopen'], { name: 'asker' });
  approver = await server.as(['queryclose', 'queryclose:approve'], { name: 'approver' });
});
afterAll(() => server.stop());

async function closed(): Promise<number> {
  const order = await server.data(orderAdd, { rule_id: rule, quantity: 10 });
  return (await server.data(codesClose, { order_id: order.id, reason: 'recall' })).id as number;
}
const summaryOf = (token: string) => server.data(noticesSummary, {}, { token });
const kinds = async (token: string) => (await server.data(noticeList, {}, { token })).rows.map(({ kind }) => kind);
const readAll = async (token: string) =>
  server.data(noticesRead, { up_to: (await summaryOf(token)).newest }, { token });

test('approvers are notified of a request, which waits for them until decided; the requester is notified of the decision', async () => {
  const id = await closed();
  await server.data(reopenAsk, { id, reason: 'found again' }, { token: asker });
  const waits = { name: 'reopenings', count: 1, screen: 'queryclose', query: 'status=reopen_asked' };
  expect(await summaryOf(approver)).toMatchObject({ unread: 1, waiting: [waits] });
  const { rows } = await server.data(noticeList, {}, { token: approver });
  expect(rows).toMatchObject([
    { kind: 'reopen_asked', params: { by: 'asker' }, leads: [{ screen: 'queryclose' }], read_at: null },
  ]);
  expect(await summaryOf(asker)).toMatchObject({ unread: 0, waiting: [] });

  await server.data(reopenApprove, { id }, { token: approver });
  expect(await summaryOf(approver)).toMatchObject({ unread: 0, waiting: [] });
  expect(await kinds(asker)).toEqual(['reopen_approved']);
});

test('a request that is declined or withdrawn no longer waits for anyone', async () => {
  await readAll(asker);
  const id = await closed();
  await server.data(reopenAsk, { id, reason: 'again' }, { token: asker });
  await server.data(reopenRefuse, { id }, { token: approver });
  expect((await kinds(asker))[0]).toBe('reopen_refused');
  await readAll(asker);
  await server.data(reopenAsk, { id, reason: 'again' }, { token: asker });
  await server.data(reopenRefuse, { id }, { token: asker });
  expect(await summaryOf(asker)).toMatchObject({ unread: 0 });
  expect(await summaryOf(approver)).toMatchObject({ unread: 0, waiting: [] });
});

test('a refused call notifies nobody', async () => {
  await readAll(approver);
  const id = await closed();
  await server.data(reopenAsk, { id, reason: 'once' }, { token: asker });
  expect((await server.call(reopenAsk, { id, reason: 'twice' }, { token: asker })).status).toBe(409);
  expect(await summaryOf(approver)).toMatchObject({ unread: 1 });
});

test("people without the permission are not notified, nor a dealer's people with it", async () => {
  const dealer = await server.party('dealer');
  const others = [
    await server.as(['queryclose']),
    await server.as(['queryclose', 'queryclose:approve'], { dealer }),
    await server.as(['queryclose:approve'], { name: 'without-screen' }),
  ];
  await server.data(reopenAsk, { id: await closed(), reason: 'more' }, { token: asker });
  expect(await summaryOf(others[0] as string)).toMatchObject({ unread: 0, waiting: [] });
  expect(await summaryOf(others[1] as string)).toMatchObject({ unread: 0, waiting: [] });
  expect((await summaryOf(others[2] as string)).waiting).toEqual([]);
});

test('notices are read by their recipients: ids of others change nothing', async () => {
  const { rows } = await server.data(noticeList, { unread: true }, { token: approver });
  const ids = rows.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(1);
  await server.data(noticesRead, { ids }, { token: asker });
  await server.data(noticesRead, { up_to: Math.max(...ids) }, { token: asker });
  expect(await summaryOf(approver)).toMatchObject({ unread: ids.length });
  await server.data(noticesRead, { ids: [ids[0] as number] }, { token: approver });
  expect(await summaryOf(approver)).toMatchObject({ unread: ids.length - 1 });
});

test('notices are listed thirty at a time, newest first', async () => {
  const token = await server.as([], { name: 'busy' });
  await server.sql`
    insert into notice (account_id, kind, params)
    select id, 'assigned', jsonb_build_object('what', n) from account, generate_series(1, 40) n
    where account_name = 'busy' order by n`;
  const first = await server.data(noticeList, {}, { token });
  expect([first.rows.length, first.more, first.rows[0]?.params.what]).toEqual([30, true, 40]);
  const before = first.rows.at(-1)?.id as number;
  const next = await server.data(noticeList, { before }, { token });
  expect([next.rows.length, next.more, next.rows.at(-1)?.params.what]).toEqual([10, false, 1]);
});

test('polling for waiting work does not keep a session alive', async () => {
  const token = await server.as([]);
  const seen = () => server.sql`select max(seen_at) at from session where seen_at < now() - interval '20 minutes'`;
  await server.sql`update session set seen_at = now() - interval '25 minutes' where id = (select max(id) from session)`;
  await summaryOf(token);
  expect((await seen())[0]?.at).not.toBeNull();
  await server.data(self, {}, { token });
  expect((await seen())[0]?.at).toBeNull();
});

test('the reported last sign-in is the one before the current', async () => {
  await server.as([], { name: 'twice' });
  const who = { account_name: 'twice', account_password: adminPassword, account_type: 1 as const };
  const [before] = await server.sql<
    { at: Date }[]
  >`select l.at from last_sign_in l join account a on a.id = l.account_id where a.account_name = 'twice'`;
  const token = await server.data(login, who);
  expect((await server.data(self, {}, { token })).last_login_at).toBe(before?.at.toISOString());
  expect((await server.data(self, {}, { token: await server.as([]) })).last_login_at).toBeNull();
});
