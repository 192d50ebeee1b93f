import { noticeList, noticesSummary } from '@suyuan/contract/access/notice.ts';
import {
  recallAdd,
  recallBegin,
  recallClose,
  recallDetail,
  recallRelated,
  recallRelease,
  recallReport,
  recallWiden,
} from '@suyuan/contract/inspect/recall/recall.ts';
import {
  recallAcknowledge,
  recallAnswer,
  recallLetter,
  recallNotice,
  recallNoticeDetail,
  recallPass,
  recallRemind,
  recallUnpass,
} from '@suyuan/contract/inspect/recall/recall-notice.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { load, ship, sign } from '@suyuan/contract/physical/waybill/waybill.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Goods } from '#test/goods/goods.ts';
import { wordsOf } from '#test/goods/scanner.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let goods: Goods;
let from: number;

const answering: Permission[] = ['recallnotice', 'recallnotice:answer'];

beforeAll(async () => {
  server = await testServer();
  goods = await Goods.on(server);
  from = await goods.warehouse();
});
afterAll(() => server.stop());

/** A dealer with a case of a lot, of which two more cases are in stock; its people, and those of another dealer. */
async function sold() {
  const made = await goods.made(from);
  const cases = await goods.cases(made, 3);
  const dealer = await server.party('dealer');
  const token = await server.as(answering, { dealer });
  const id = await goods.sale(from, dealer, [{ product_id: made.productId, quantity: 3 }]);
  await server.data(load, { id, codes: [cases[0]?.code as string] });
  await server.data(ship, { id });
  await server.data(sign, { id, received: 'all' });
  return { made, cases, dealer, own: { token } };
}

async function recalled(lot: string, more: object = {}) {
  const { id, recall_no } = await server.data(recallAdd, { scope: { lot }, drill: false, reason: 'glass', ...more });
  await server.data(recallBegin, { id });
  return { id, recall_no };
}

/** What the people of a dealer see: its notice and the line of its goods. */
async function noticeFor(own: { token: string }) {
  const [row] = (await server.data(recallNotice.page, {}, own)).rows;
  const id = row?.id as number;
  const detail = await server.data(recallNoticeDetail, { id }, own);
  return { id, row, detail, line_id: detail.lines[0]?.line_id as number };
}

const none = { on_hand: 0, quarantined: 0, returned: 0, destroyed: 0 };
const waitsFor = async (own: { token: string }) =>
  (await server.data(noticesSummary, {}, own)).waiting.map(({ name, count }) => `${name} ${count}`);

