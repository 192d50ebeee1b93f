import type { InputOf } from '@suyuan/contract/call/call.ts';
import { day } from '@suyuan/contract/durations.ts';
import { holdAdd } from '@suyuan/contract/inspect/hold.ts';
import { languages } from '@suyuan/contract/languages.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { codesReject } from '@suyuan/contract/plant/packing/marking.ts';
import { pack } from '@suyuan/contract/plant/packing/packing.ts';
import {
  shiftAdd,
  shiftDelete,
  shiftDetail,
  shiftHand,
  shiftHandover,
  shiftPrint,
  shiftReceive,
  shiftTakeBack,
  shiftUpdate,
} from '@suyuan/contract/plant/shift/shift-handover.ts';
import { team } from '@suyuan/contract/plant/shift/team.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { type Plant, plantOf } from '#test/goods/line.ts';
import { wordsOf } from '#test/goods/scanner.ts';
import { csvOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let plant: Plant;
let line_id: number;
let team_id: number;
let foreman: string;

beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  ({ line_id } = await plant.line());
  team_id = await addTeam('A', 'Early');
  foreman = await server.as(['shift', 'shift:sign'], { name: 'foreman' });
});
afterAll(() => server.stop());

async function addTeam(team_code: string, team_name = team_code): Promise<number> {
  const [factory] = await server.sql<{ id: number }[]>`select id from factory where factory_code = 'F'`;
  // Around the clock, so that the test may run at any hour.
  const hours = { shift_start: '00:00', shift_end: '23:59' };
  return (await server.data(team.add, { team_code, team_name, factory_id: factory?.id as number, ...hours })).id;
}

/** A running order of the team, of which a case of three, a remainder of two, and a rejected unit are made. */
async function worked(team = team_id) {
  const { id, order_no, lot } = await plant.workOrder(line_id, { team_id: team, quantity: 100 });
  const units = await codesOfOrder(server, await plant.codes(1, 10));
  const [box = '', rest = ''] = await codesOfOrder(server, await plant.codes(3, 2));
  await server.data(pack, { work_order_id: id, parent: box, children: units.slice(0, 3) });
  await server.data(pack, { work_order_id: id, parent: rest, children: units.slice(3, 5), remainder: true });
  await server.data(codesReject, { work_order_id: id, codes: units.slice(5, 6), reason: 'leaks' });
  return { id, order_no, lot, packed: units.slice(0, 5), more: units.slice(6) };
}

/** The day on which the shift of what was just done began. */
const dayOf = async (order: number): Promise<string> => {
  const [row] = await server.sql<{ day: string }[]>`
    select to_char(max(shift_day), 'YYYY-MM-DD') as day from (
      select shift_day from figure where work_order_id = ${order} union all
      select shift_day from figure_delta where work_order_id = ${order}) f`;
  return row?.day as string;
};
const rowOf = async (id: number) => {
  const { rows } = await server.data(shiftHandover.page, { id });
  return rows[0];
};

test('a shift is handed over with what it made, signed by two, and its figures stay as signed', async () => {
  const order = await worked();
  const day = await dayOf(order.id);
  const { id, shift_no } = await server.data(shiftAdd, { team_id, line_id, day, notes: 'cap feeder jams' });
  expect(shift_no).toMatch(/^JB\d{6}$/);
  const again = await server.call(shiftAdd, { team_id, line_id, day }, { language: 'en' });
  expect([again.status, again.envelope.message]).toEqual([
    409,
    `The hand-over of this shift of ${day} is prepared already`,
  ]);
  const made = { made: 6, packed: 5, packages: 2, rejected: 1, remainders: 1, made_in_all: 6, quantity: 100 };
  const { figures } = await server.data(shiftDetail, { id });
  expect(figures).toMatchObject({
    orders: [{ order_no: order.order_no, ...made }],
    causes: [{ cause: 'leaks', units: 1 }],
    exceptions: [],
    holds: [],
  });

  const early = await server.call(shiftReceive, { id }, { token: foreman, language: 'en' });
  expect([early.status, early.envelope.message]).toEqual([409, 'The leaving shift has not signed yet']);
  await server.data(shiftHand, { id });
  expect((await server.call(shiftReceive, { id })).status).toBe(409);
  for (const call of [shiftHand, shiftDelete, shiftUpdate]) expect((await server.call(call, { id })).status).toBe(409);
  await server.data(codesReject, { work_order_id: order.id, codes: order.more.slice(0, 1), reason: 'leaks' });
  await server.data(shiftReceive, { id, reply: 'seen' }, { token: foreman });
  expect(await rowOf(id)).toMatchObject({
    status: 'received',
    ...{ planned: 100, made: 6, rejected: 1, exceptions: 0 },
    ...{ received_by: 'foreman', reply: 'seen', notes: 'cap feeder jams', line_name: 'L1', team_name: 'Early', day },
  });
  expect((await server.data(shiftDetail, { id })).figures.orders).toMatchObject([made]);
  expect(await csvOf(server, shiftHandover.export, {})).toContain(shift_no);
});

