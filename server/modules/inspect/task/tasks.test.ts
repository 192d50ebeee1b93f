import { noticeList } from '@suyuan/contract/access/notice.ts';
import { caseClose } from '@suyuan/contract/inspect/case/case.ts';
import { caseDetail } from '@suyuan/contract/inspect/case/case-detail.ts';
import { forensicAdd, forensicCase } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { consumerWarning } from '@suyuan/contract/inspect/consumer-warning.ts';
import { inspectAdd, inspectRecord } from '@suyuan/contract/inspect/task/inspect-record.ts';
import {
  ownTasks,
  stopMark,
  taskAdd,
  taskDetail,
  taskFinish,
  taskInspectors,
  taskPlaces,
  taskReopen,
  taskUpdate,
  taskWithdraw,
} from '@suyuan/contract/inspect/task/inspect-task.ts';
import { self } from '@suyuan/contract/organ/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { suspected } from '#test/goods/suspected.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let inspector: string;
let inspectorId: number;

beforeAll(async () => {
  server = await testServer();
  inspector = await server.as(['inspectrecord', 'inspectrecord:add', 'forensics', 'forensics:add']);
  inspectorId = (await server.data(self, {}, { token: inspector })).id;
});
afterAll(() => server.stop());

const due_at = '2030-01-01T00:00:00.000Z';
const place = (name: string, longitude: number) => ({ name, position: { latitude: 30, longitude } });

/** A task of the inspector for a new warning, to three shops in a row. */
async function given(subject: string) {
  const warning_id = await suspected(server.sql, { subject, province: '浙江省', at: [30.2, 120.1] });
  const stops = [place('east', 122), place('west', 120), place('middle', 121)];
  const task = await server.data(taskAdd, { warning_id, assignee_id: inspectorId, due_at, stops });
  return { ...task, warning_id };
}
const routeOf = async (id: number) => (await server.data(taskDetail, { id })).route;
const own = async (id: number) => (await server.data(ownTasks, {}, { token: inspector })).find((one) => one.id === id);

test('a task for a warning makes its case, and leads along a short route', async () => {
  const { id, case_id, warning_id, task_no } = await given('e1');
  expect(task_no).toMatch(/^RW\d+$/);
  const names = (await routeOf(id)).map(({ name }) => name);
  expect([
    ['west', 'middle', 'east'],
    ['east', 'middle', 'west'],
  ]).toContainEqual(names);
  const [first, second] = await routeOf(id);
  // A degree of longitude at 30° north.
  expect([first?.km, second?.km]).toEqual([null, 96]);
  const { rows } = await server.data(consumerWarning.page, { id: warning_id });
  expect(rows).toMatchObject([{ case_id }]);
  const again = await server.data(taskAdd, {
    ...{ warning_id, assignee_id: inspectorId, due_at },
    stops: [{ name: 'nowhere' }, place('there', 120)],
  });
  expect(again.case_id).toBe(case_id);
  expect((await routeOf(again.id)).map(({ name }) => name)).toEqual(['there', 'nowhere']);
});