describe('a dealer that got goods of a recall', () => {
  test('is told with lots, amounts and waybills, and nobody else is', async () => {
    const { made, own } = await sold();
    const stranger = { token: await server.as(answering, { dealer: await server.party('dealer') }) };
    const { recall_no } = await recalled(made.lot, { instructions: 'Keep it apart' });
    const { row, detail } = await noticeFor(own);
    expect(row).toMatchObject({ recall_no, status: 'sent', receiver_kind: 'dealer', units: 3, accounted: 0 });
    expect(detail.lines).toMatchObject([{ lot: made.lot, units: 3, missing: 3, waybills: [expect.any(String)] }]);
    expect(detail.reason).toBe('glass\nKeep it apart');
    expect((await server.data(noticeList, {}, own)).rows).toMatchObject([
      { kind: 'recall_notice', params: { what: recall_no } },
    ]);
    expect(await waitsFor(own)).toEqual(['recall_notices_to_acknowledge 1']);
    expect((await server.data(recallNotice.page, {}, stranger)).total).toBe(0);
    expect((await server.data(noticeList, {}, stranger)).rows).toEqual([]);
    for (const call of [recallAcknowledge, recallNoticeDetail])
      expect((await server.call(call, { id: row?.id }, stranger)).status).toBe(404);
    const answer = { id: row?.id, lines: [{ line_id: detail.lines[0]?.line_id, ...none }] };
    expect((await server.call(recallAnswer, answer, stranger)).status).toBe(404);
    expect((await server.fetch(`${recallLetter.path}?id=${row?.id}`, { headers: own })).status).toBe(200);
    expect((await server.fetch(`${recallLetter.path}?id=${row?.id}`, { headers: stranger })).status).toBe(404);
  });

  test('acknowledges, answers several times up to what it got, and the recall shows how effective it is', async () => {
    const { made, own } = await sold();
    const recall = await recalled(made.lot);
    const { id, line_id } = await noticeFor(own);
    await server.data(recallAcknowledge, { id }, own);
    expect(await waitsFor(own)).toEqual(['recall_notices_to_answer 1']);
    expect((await server.call(recallAcknowledge, { id }, own)).status).toBe(409);
    const first = { id, lines: [{ line_id, ...none, on_hand: 2 }], note: 'one was sold' };
    expect(await server.data(recallAnswer, first, own)).toEqual({ id, accounted: 2, missing: 1 });
    expect(await waitsFor(own)).toEqual([]);
    const tooMuch = { id, lines: [{ line_id, ...none, on_hand: 2, returned: 2 }] };
    const refused = await server.call(recallAnswer, tooMuch, own);
    expect(refused).toMatchObject({ status: 400, envelope: { data: { fields: [{ path: 'lines.0' }] } } });
    await server.data(recallAnswer, { id, lines: [{ line_id, ...none, quarantined: 1, destroyed: 2 }] }, own);
    const { answers, lines } = await server.data(recallNoticeDetail, { id }, own);
    expect(answers.map(({ on_hand, destroyed, note }) => [on_hand, destroyed, note])).toEqual([
      [0, 2, null],
      [2, 0, 'one was sold'],
    ]);
    expect(lines).toMatchObject([{ quarantined: 1, destroyed: 2, missing: 0 }]);
    const { effect } = await server.data(recallDetail, { id: recall.id });
    // The warehouse with the other cases was told, too, and has not answered.
    expect(effect).toEqual({ notices: 2, acknowledged: 1, answered: 1, in_time: 1, units: 9, accounted: 3 });
    await server.data(recallClose, { id: recall.id, note: 'all found' });
    expect((await server.call(recallAnswer, first, own)).status).toBe(409);
  });

  test('passes it on to a dealer below, whose answers count for both, and takes that back', async () => {
    const { made, dealer, own } = await sold();
    const below = await server.party('dealer');
    await server.sql`update dealer set parent_id = ${dealer}, dealer_level = 2 where id = ${below}`;
    const lower = { token: await server.as(answering, { dealer: below }) };
    const recall = await recalled(made.lot);
    const { id, line_id } = await noticeFor(own);
    const pass = { id, dealer_id: below, lines: [{ line_id, units: 2 }] };
    expect((await server.call(recallPass, pass, own)).status).toBe(409);
    await server.data(recallAcknowledge, { id }, own);
    expect((await server.call(recallPass, { ...pass, dealer_id: dealer }, own)).status).toBe(400);
    expect((await server.call(recallPass, { ...pass, lines: [{ line_id, units: 4 }] }, own)).status).toBe(400);
    const passed = await server.data(recallPass, pass, own);
    await server.data(recallUnpass, { id: passed.id }, own);
    expect((await server.data(recallNotice.page, {}, lower)).total).toBe(0);
    await server.data(recallPass, pass, own);
    const theirs = await noticeFor(lower);
    expect(theirs.row).toMatchObject({ units: 2, passed_by: expect.any(String) });
    // Whoever passed it on sees it, and cannot answer for the other.
    expect((await server.call(recallAcknowledge, { id: theirs.id }, own)).status).toBe(401);
    expect((await server.call(recallNoticeDetail, { id }, lower)).status).toBe(404);
    await server.data(
      recallAnswer,
      { id: theirs.id, lines: [{ line_id: theirs.line_id, ...none, returned: 2 }] },
      lower,
    );
    expect((await server.call(recallUnpass, { id: theirs.id }, own)).status).toBe(409);
    await server.data(recallAnswer, { id, lines: [{ line_id, ...none, on_hand: 1 }] }, own);
    const { effect } = await server.data(recallDetail, { id: recall.id });
    expect(effect).toMatchObject({ notices: 3, answered: 2, units: 9, accounted: 3 });
  });

  test('is reminded once an hour, and told when the recall is lifted', async () => {
    const { made, own } = await sold();
    const { id } = await recalled(made.lot);
    const another = { token: await server.as(['recall', 'recall:release']) };
    expect(await server.data(recallRemind, { recall_id: id })).toEqual({ reminded: 2 });
    expect((await server.call(recallRemind, { recall_id: id })).status).toBe(409);
    await server.data(recallRelease, { id, reason: 'no glass' }, another);
    const kinds = (await server.data(noticeList, {}, own)).rows.map(({ kind }) => kind);
    expect(kinds).toEqual(['recall_lifted', 'recall_reminder', 'recall_notice']);
  });
});

