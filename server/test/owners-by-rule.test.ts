import { noticeList, noticesSummary, type WaitingName } from '@suyuan/contract/access/notice.ts';
import { dealer } from '@suyuan/contract/base/dealer.ts';
import { consumerWarning } from '@suyuan/contract/inspect/consumer-warning.ts';
import { holdAdd, holdRelease, holdUpdate } from '@suyuan/contract/inspect/hold.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { type WhoseWork, workItem } from '@suyuan/contract/organ/work-item.ts';
import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import { receiveReturn, refund } from '@suyuan/contract/physical/refund.ts';
import { arrival } from '@suyuan/contract/physical/waybill/arrival.ts';
import { load, ship, sign, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { exceptionDueWithin } from '@suyuan/contract/trace/due.ts';
import { expect, test } from 'vitest';
import { giveWarningsOwners } from '#modules/inspect/warning/warnings.serve.ts';
import { addressees } from '#modules/organ/account/notice-addressees.ts';
import { openDatabase } from '#platform/database/database.ts';
import { Metrics } from '#platform/metrics/metrics.ts';
import { Notices } from '#platform/notices/notices.ts';
import { goodsServer } from './goods/goods-server.ts';

// Each person sees what is theirs, and nobody else does: by the keeper of the warehouse, the manager of the dealer, the dealer.

const { server, goods } = await goodsServer();

const keeping: Permission[] = [
  'arrival',
  'arrival:sign',
  'refund',
  'refund:receive',
  'refund:inspect',
  'deliveryorder',
  'deliveryorder:settle',
];

async function person(name: string, permissions: readonly Permission[], of: { dealer?: number } = {}) {
  const token = await server.as([...permissions], { name, ...of });
  const [row] = await server.sql<{ id: number }[]>`select id from account where account_name = ${name}`;
  return { id: row?.id as number, token };
}

const waitsFor = async ({ token }: { token: string }, name: WaitingName) =>
  (await server.data(noticesSummary, {}, { token })).waiting.find((one) => one.name === name);
const noticesOf = async ({ token }: { token: string }) =>
  (await server.data(noticeList, {}, { token })).rows.map(({ kind, params }) => `${kind} ${params.what}`);

const [giver, taker] = [await person('giver', keeping), await person('taker', keeping)];
const [from, to] = [await goods.warehouse(), await goods.warehouse()];
for (const [warehouse, keeper] of [
  [from, giver],
  [to, taker],
] as const)
  await server.sql`update warehouse set keeper_id = ${keeper.id} where id = ${warehouse}`;

test('goods in transit wait for the manager of the receiving warehouse', async () => {
  const made = await goods.made(from);
  const [one] = await goods.cases(made, 1);
  const lines = [{ product_id: made.productId, quantity: 3 }];
  const { id, waybill_no } = await server.data(waybill.add, {
    kind: 'transfer',
    from_warehouse_id: from,
    to_warehouse_id: to,
    lines,
  });
  await server.data(load, { id, codes: [one?.code as string] });
  await server.data(ship, { id });
  expect(await waitsFor(taker, 'waybills_to_sign')).toMatchObject({ count: 1, overdue: 0, screen: 'arrival' });
  expect(await waitsFor(giver, 'waybills_to_sign')).toBeUndefined();
  expect(await noticesOf(taker)).toEqual([`waybill_shipped ${waybill_no}`]);
  expect(await noticesOf(giver)).toEqual([]);
  await server.sql`update waybill set shipped_at = ${new Date(Date.now() - 10 * 86_400_000)} where id = ${id}`;
  expect(await waitsFor(taker, 'waybills_to_sign')).toMatchObject({ count: 1, overdue: 1 });

  // What arrived damaged is for the keeper of the warehouse that it came from, until the day after tomorrow.
  await server.data(sign, { id, received: 'all', differences: [{ code: one?.code as string, kind: 'damaged' }] });
  expect(await waitsFor(taker, 'waybills_to_sign')).toBeUndefined();
  expect(await waitsFor(giver, 'production_data')).toMatchObject({
    count: 1,
    query: `status=open&owner_id=${giver.id}`,
  });
  expect(await waitsFor(taker, 'production_data')).toBeUndefined();
  const [difference] = (await server.data(productionData.page, { owner_id: giver.id }, giver)).rows;
  expect(difference).toMatchObject({ kind: 'shipment_difference', owner: 'giver' });
  const hours = (Date.parse(difference?.due_at as string) - Date.parse(difference?.created_at as string)) / 3_600_000;
  expect(hours).toBeCloseTo(exceptionDueWithin.shipment_difference, 1);
  expect(await noticesOf(giver)).toEqual([`exception_raised ${one?.code}`]);
  await server.data(productionData.settle, { ids: [difference?.id as number], reason: 'seen to' });
  expect(await waitsFor(giver, 'production_data')).toBeUndefined();
});

test('goods under way to a warehouse that nobody keeps wait for all who may receive, who need no right to waybills', async () => {
  const [receiver, packer] = [
    await person('receiver', ['arrival', 'arrival:sign']),
    await person('packer', ['freight']),
  ];
  const nobodys = await goods.warehouse();
  const made = await goods.made(from);
  const codes = (await goods.cases(made, 1)).map(({ code }) => code);
  const lines = [{ product_id: made.productId, quantity: 3 }];
  const ends = { from_warehouse_id: from, to_warehouse_id: nobodys };
  const { id, waybill_no } = await server.data(waybill.add, { kind: 'transfer', ...ends, lines });
  await server.data(load, { id, codes });
  await server.data(ship, { id });
  expect(await waitsFor(receiver, 'waybills_to_sign')).toMatchObject({ count: 1, screen: 'arrival' });
  expect(await waitsFor(packer, 'waybills_to_sign')).toBeUndefined();
  expect(await noticesOf(receiver)).toEqual([`waybill_shipped ${waybill_no}`]);
  expect(await noticesOf(packer)).toEqual([]);
  expect((await server.data(arrival.page, { keyword: waybill_no }, receiver)).rows).toMatchObject([{ id }]);
  await server.data(sign, { id, received: 'all' }, receiver);
  expect(await waitsFor(receiver, 'waybills_to_sign')).toBeUndefined();
});

test('what a dealer bought waits for the people of the dealer, and its returns for the warehouse manager', async () => {
  const [buyer, other] = [await server.party('dealer'), await server.party('dealer')];
  const [own, stranger] = [
    await person('buyer', ['freight', 'arrival', 'arrival:sign', 'refund', 'refund:add'], { dealer: buyer }),
    await person('stranger', ['freight', 'arrival', 'arrival:sign'], { dealer: other }),
  ];
  const made = await goods.made(from);
  const codes = (await goods.cases(made, 1)).map(({ code }) => code);
  const id = await goods.sale(from, buyer, [{ product_id: made.productId, quantity: 3 }]);
  await server.data(load, { id, codes });
  await server.data(ship, { id });
  expect(await waitsFor(own, 'waybills_to_sign')).toMatchObject({ count: 1 });
  for (const one of [stranger, giver, taker]) expect(await waitsFor(one, 'waybills_to_sign')).toBeUndefined();
  expect((await noticesOf(own)).map((one) => one.split(' ')[0])).toEqual(['waybill_shipped']);
  expect(await noticesOf(stranger)).toEqual([]);

  await server.data(sign, { id, received: 'all' }, own);
  const request = { dealer_id: buyer, warehouse_id: from, reason: 'too many' };
  const back = await server.data(refund.add, request, own);
  expect(await waitsFor(giver, 'returns_to_receive')).toMatchObject({ count: 1 });
  expect(await waitsFor(taker, 'returns_to_receive')).toBeUndefined();
  expect(await noticesOf(giver)).toContain(`return_asked ${back.refund_no}`);
  await server.data(receiveReturn, { id: back.id, codes }, giver);
  expect(await waitsFor(giver, 'returns_to_inspect')).toMatchObject({ count: 1, query: 'waits=inspection' });
  expect(await waitsFor(giver, 'returns_to_receive')).toBeUndefined();
  expect(await waitsFor(taker, 'returns_to_inspect')).toBeUndefined();
  expect((await server.data(refund.page, { waits: 'inspection' }, giver)).rows).toMatchObject([{ id: back.id }]);
});

test("a warning about a dealer's goods is for its account manager, others for those who assign them", async () => {
  const looking: Permission[] = ['queryconsumerwarning', 'queryconsumerwarning:settle'];
  const [manager, colleague] = [await person('manager', looking), await person('colleague', looking)];
  const chief = await person('chief', [...looking, 'queryconsumerwarning:assign']);
  const outsider = await person('outsider', looking, { dealer: await server.party('dealer') });
  const dealerId = await goods.dealer();
  expect((await server.call(dealer.update, { id: dealerId, manager_id: outsider.id })).status).toBe(400);
  await server.data(dealer.update, { id: dealerId, manager_id: manager.id });
  for (const [subject, of] of [
    ['theirs', dealerId],
    ['nobodys', null],
  ] as const)
    await server.sql`
      insert into consumer_warning
        (rule, subject, dealer_id, region, place_basis, param_version, limits, figures, visits, first_at, last_at, seen_at)
      values ('visits', ${subject}, ${of}, '', 'none', 1, '{}', '{}', '[]', now(), now(), now())`;
  const database = openDatabase(server.databaseUrl, 1);
  const notices = new Notices(database);
  notices.addressees.provide(addressees);
  await giveWarningsOwners(database.sql, { notices, metrics: new Metrics() });
  await database.close();
  expect(await waitsFor(manager, 'warnings')).toMatchObject({ count: 1, overdue: 0 });
  for (const one of [colleague, chief]) expect(await waitsFor(one, 'warnings')).toBeUndefined();
  expect(await waitsFor(chief, 'unowned_warnings')).toMatchObject({ count: 1, query: 'owned=no&open=yes' });
  expect(await waitsFor(manager, 'unowned_warnings')).toBeUndefined();
  expect(await noticesOf(manager)).toEqual(['warning_fired theirs']);
  expect((await server.data(consumerWarning.page, { owned: 'no', open: 'yes' }, chief)).rows).toMatchObject([
    { subject: 'nobodys', owner: null, due_at: expect.any(String) },
  ]);
});

test('a hold waits for its owner from the beginning, or for others who may release it if the owner began it', async () => {
  const lab = await person('quality lab', ['hold', 'hold:release', 'todo']);
  const chief = await person('quality chief', ['hold', 'hold:add', 'hold:release', 'todo']);
  const itemsOf = async ({ token }: { token: string }, whose: WhoseWork) => {
    const { rows } = await server.data(workItem.page, { waiting: 'holds_to_release', state: 'open', whose }, { token });
    return rows.map(({ what }) => what);
  };
  const made = await goods.made(from);
  await goods.cases(made, 1);
  const facts = { reason: 'cloudy', due_at: new Date(Date.now() + 86_400_000).toISOString() };
  const scope = { lot: made.lot };
  const { id, hold_no } = await server.data(holdAdd, { ...facts, scope, owner_id: lab.id });
  expect([await itemsOf(lab, 'mine'), await itemsOf(chief, 'mine')]).toEqual([[hold_no], []]);
  await server.data(holdUpdate, { ...facts, id, owner_id: chief.id });
  expect([await itemsOf(lab, 'mine'), await itemsOf(chief, 'mine')]).toEqual([[], [hold_no]]);
  await server.data(holdRelease, { id, reason: 'clear again' }, { token: lab.token });
  expect(await itemsOf(chief, 'mine')).toEqual([]);
  const own = await server.data(holdAdd, { ...facts, scope, owner_id: chief.id }, { token: chief.token });
  expect(await itemsOf(chief, 'mine')).toEqual([]);
  expect(await itemsOf(lab, 'unowned')).toContain(own.hold_no);
});
