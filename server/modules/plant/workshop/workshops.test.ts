import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringFile, csvOf, reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let one: number;
let other: number;
beforeAll(async () => {
  server = await testServer();
  [one, other] = [await server.party('factory'), await server.party('factory')];
});
afterAll(() => server.stop());

const named = (workshop_code: string, workshop_name: string) => ({ workshop_code, workshop_name });

test("a workshop's code is unique in its factory, and can repeat in another", async () => {
  await server.data(workshop.add, { ...named('W1', '灌装车间'), factory_id: one });
  const taken = await server.call(workshop.add, { ...named('w1', '包装车间'), factory_id: one });
  expect(reasonsOf(taken.envelope)).toEqual(['workshop_code taken']);
  await server.data(workshop.add, { ...named('W1', '二厂灌装车间'), factory_id: other });
  expect((await server.data(workshop.page, { factory_id: other })).rows).toMatchObject([{ factory_code: 'factory-2' }]);
  expect((await server.data(workshop.page, { keyword: 'gzcj' })).total).toBe(2);
});

test('a workshop stays in its factory', async () => {
  const { id } = await server.data(workshop.add, { ...named('W2', '一'), factory_id: one });
  expect((await server.call(workshop.update, { id, factory_id: other })).status).toBe(400);
  await server.data(workshop.update, { id, ...named('W2', '二') });
  expect((await server.data(workshop.page, { keyword: 'w2' })).rows).toMatchObject([{ factory_id: one }]);
});

test('a file imports workshops of several factories, and again unchanged', async () => {
  const file = `workshop_code,workshop_name,factory_code
W9,新一,factory-1
W9,新二,factory-2
W9,再一,factory-1`;
  const report = await bringFile(server, workshop.import, file, { mode: 'good' });
  expect(report).toMatchObject({ added: 2, written: 2 });
  expect(report.refused).toMatchObject([{ line: 4, problems: [{ path: 'workshop_code', reason: 'repeats_line' }] }]);
  const whole = await csvOf(server, workshop.export, {});
  const again = await bringFile(server, workshop.import, whole, { existing: 'update' });
  expect([again.refused, again.unchanged]).toEqual([[], again.total]);
  const changed = 'workshop_code,workshop_name,factory_code\nW9,改名,factory-2';
  expect(await bringFile(server, workshop.import, changed, { existing: 'update' })).toMatchObject({ updated: 1 });
  const { rows } = await server.data(workshop.page, { keyword: 'w9', sort: 'created_at' });
  expect(rows.map((row) => row.workshop_name)).toEqual(['新一', '改名']);
  const vague = await bringFile(server, workshop.import, 'workshop_code,workshop_name\nW9,哪个', {
    existing: 'update',
  });
  expect(vague.refused).toMatchObject([{ problems: [{ path: 'factory_id', reason: 'required' }] }]);
});

test('people of a factory see and manage only their own', async () => {
  const verbs = ['add', 'update', 'delete', 'import'] as const;
  const token = await server.as(['workshoplist', ...verbs.map((verb) => `workshoplist:${verb}` as const)], {
    factory: other,
  });
  const { rows } = await server.data(workshop.page, {}, { token });
  expect(new Set(rows.map((row) => row.factory_id))).toEqual(new Set([other]));
  const foreign = await server.data(workshop.add, { ...named('W5', '别人的'), factory_id: one });
  expect((await server.call(workshop.update, { id: foreign.id, ...named('W5', 'x') }, { token })).status).toBe(404);
  expect((await server.call(workshop.remove, { id: foreign.id }, { token })).status).toBe(404);
  const elsewhere = await server.call(workshop.add, { ...named('W6', 'x'), factory_id: one }, { token });
  expect(reasonsOf(elsewhere.envelope)).toEqual(['factory_id no_such']);
  const { id } = await server.data(workshop.add, { ...named('W6', '自己的'), factory_id: other }, { token });
  await server.data(workshop.remove, { id }, { token });
});
