import { noticeList, noticesSummary } from '@suyuan/contract/access/notice.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import {
  workAssign,
  workHistory,
  workItem,
  workPeople,
  workRemind,
  workTake,
} from '@suyuan/contract/organ/work-item.ts';
import { workRule } from '@suyuan/contract/organ/work-rule.ts';
import { refund } from '@suyuan/contract/physical/refund.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { declaredIn } from '#collected.ts';
import { addressees } from '#modules/organ/account/notice-addressees.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { Notices } from '#platform/notices/notices.ts';
import { Outbox, type OutboxMessage } from '#platform/notices/outbox.ts';
import { isWaitingWork } from '#platform/notices/waiting.ts';
import { Goods } from '#test/goods/goods.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { WorkClock } from './work-clock.ts';
import { WorkItems } from './work-items.ts';

let server: TestServer;
let database: Database;
let items: WorkItems;
let clock: WorkClock;
let goods: Goods;
let dealer: number;
let warehouse: number;

interface Person {
  readonly id: number;
  readonly name: string;
  readonly token: string;
}

const receiving: Permission[] = ['refund', 'refund:receive', 'todo', 'todo:take', 'todo:remind'];

async function person(name: string, permissions: readonly Permission[] = receiving, of: { dealer?: number } = {}) {
  const token = await server.as([...permissions], { name, ...of });
  const [row] = await server.sql<{ id: number }[]>`select id from account where account_name = ${name}`;
  return { id: row?.id as number, name, token };
}

beforeAll(async () => {
  server = await testServer();
  goods = await Goods.on(server);
  database = openDatabase(server.databaseUrl, 2);
  const notices = new Notices(database);
  notices.addressees.provide(addressees);
  items = new WorkItems(database, notices, await declaredIn('.waiting.ts', isWaitingWork));
  clock = new WorkClock(database, notices, items.kinds);
  dealer = await goods.dealer();
  warehouse = await goods.warehouse();
});
afterAll(async () => {
  await database.close();
  await server.stop();
});
beforeEach(async () => {
  await server.sql`delete from work_rule`;
});

const asked = async (into = warehouse) =>
  server.data(refund.add, { dealer_id: dealer, warehouse_id: into, reason: 'too many', lines: [] });

/** A return that was asked for some hours ago. */
async function askedBefore(hours: number): Promise<{ id: number }> {
  const [maker] = await server.sql<{ id: number }[]>`select min(id) as id from account`;
  const [row] = await server.sql<{ id: number }[]>`
    insert into refund (refund_no, dealer_id, warehouse_id, reason, created_by, created_at)
    values (${`LATE-${hours}`}, ${dealer}, ${warehouse}, 'too many', ${maker?.id as number},
      ${new Date(Date.now() - hours * 3_600_000)})
    returning id`;
  return row as { id: number };
}

const itemOf = async (id: number, { token }: { token: string }) =>
  (await server.data(workItem.page, { waiting: 'returns_to_receive', size: 500 }, { token })).rows.find(
    ({ query }) => query === `detail=${id}`,
  );
const countFor = async ({ token }: Person) =>
  (await server.data(noticesSummary, {}, { token })).waiting.find(({ name }) => name === 'returns_to_receive')?.count;
const noticesOf = async ({ token }: Person) =>
  (await server.data(noticeList, {}, { token })).rows
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('work_'));
const stepsOf = async (id: number) =>
  (await server.data(workHistory, { id })).map(({ step, by, owner, note }) => [step, by, owner, note]);