test('an inspector sees their own tasks, inspects at the stops, and the finished task goes back to the case', async () => {
  const { id, case_id, task_no } = await given('e2');
  const token = inspector;
  const route = (await own(id))?.route ?? [];
  const [a, b, c] = route.map((stop) => stop.id) as [number, number, number];
  const inspection = await server.data(inspectAdd, { code: 'never-issued-1', stop_id: a }, { token });
  expect((await own(id))?.route.map(({ status }) => status)).toEqual(['inspected', 'open', 'open']);

  expect((await server.call(taskFinish, { id, result: 'x' }, { token })).status).toBe(409);
  const without = await server.call(stopMark, { id: b, status: 'not_found' }, { token });
  expect([without.status, without.envelope.data]).toMatchObject([400, { fields: [{ path: 'reason' }] }]);
  await server.data(stopMark, { id: b, status: 'not_found', reason: 'pulled down' }, { token });
  await server.data(stopMark, { id: c, status: 'closed', reason: 'moved away' }, { token });
  expect((await server.call(caseClose, { id: case_id, outcome: 'right', reason: 'x' })).status).toBe(409);
  await server.data(taskFinish, { id, result: 'one shop sells it' }, { token });
  expect(await own(id)).toBeUndefined();

  const detail = await server.data(caseDetail, { id: case_id });
  expect(detail.tasks_of).toMatchObject([
    { task_no, status: 'finished', stops: 3, done: 3, result: 'one shop sells it' },
  ]);
  expect(detail.inspections).toMatchObject([{ id: inspection.id, task_no, stop: expect.any(String) }]);
  expect(detail.steps.at(-1)).toMatchObject({ step: 'task_finished', text: `${task_no}: one shop sells it` });
  const told = (await server.data(noticeList, {})).rows.find(({ kind }) => kind === 'task_finished');
  expect(told?.params).toMatchObject({ what: task_no });
  const { rows } = await server.data(inspectRecord.page, { case_id });
  expect(rows).toMatchObject([{ id: inspection.id, task_no }]);

  // The evidence belongs to the case of the inspection.
  const evidence = await server.data(forensicAdd, { inspect_id: inspection.id, note: 'a bottle' }, { token });
  const listed = await server.data(forensicCase.page, { inspect_case_id: case_id });
  expect(listed.rows).toMatchObject([
    { id: evidence.id, inspect_id: inspection.id, inspected_code: expect.any(String) },
  ]);
  const inspected = await server.data(inspectRecord.page, { case_id });
  expect(inspected.rows).toMatchObject([{ evidence_id: evidence.id, evidence_no: evidence.case_no }]);
  expect((await server.data(caseDetail, { id: case_id })).inspections[0]?.evidence).toMatchObject([
    { id: evidence.id },
  ]);
});

test('a task is of its inspector alone, and is given to people who may inspect', async () => {
  const { id } = await given('e3');
  const token = await server.as(['inspectrecord', 'inspectrecord:add']);
  const [stop] = await routeOf(id);
  const mark = { id: stop?.id, status: 'closed', reason: 'x' };
  expect((await server.call(stopMark, mark, { token })).status).toBe(404);
  expect((await server.call(taskFinish, { id, result: 'x' }, { token })).status).toBe(404);
  const clerk = await server.data(self, {}, { token: await server.as(['productlist']) });
  const wrong = await server.call(taskUpdate, { id, assignee_id: clerk.id, due_at });
  expect([wrong.status, wrong.envelope.data]).toMatchObject([400, { fields: [{ path: 'assignee_id' }] }]);
  const offered = await server.data(taskInspectors, {});
  expect(offered.map((one) => one.id)).toContain(inspectorId);
  expect(offered.map((one) => one.id)).not.toContain(clerk.id);
});

test('what a phone sends after its task is over is kept, and so is the withdrawn task', async () => {
  const { id, case_id } = await given('e4');
  const [stop] = await routeOf(id);
  await server.data(taskWithdraw, { id, reason: 'not worth it' });
  const late = await server.call(inspectAdd, { code: 'never-issued-2', stop_id: stop?.id }, { token: inspector });
  expect(late.status).toBe(200);
  expect((await routeOf(id))[0]).toMatchObject({ status: 'open', inspections: [{ code: 'never-issued-2' }] });
  expect((await server.call(taskReopen, { id }, { token: inspector })).status).toBe(404);
  await server.data(taskReopen, { id });
  expect((await own(id))?.route[0]?.status).toBe('open');
  const wrong = await server.call(inspectAdd, { code: 'x', stop_id: 999_999 }, { token: inspector });
  expect([wrong.status, wrong.envelope.data]).toMatchObject([400, { fields: [{ path: 'stop_id' }] }]);
  expect((await server.data(taskPlaces, { case_id })).map(({ source, name }) => [source, name])).toEqual([
    ['told', '浙江省'],
  ]);
});