test('a recall of codes tells those who got them, also inside a larger package', async () => {
  const { cases, own } = await sold();
  const bottle = cases[0]?.bottles[0] as string;
  const { id } = await server.data(recallAdd, { scope: { codes: [bottle] }, drill: false, reason: 'glass' });
  await server.data(recallBegin, { id });
  expect((await noticeFor(own)).row).toMatchObject({ units: 1 });
  expect((await server.data(recallNotice.page, { recall_id: id })).total).toBe(1);
});

test('a drill is scored by what was traced and by its times, and its signed report says so', async () => {
  const { made, own } = await sold();
  const { id } = await recalled(made.lot, { drill: true, target_minutes: 60 });
  expect((await server.data(recallDetail, { id })).drill_score).toMatchObject({ acknowledge_minutes: null, score: 75 });
  const { rows } = await server.data(recallNotice.page, { recall_id: id });
  const warehouse = rows.find(({ receiver_kind }) => receiver_kind === 'warehouse');
  await server.data(recallAcknowledge, { id: (await noticeFor(own)).id }, own);
  await server.data(recallAcknowledge, { id: warehouse?.id as number });
  const { drill_score } = await server.data(recallDetail, { id });
  expect(drill_score).toMatchObject({ target_minutes: 60, traced: 100, score: 100 });
  const headers = { token: server.admin, 'accept-language': 'en' };
  const paper = await server.fetch(`${recallReport.path}?id=${id}&format=pdf`, { headers });
  expect(await wordsOf(new Uint8Array(await paper.arrayBuffer()))).toContain('Score 100');
});

test('a drill without parties tells nobody', async () => {
  const { made, own } = await sold();
  const { id } = await recalled(made.lot, { drill: true, tells: false });
  expect((await server.data(recallNotice.page, {}, own)).total).toBe(0);
  expect((await server.data(recallDetail, { id })).drill_score).toMatchObject({ score: 100 });
});

test('receivers cannot be asked to acknowledge later than to answer', async () => {
  const { made } = await sold();
  const plan = { scope: { lot: made.lot }, drill: true, reason: 'x', acknowledge_hours: 48, answer_hours: 24 };
  expect(await server.call(recallAdd, plan)).toMatchObject({
    status: 400,
    envelope: { data: { fields: [{ path: 'answer_hours' }] } },
  });
});

test('a recall is widened to lots that share a lot of material, as another recall', async () => {
  const [one, other] = [await goods.made(from), await goods.made(from)];
  const [maker] = await server.sql<{ id: number }[]>`select min(id) as id from account`;
  const [{ id: material }] = (await server.sql`
    insert into material (material_code, material_name, kind) values ('GLASS', 'Glass', 'packaging') returning id`) as unknown as [
    { id: number },
  ];
  for (const { workOrderId } of [one, other])
    await server.sql`
      insert into material_use (work_order_id, material_id, material_lot, amount, used_at, source, used_by)
      values (${workOrderId}, ${material}, 'G-1', 1, now(), 'form', ${maker?.id as number})`;
  await goods.cases(one, 1);
  await goods.cases(other, 1);
  const first = await recalled(one.lot);
  const related = await server.data(recallRelated, { id: first.id });
  expect(related).toMatchObject([{ lot: other.lot, materials: ['Glass G-1'], recalled: false }]);
  const lot_ids = related.map(({ lot_id }) => lot_id);
  const second = await server.data(recallWiden, { id: first.id, lot_ids });
  const widened = await server.data(recallDetail, { id: second.id });
  expect(widened).toMatchObject({ scope_kind: 'lots', widens: first.recall_no, status: 'planned' });
  expect(widened.lots).toMatchObject([{ lot: other.lot }]);
  await server.data(recallBegin, { id: second.id });
  expect((await server.call(recallWiden, { id: first.id, lot_ids })).status).toBe(409);
  expect((await server.call(recallWiden, { id: second.id, lot_ids })).status).toBe(400);
});