describe('work that waits', () => {
  test('is for the keeper of the warehouse, is handed on and taken over, and its history tells so', async () => {
    const [keeper, colleague] = [await person('keeper'), await person('colleague')];
    const kept = await goods.warehouse();
    await server.sql`update warehouse set keeper_id = ${keeper.id} where id = ${kept}`;
    const { id, refund_no } = await asked(kept);
    const item = await itemOf(id, keeper);
    expect(item).toMatchObject({ what: refund_no, owner: 'keeper', whose: 'mine', state: 'open', takeable: true });
    expect([await countFor(keeper), await countFor(colleague)]).toEqual([1, undefined]);
    expect(await itemOf(id, colleague)).toBeUndefined();

    const people = await server.data(workPeople, { waiting: 'returns_to_receive', keyword: 'coll' }, keeper);
    expect(people.map(({ name }) => name)).toEqual(['colleague']);
    const handed = { ids: [item?.id as number], account_id: colleague.id, note: 'on leave' };
    await server.data(workAssign, handed, keeper);
    expect([await countFor(keeper), await countFor(colleague)]).toEqual([undefined, 1]);
    expect(await noticesOf(colleague)).toEqual(['work_given']);
    // It is no longer the keeper's to hand on.
    expect((await server.call(workAssign, handed, keeper)).status).toBe(404);

    await server.data(workTake, { ids: [item?.id as number] });
    await server.data(refund.remove, { id });
    expect(await stepsOf(item?.id as number)).toEqual([
      ['opened', null, 'keeper', null],
      ['assigned', 'keeper', 'colleague', 'on leave'],
      ['taken', expect.any(String), expect.any(String), null],
      ['done', null, expect.any(String), null],
    ]);
    expect(await itemOf(id, { token: server.admin })).toMatchObject({ state: 'done' });
    expect((await server.call(workTake, { ids: [item?.id as number] })).status).toBe(409);
  });

  test('cannot be given to whoever may not do it, nor seen or taken by them', async () => {
    const [outsider, stranger] = [
      await person('outsider', ['todo', 'todo:take']),
      await person('dealers', receiving, { dealer }),
    ];
    const { id } = await asked();
    const item = await itemOf(id, { token: server.admin });
    const ids = [item?.id as number];
    for (const { id: account_id } of [outsider, stranger])
      expect(await server.call(workAssign, { ids, account_id })).toMatchObject({
        status: 400,
        envelope: { data: { fields: [{ path: 'account_id' }] } },
      });
    for (const { token } of [outsider, stranger]) {
      expect((await server.call(workTake, { ids }, { token })).status).toBe(404);
      expect((await server.call(workHistory, { id: ids[0] }, { token })).status).toBe(404);
    }
  });

  test('whose owner was disabled is for those who may do it', async () => {
    const leaver = await person('leaver');
    const kept = await goods.warehouse();
    await server.sql`update warehouse set keeper_id = ${leaver.id} where id = ${kept}`;
    const { id } = await asked(kept);
    expect(await itemOf(id, leaver)).toMatchObject({ owner: 'leaver' });
    await server.sql`update account set status = 'disabled' where id = ${leaver.id}`;
    await items.sweep();
    expect(await itemOf(id, { token: server.admin })).toMatchObject({ owner: null, whose: 'unowned' });
  });
});

test('what waits is shown as far as it is known while written rows cannot be looked at', async () => {
  const keeper = await person('patient keeper');
  const kept = await goods.warehouse();
  await server.sql`update warehouse set keeper_id = ${keeper.id} where id = ${kept}`;
  await asked(kept);
  const known = (await countFor(keeper)) as number;
  await server.sql.begin(async (other) => {
    // Nobody writes items meanwhile.
    await other`lock table work_item in share mode`;
    await asked(kept);
    expect(await countFor(keeper)).toBe(known);
  });
  await items.catchUp();
  expect(await countFor(keeper)).toBe(known + 1);
});

test('lists show whose work a row is and until when, and are narrowed to what is mine or overdue', async () => {
  const [keeper, colleague] = [await person('list keeper'), await person('list colleague')];
  const kept = await goods.warehouse();
  await server.sql`update warehouse set keeper_id = ${keeper.id} where id = ${kept}`;
  const { id } = await asked(kept);
  await items.catchUp();
  const listed = async (work: 'mine' | 'overdue', { token }: Person) =>
    (await server.data(refund.page, { work, warehouse_id: kept }, { token })).rows.map((row) => row.id);
  const [row] = (await server.data(refund.page, { warehouse_id: kept }, colleague)).rows;
  expect(row).toMatchObject({ id, work_owner: 'list keeper', work_owner_id: keeper.id, overdue: false });
  expect([await listed('mine', keeper), await listed('mine', colleague)]).toEqual([[id], []]);
  expect(await listed('overdue', colleague)).toEqual([]);
  await server.sql`update work_item set due_at = now() - interval '1 hour' where subject_id = ${id} and waiting = 'returns_to_receive'`;
  expect(await listed('overdue', colleague)).toEqual([id]);
  await server.data(refund.remove, { id });
});

