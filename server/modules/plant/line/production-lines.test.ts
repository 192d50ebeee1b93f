import { languages } from '@suyuan/contract/languages.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringFile, fileOf, reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let factories: [number, number];
let workshops: [number, number];
beforeAll(async () => {
  server = await testServer();
  factories = [await server.party('factory'), await server.party('factory')];
  const add = async (factory_id: number) =>
    (await server.data(workshop.add, { workshop_code: 'W1', workshop_name: '灌装', factory_id })).id;
  workshops = [await add(factories[0]), await add(factories[1])];
});
afterAll(() => server.stop());

const stations = [
  { kind: 'printer', name: '瓶盖喷码' },
  { kind: 'camera', name: ' 瓶盖: 读码 ' },
] as const;

test('a line has its stations in order, in words too', async () => {
  const line = { line_code: 'L1', line_name: '一号线', workshop_id: workshops[0], nominal_speed: 300 };
  const { id } = await server.data(productionLine.add, { ...line, stations: [...stations] });
  const rest = { id, workshop_code: 'factory-1/W1', last_seen_at: null, device_keys: 0 };
  expect((await server.data(productionLine.page, { keyword: 'yhx' }, { language: 'en' })).rows).toMatchObject([
    {
      ...rest,
      stations: [{ kind: 'printer' }, { name: '瓶盖: 读码' }],
      station_list: 'Printer: 瓶盖喷码; Camera: 瓶盖: 读码',
    },
  ]);
  await server.data(productionLine.update, { id, ...line, stations: [stations[1]] });
  expect((await server.data(productionLine.page, {})).rows).toMatchObject([{ stations: [{ kind: 'camera' }] }]);
  const taken = await server.call(productionLine.add, { ...line, line_code: 'l1', workshop_id: workshops[1] });
  expect(reasonsOf(taken.envelope)).toEqual(['line_code taken']);
});

test('lines are filtered by factory, and a workshop with lines is not deleted', async () => {
  await server.data(productionLine.add, { line_code: 'L2', line_name: '二号线', workshop_id: workshops[1] });
  const { rows } = await server.data(productionLine.page, { factory_id: factories[1] });
  expect(rows).toMatchObject([{ line_code: 'L2', factory_name: 'factory-2' }]);
  const used = await server.call(workshop.remove, { id: workshops[1] });
  expect([used.status, used.envelope.message]).toEqual([409, expect.stringContaining('二号线')]);
});

test.each(languages)('lines are exported as a file in %s and imported unchanged', async (language) => {
  const file = await fileOf(server, productionLine.export, { language });
  const again = await bringFile(server, productionLine.import, file, { existing: 'update', language });
  expect([again.refused, again.unchanged]).toEqual([[], again.total]);
});

test('workshop codes can repeat in another factory; unreadable stations are refused with how to write them', async () => {
  const file = `line_code,line_name,workshop_code,工位
L3,三,W1,
L4,四,factory-2/w1,相机：一；装箱机: 二
L5,五,factory-2/w1,相机`;
  const report = await bringFile(server, productionLine.import, file, { mode: 'good', language: 'zh' });
  expect(report.refused.map(({ line, problems }) => [line, problems[0]?.path, problems[0]?.reason])).toEqual([
    [2, 'workshop_id', 'ambiguous'],
    [4, 'stations', 'stations_unreadable'],
  ]);
  expect((await server.data(productionLine.page, { keyword: 'l4' })).rows).toMatchObject([
    {
      stations: [
        { kind: 'camera', name: '一' },
        { kind: 'packer', name: '二' },
      ],
      workshop_id: workshops[1],
    },
  ]);
});

test('people of a factory see and manage the lines of their workshops only', async () => {
  const permissions = ['workline', 'workline:add', 'workline:update', 'workline:import'] as const;
  const token = await server.as(permissions, { factory: factories[1] });
  const { rows } = await server.data(productionLine.page, {}, { token });
  expect(rows.map((row) => row.line_code).sort()).toEqual(['L2', 'L4']);
  const [foreign] = (await server.data(productionLine.page, { keyword: 'l1' })).rows;
  const line = { line_code: 'L6', line_name: '六' };
  const stolen = { id: foreign?.id, ...line, workshop_id: workshops[1] };
  expect((await server.call(productionLine.update, stolen, { token })).status).toBe(404);
  const elsewhere = await server.call(productionLine.add, { ...line, workshop_id: workshops[0] }, { token });
  expect(reasonsOf(elsewhere.envelope)).toEqual(['workshop_id no_such']);
  const file = 'line_code,line_name,workshop_code\nL6,六,W1';
  expect(await bringFile(server, productionLine.import, file, { token })).toMatchObject({ added: 1, refused: [] });
});
