import { workOrderFinish, workOrderReconciliation } from '@suyuan/contract/plant/order/work-order.ts';
import { workOrderClose } from '@suyuan/contract/plant/order/work-order-closing.ts';
import { codesReject, codesSample, codesScrap, codesUnmark } from '@suyuan/contract/plant/packing/marking.ts';
import { eventHistory, pack, packable, packageTree, replace, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { codesBind } from '@suyuan/contract/tagging/code-binding.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { type Plant, plantOf } from '#test/goods/line.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let plant: Plant;
let line: number;
beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  line = (await plant.line()).line_id;
});
afterAll(() => server.stop());

/** A running work order with twelve labels bound to it, and cases for it. */
async function packingOrder() {
  const { id } = await plant.workOrder(line);
  const order = await plant.codes(1, 12);
  await server.data(codesBind, { order_id: order, work_order_id: id });
  const boxes = await codesOfOrder(server, await plant.codes(3, 2));
  return { id, units: await codesOfOrder(server, order), box: boxes[0] as string };
}

const refusedWith = async (...args: Parameters<TestServer['call']>) => {
  const { status, envelope } = await server.call(args[0], args[1], { language: 'en', ...args[2] });
  const { refusals } = envelope.data as { refusals: { code: string; reason: string }[] };
  return [status, ...refusals.map(({ code, reason }) => `${code} ${reason}`)];
};
const figures = (id: number) => server.data(workOrderReconciliation, { id });

test('what was marked, unpacked or replaced already is known under another key, and recorded once', async () => {
  const { id, units, box } = await packingOrder();
  const work_order_id = id;
  const events = () => server.sql`select count(*) from trace_event`;
  await server.data(pack, { work_order_id, parent: box, children: units.slice(0, 3) });
  const sent: Parameters<TestServer['data']>[] = [
    [codesScrap, { work_order_id, codes: units.slice(3, 5), reason: 'label torn' }],
    [codesSample, { work_order_id, codes: units.slice(5, 6), reason: 'laboratory' }],
    [unpack, { children: units.slice(0, 1), reason: 'wrong case' }],
    [replace, { old: units[1], new: units[8], reason: 'unreadable' }],
  ];
  for (const [call, input] of sent) await server.data(call, { ...(input as object), batch_key: 'first' });
  const [once, counted] = [await events(), await figures(id)];
  for (const [call, input] of sent)
    expect((await server.call(call, { ...(input as object), batch_key: 'second' })).status).toBe(200);
  expect([await events(), await figures(id)]).toEqual([once, counted]);
});

test('a torn label, samples and rejects are recorded at a desk, counted, and undone', async () => {
  const { id, units, box } = await packingOrder();
  const work_order_id = id;
  await server.data(pack, { work_order_id, parent: box, children: units.slice(0, 3) });
  await server.data(codesScrap, { work_order_id, codes: units.slice(3, 5), reason: 'label torn' });
  await server.data(codesReject, { work_order_id, codes: units.slice(5, 7), reason: 'leaks' });
  const sample = { work_order_id, codes: units.slice(0, 1), reason: 'laboratory' };
  expect(await refusedWith(codesSample, sample)).toEqual([409, `${units[0]} packed_elsewhere`]);
  expect(await server.data(codesSample, { ...sample, moving: true })).toEqual({ marked: 1 });
  expect(await server.data(packageTree, { code: box })).toMatchObject({ units: 2, remainder: true });
  const counted = { label_scrapped: 2, rejected: 2, sampled: 1, packed: 2, bound: 5, holds: true };
  expect(await figures(id)).toMatchObject({ issued: 12, unused: 5, ...counted });

  // Neither is what was taken as a sample sold, nor what was scrapped packed.
  const again = { work_order_id, parent: box, children: [units[0], units[3]], remainder: true };
  expect(await refusedWith(pack, again)).toEqual([409, `${units[0]} sampled`, `${units[3]} destroyed`]);

  const wrong = { codes: [units[0], units[3], units[5]] as string[], reason: 'it was another bottle' };
  expect(await server.data(codesUnmark, wrong)).toEqual({ marked: 3 });
  expect(await figures(id)).toMatchObject({ label_scrapped: 1, rejected: 1, sampled: 0, unused: 7, holds: true });
  expect(await refusedWith(codesUnmark, wrong)).toEqual([409, ...wrong.codes.map((code) => `${code} not_marked`)]);
  const history = await server.data(eventHistory, { work_order_id, act: 'scrap' });
  expect(history.map(({ corrected, error_reason, reason }) => [corrected, error_reason, reason])).toEqual([
    [false, 'did_not_occur', 'it was another bottle'],
    [false, null, 'label torn'],
    [true, null, 'label torn'],
  ]);
});

test('the desk shows before confirmation what cannot be marked', async () => {
  const { id, units, box } = await packingOrder();
  await server.data(pack, { work_order_id: id, parent: box, children: units.slice(0, 3) });
  await server.data(codesScrap, { work_order_id: id, codes: [units[3] as string], reason: 'torn' });
  const query = { work_order_id: id, codes: [units[0], units[3], units[4], box] as string[], mark: 'sample' } as const;
  const reasons = async (moving: boolean) =>
    (await server.data(packable, { ...query, moving })).map(({ refusals }) => refusals.map(({ reason }) => reason));
  expect(await reasons(false)).toEqual([['packed_elsewhere'], ['destroyed'], [], ['has_contents']]);
  expect(await reasons(true)).toEqual([[], ['destroyed'], [], ['has_contents']]);
});

test('a laboratory takes samples of a finished order, but not of a closed one', async () => {
  const { id, units, box } = await packingOrder();
  await server.data(pack, { work_order_id: id, parent: box, children: units.slice(0, 3) });
  await server.data(workOrderFinish, { id });
  const sample = (code: number) => ({
    ...{ work_order_id: id, moving: true, reason: 'laboratory' },
    codes: [units[code] as string],
  });
  await server.data(codesSample, sample(0));
  expect(await figures(id)).toMatchObject({ sampled: 1, holds: true });
  await server.data(workOrderClose, { id });
  expect(await refusedWith(codesSample, { ...sample(3) })).toEqual([409, `${units[3]} order_closed`]);
});

test('each event has its permission, and orders of others are unknown', async () => {
  const { id, units } = await packingOrder();
  const sampler = await server.as(['relevance', 'relevance:sample']);
  const input = { work_order_id: id, codes: [units[0] as string], reason: 'laboratory' };
  expect((await server.call(codesScrap, input, { token: sampler })).status).toBe(401);
  await server.data(codesSample, input, { token: sampler });
  const scrapper = await server.as(['relevance', 'relevance:scrap']);
  const back = { codes: input.codes, reason: 'no' };
  expect(await refusedWith(codesUnmark, back, { token: scrapper })).toEqual([409, `${units[0]} not_marked`]);
  const foreign = await server.as(['relevance', 'relevance:sample'], { factory: await server.party('factory') });
  expect((await server.call(codesSample, input, { token: foreign })).status).toBe(404);
});