describe('a rule', () => {
  test('gives work to the people of a role, sets when it is due, and escalates it', async () => {
    const [chief, one, other] = [await person('chief'), await person('one'), await person('other', ['refund'])];
    const [own] = await server.sql<
      { role_id: number }[]
    >`select role_id from account_role where account_id = ${one.id}`;
    await server.data(workRule.add, {
      waiting: 'returns_to_receive',
      owner_by: 'role',
      role_id: own?.role_id as number,
      due_hours: 5,
      escalate_hours: 2,
      escalate_by: 'account',
      escalate_account_id: chief.id,
    });
    const { id } = await asked();
    const item = await itemOf(id, one);
    expect(item).toMatchObject({ owner: null, whose: 'mine', role: expect.any(String) });
    const hours = (Date.parse(item?.due_at as string) - Date.parse(item?.since as string)) / 3_600_000;
    expect(hours).toBeCloseTo(5, 5);
    expect(await noticesOf(one)).toEqual(['work_given']);
    expect(await countFor(other)).toBeUndefined();

    // Due an hour ago; and five hours ago, so that it is escalated.
    const late = await askedBefore(6);
    expect(await itemOf(late.id, one)).toMatchObject({ state: 'overdue' });
    await clock.sweep();
    await clock.sweep();
    expect(await noticesOf(one)).toEqual(['work_overdue', 'work_given', 'work_given']);
    expect(await noticesOf(chief)).toEqual([]);
    const later = await askedBefore(10);
    await items.catchUp();
    await clock.sweep();
    await clock.sweep();
    expect(await noticesOf(chief)).toEqual(['work_escalated']);
    expect(await itemOf(later.id, chief)).toMatchObject({ state: 'escalated', escalated_to: 'chief', whose: 'mine' });
    await server.sql`delete from refund where id = ${later.id}`;
    expect(await itemOf(later.id, chief)).toMatchObject({ state: 'done' });
    const unread = await server.data(noticeList, { unread: true }, chief);
    expect(unread.rows).toEqual([]);
  });

  test('needs what it goes by, and there is one for each kind', async () => {
    const rule = { waiting: 'holds_to_release', owner_by: 'role' } as const;
    const fieldsOf = async (input: object) =>
      ((await server.call(workRule.add, input)).envelope.data as unknown as { fields: { path: string }[] }).fields.map(
        ({ path }) => path,
      );
    expect(await fieldsOf(rule)).toEqual(['role_id']);
    expect(await fieldsOf({ ...rule, owner_by: 'keeper', escalate_hours: 3 })).toEqual(['escalate_by']);
    expect(await fieldsOf({ ...rule, owner_by: 'keeper', escalate_by: 'dealer_manager' })).toEqual(['escalate_hours']);
    await server.data(workRule.add, { ...rule, owner_by: 'keeper' });
    expect((await server.call(workRule.add, { ...rule, owner_by: 'keeper' })).status).toBe(400);
  });
});

test('whoever has work is reminded once an hour; what nobody has cannot be reminded of', async () => {
  const keeper = await person('busy');
  const kept = await goods.warehouse();
  await server.sql`update warehouse set keeper_id = ${keeper.id} where id = ${kept}`;
  const [owned, free] = [await asked(kept), await asked()];
  const admin = { token: server.admin };
  const ids = async (id: number) => [(await itemOf(id, admin))?.id as number];
  expect(await server.data(workRemind, { ids: await ids(owned.id), note: 'truck waits' })).toEqual({ reminded: 1 });
  expect((await server.call(workRemind, { ids: await ids(owned.id) })).status).toBe(409);
  expect((await server.call(workRemind, { ids: await ids(free.id) })).status).toBe(409);
  const [notice] = (await server.data(noticeList, {}, keeper)).rows;
  expect(notice).toMatchObject({
    kind: 'work_reminded',
    params: { note: 'truck waits', waiting: 'returns_to_receive' },
  });
});

describe('the outbox', () => {
  test('gives a channel each notice once, in order, and again if it failed', async () => {
    const reader = await person('reader');
    const outbox = new Outbox(database);
    const notices = new Notices(database);
    notices.addressees.provide(addressees);
    const tell = (what: string, cause?: string) =>
      notices.tell(database.sql, [reader.id], {
        kind: 'assigned',
        params: { what, by: 'x' },
        ...(cause ? { cause } : {}),
      });
    await tell('before the channel');
    expect(await outbox.read('mail', 10, async () => {})).toBe(0);
    await tell('first', 'event:1');
    await tell('first again', 'event:1');
    await tell('second');
    const failing = outbox.read('mail', 10, () => Promise.reject(new Error('no connection')));
    await expect(failing).rejects.toThrow('no connection');
    const got: OutboxMessage[] = [];
    const take = async (messages: readonly OutboxMessage[]) => void got.push(...messages);
    expect(await outbox.read('mail', 1, take)).toBe(1);
    expect(await outbox.read('mail', 10, take)).toBe(1);
    expect(await outbox.read('mail', 10, take)).toBe(0);
    expect(got.map(({ params, account_id }) => [params.what, account_id])).toEqual([
      ['first', reader.id],
      ['second', reader.id],
    ]);
  });

  test('passes over no notice whose transaction takes longer than that of a later one', async () => {
    const reader = await person('patient');
    const outbox = new Outbox(database);
    await outbox.read('webhook', 10, async () => {});
    const insert = (sql: typeof server.sql, what: string) =>
      sql`insert into notice (account_id, kind, params) values (${reader.id}, 'assigned', ${JSON.stringify({ what })}::text::jsonb)`;
    const got: unknown[] = [];
    const take = async (messages: readonly OutboxMessage[]) =>
      void got.push(...messages.map(({ params }) => params.what));
    await server.sql.begin(async (slow) => {
      await insert(slow as unknown as typeof server.sql, 'slow');
      await insert(server.sql, 'fast');
      await outbox.read('webhook', 10, take);
    });
    await outbox.read('webhook', 10, take);
    expect(got).toEqual(['fast', 'slow']);
  });
});