test('a recall of codes is widened to the rest of their lot, and to what shares a lot of material with it', async () => {
  const [one, other] = [await goods.made(from), await goods.made(from)];
  const [maker] = await server.sql<{ id: number }[]>`select min(id) as id from account`;
  const [cork] = await server.sql<{ id: number }[]>`
    insert into material (material_code, material_name, kind) values ('CORK', 'Cork', 'packaging') returning id`;
  for (const { workOrderId } of [one, other])
    await server.sql`
      insert into material_use (work_order_id, material_id, material_lot, amount, used_at, source, used_by)
      values (${workOrderId}, ${cork?.id as number}, 'C-1', 1, now(), 'form', ${maker?.id as number})`;
  const [box] = await goods.cases(one, 1);
  await goods.cases(other, 1);
  const scope = { codes: [box?.bottles[0] as string] };
  const { id } = await server.data(recallAdd, { scope, drill: false, reason: 'cork' });
  const related = await server.data(recallRelated, { id });
  expect(related.map(({ lot, materials }) => [lot, materials])).toEqual([
    [one.lot, ['Cork C-1']],
    [other.lot, ['Cork C-1']],
  ]);
  const lot_ids = related.map(({ lot_id }) => lot_id);
  expect((await server.call(recallWiden, { id, lot_ids })).status).toBe(200);
});

test('a letter is in the language of its receiver, unless another one is chosen', async () => {
  const { made, dealer, own } = await sold();
  await server.sql`update dealer set language = 'en' where id = ${dealer}`;
  await recalled(made.lot);
  const { id } = await noticeFor(own);
  const letter = async (query = '') => {
    const headers = { ...own, 'accept-language': 'zh' };
    const paper = await server.fetch(`${recallLetter.path}?id=${id}${query}`, { headers });
    return wordsOf(new Uint8Array(await paper.arrayBuffer()));
  };
  expect(await letter()).toContain('Notice of product recall');
  expect(await letter('&language=es')).toContain('Aviso de retirada de producto');
  // Glyphs of Chinese and Japanese are drawn without their text.
  for (const language of ['zh', 'ja']) {
    const words = await letter(`&language=${language}`);
    expect(words).toContain('ZH');
    expect(words).not.toMatch(/Notice|Aviso/);
  }
});

test('a factory that still has goods sees the recall in its account, acknowledges and reports what it has', async () => {
  const factory = await server.party('factory');
  const own = { token: await server.as(answering, { factory }) };
  const stranger = { token: await server.as(answering, { factory: await server.party('factory') }) };
  const warehouse = await goods.warehouse({ factory_id: factory });
  const made = await goods.made(warehouse);
  await goods.cases(made, 1);
  const recall = await recalled(made.lot);
  const { id, line_id, row } = await noticeFor(own);
  expect(row).toMatchObject({ receiver_kind: 'factory', units: 3, status: 'sent' });
  expect((await server.data(noticeList, {}, own)).rows.map(({ kind }) => kind)).toContain('recall_notice');
  expect(await waitsFor(own)).toContain('recall_notices_to_acknowledge 1');
  expect((await server.data(recallNotice.page, {}, stranger)).total).toBe(0);
  expect((await server.call(recallAcknowledge, { id }, stranger)).status).toBe(404);
  await server.data(recallAcknowledge, { id }, own);
  const answer = { id, lines: [{ line_id, ...none, quarantined: 3 }] };
  expect(await server.data(recallAnswer, answer, own)).toEqual({ id, accounted: 3, missing: 0 });
  const { effect } = await server.data(recallDetail, { id: recall.id });
  expect(effect).toMatchObject({ notices: 1, acknowledged: 1, answered: 1, units: 3, accounted: 3 });
});
