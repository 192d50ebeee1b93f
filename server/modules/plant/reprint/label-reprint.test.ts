import { workOrderFinish, workOrderReconciliation } from '@suyuan/contract/plant/order/work-order.ts';
import { labelReprint, reprintedLabel } from '@suyuan/contract/plant/packing/label-reprint.ts';
import { codesScrap } from '@suyuan/contract/plant/packing/marking.ts';
import { eventHistory, pack, packUndo } from '@suyuan/contract/plant/packing/packing.ts';
import { packingProgress } from '@suyuan/contract/plant/packing/packing-progress.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { type Plant, plantOf } from '#test/goods/line.ts';
import { wordsOf } from '#test/goods/scanner.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let plant: Plant;
let line_id: number;
beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  ({ line_id } = await plant.line());
});
afterAll(() => server.stop());

/** A running order with a case of three. */
async function packed() {
  const { id } = await plant.workOrder(line_id);
  const units = await codesOfOrder(server, await plant.codes(1, 12));
  const boxes = await codesOfOrder(server, await plant.codes(3, 4));
  await server.data(pack, { work_order_id: id, parent: boxes[0] as string, children: units.slice(0, 3) });
  return { id, units, boxes };
}
const label = async (event_id: number, token = server.admin) => {
  const file = await server.fetch(`${reprintedLabel.path}?event_id=${event_id}`, { headers: { token } });
  return { status: file.status, body: new Uint8Array(await file.arrayBuffer()) };
};
const textsOf = async (event: number) => (await wordsOf((await label(event)).body)).replaceAll(/\s+/g, ' ');

test('a label is printed again with a reason, counted, marked, and in the history of its code', async () => {
  const { id, units, boxes } = await packed();
  const [code, box] = [units[0] as string, boxes[0] as string];
  const before = await server.data(workOrderReconciliation, { id });
  await server.data(workOrderFinish, { id });
  const first = await server.data(labelReprint, { code, reason: 'torn' });
  expect(first).toMatchObject({ code, reprint: 1 });
  const second = await server.data(labelReprint, { code, reason: 'torn again', batch_key: 'k' });
  expect(second.reprint).toBe(2);
  expect(await server.data(labelReprint, { code, reason: 'torn again', batch_key: 'k' })).toEqual(second);
  expect(await textsOf(first.event_id)).toContain('R1');
  expect(await textsOf(second.event_id)).toContain('R2');
  const ofBox = await server.data(labelReprint, { code: box, reason: 'wet' });
  expect(await textsOf(ofBox.event_id)).toContain('x 3');
  const history = await server.data(eventHistory, { code });
  expect(history.filter(({ act }) => act === 'print')).toMatchObject([
    { reason: 'torn again', reprint: 2 },
    { reason: 'torn', reprint: 1 },
  ]);
  expect(history.filter(({ act }) => act !== 'print').map(({ reprint }) => reprint)).not.toContain(1);
  // Where the codes are has not changed.
  expect(await server.data(workOrderReconciliation, { id })).toEqual({ ...before, printed: before.printed + 2 });
});

test('only labels of goods are printed again, by who may, and fetched by who did it, for a while', async () => {
  const { id, units } = await packed();
  const refusedWith = async (code: string) => {
    const { status, envelope } = await server.call(labelReprint, { code, reason: 'torn' });
    return [
      status,
      (envelope.data as unknown as { refusals: { reason: string }[] }).refusals.map(({ reason }) => reason),
    ];
  };
  expect(await refusedWith(units[5] as string)).toEqual([409, ['not_commissioned']]);
  await server.data(codesScrap, { work_order_id: id, codes: [units[0] as string], reason: 'x', moving: true });
  expect(await refusedWith(units[0] as string)).toEqual([409, ['destroyed']]);
  const packer = await server.as(['relevance', 'relevance:pack']);
  const input = { code: units[1] as string, reason: 'torn' };
  expect((await server.call(labelReprint, input, { token: packer })).status).toBe(401);
  const { event_id } = await server.data(labelReprint, input);
  const other = await server.as(['relevance', 'relevance:reprint']);
  expect((await label(event_id, other)).status).toBe(404);
  await server.sql`update trace_event set recorded_at = recorded_at - interval '16 minutes' where id = ${event_id}`;
  expect((await label(event_id)).status).toBe(409);
  const foreign = await server.as(['relevance', 'relevance:reprint'], { factory: await server.party('factory') });
  expect((await server.call(labelReprint, input, { token: foreign })).status).toBe(409);
});

test('packers of an order see what each of them packed, without what was undone', async () => {
  const { id, units, boxes } = await packed();
  const other = await server.as(['relevance', 'relevance:pack'], { name: 'second packer' });
  const packing = (box: number, from: number) => ({
    ...{ work_order_id: id, parent: boxes[box] as string },
    children: units.slice(from, from + 3),
  });
  await server.data(pack, packing(1, 3), { token: other });
  await server.data(pack, packing(2, 6), { token: other });
  const [pallet = ''] = await codesOfOrder(server, await plant.codes(4, 1));
  await server.data(pack, { work_order_id: id, parent: pallet, children: boxes.slice(0, 2) }, { token: other });
  expect(await server.data(packingProgress, { work_order_id: id }, { token: other })).toMatchObject({
    ...{ quantity: 1000, packed: 9, in_hour: 9 },
    packers: [
      { name: 'second packer', units: 6, packages: 2, outer: 1 },
      { units: 3, packages: 1, outer: 0 },
    ],
  });
  const { event_id: wrong } = await server.data(pack, { ...packing(3, 9) }, { token: other });
  await server.data(packUndo, { parent: boxes[3] as string, event_id: wrong }, { token: other });
  const after = await server.data(packingProgress, { work_order_id: id });
  expect([after.in_hour, after.packers[0]?.packages]).toEqual([9, 2]);
  const foreign = await server.as(['relevance', 'relevance:pack'], { factory: await server.party('factory') });
  expect((await server.call(packingProgress, { work_order_id: id }, { token: foreign })).status).toBe(404);
});