test('what is on hold of a shift is on its page, whole lots and single codes of its orders', async () => {
  const late = await addTeam('B');
  const { id: work_order_id, lot, packed } = await worked(late);
  const { id } = await server.data(shiftAdd, { team_id: late, day: await dayOf(work_order_id) });
  const holdsOf = async () => (await server.data(shiftDetail, { id })).figures.holds;
  expect(await holdsOf()).toEqual([]);
  const due_at = new Date(Date.now() + day).toISOString();
  const held = async (scope: InputOf<typeof holdAdd>['scope']) =>
    (await server.data(holdAdd, { scope, reason: 'loose caps', owner_id: 1, due_at })).hold_no;
  const ofCodes = { hold_no: await held({ codes: packed.slice(0, 2) }), lot, codes: 2 };
  const spare = await codesOfOrder(server, await plant.codes(1, 1));
  await held({ codes: spare });
  const ofLot = { hold_no: await held({ lot: lot as string }), lot };
  expect(await holdsOf()).toEqual([ofCodes, ofLot]);
});

test('signatures are taken back one after the other, and the figures are counted anew', async () => {
  const { id: order } = await worked();
  const { id } = await server.data(shiftAdd, { team_id, day: await dayOf(order) });
  const refused = await server.call(shiftTakeBack, { id, reason: 'x' });
  expect(refused.status).toBe(409);
  await server.data(shiftHand, { id });
  await server.data(shiftReceive, { id }, { token: foreman });
  await server.data(shiftTakeBack, { id, reason: 'wrong line' });
  expect(await rowOf(id)).toMatchObject({ status: 'handed', received_by: null, handed_by: expect.any(String) });
  await server.data(shiftTakeBack, { id, reason: 'counted too early' });
  expect(await rowOf(id)).toMatchObject({ status: 'draft', handed_by: null, made: null });
  expect((await server.data(shiftDetail, { id })).taken_back).toMatchObject([
    { signature: 'handed', reason: 'counted too early' },
    { signature: 'received', signed_by: 'foreman', reason: 'wrong line' },
  ]);
  await server.data(shiftDelete, { id });
  expect(await rowOf(id)).toBeUndefined();
});

test('the paper is printed in every language, and a shift is of a line of its factory', async () => {
  const { id: order, order_no } = await worked();
  const { line_id: other } = await plant.line();
  const { id } = await server.data(shiftAdd, { team_id, line_id: other, notes: '夜班，第一车间' });
  await server.sql`update shift_handover set line_id = ${line_id}, day = ${await dayOf(order)}::date - 7 where id = ${id}`;
  for (const language of languages) {
    const headers = { token: server.admin, 'accept-language': language };
    const file = await server.fetch(`${shiftPrint.path}?id=${id}`, { headers });
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(await wordsOf(new Uint8Array(await file.arrayBuffer()))).toContain(order_no);
  }
  const elsewhere = await server.party('factory');
  const foreign = await server.call(shiftAdd, { team_id, line_id: await lineOf(elsewhere) });
  expect(foreign.status).toBe(400);
  const rights = ['shift', 'shift:add', 'shift:hand', 'shift:sign', 'shift:takeback', 'shift:delete'] as const;
  const token = await server.as(rights, { factory: elsewhere });
  expect((await server.data(shiftHandover.page, {}, { token })).total).toBe(0);
  for (const call of [shiftDetail, shiftPrint, shiftHand, shiftReceive, shiftDelete])
    expect([call.path, (await server.call(call, { id }, { token })).status]).toEqual([call.path, 404]);
  expect((await server.call(shiftTakeBack, { id, reason: 'x' }, { token })).status).toBe(404);
  expect((await server.call(shiftAdd, { team_id }, { token })).status).toBe(400);
});

/** A line of a factory. */
async function lineOf(factory: number): Promise<number> {
  const [shop] = await server.sql<{ id: number }[]>`
    insert into workshop (workshop_code, workshop_name, factory_id) values ('X', 'X', ${factory}) returning id`;
  const line = { line_code: 'X', line_name: 'X', workshop_id: shop?.id as number };
  return (await server.data(productionLine.add, line)).id;
}
