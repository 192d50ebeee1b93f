import { lotRelease, lotTakeBack } from '@suyuan/contract/plant/lot-release.ts';
import { codesReject, codesSample, codesUnmark } from '@suyuan/contract/plant/marking.ts';
import { lotResultAdd, lotResultWithdraw, lotSamples, samplePlan } from '@suyuan/contract/plant/sample-plan.ts';
import { workOrderDetail, workOrderFinish } from '@suyuan/contract/plant/work-order.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { type Plant, plantOf } from '#test/goods/line.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let plant: Plant;
let line_id: number;
let tested: number;
let laboratory: string;
let quality: string;
beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  ({ line_id } = await plant.line());
  const { product_id } = plant;
  tested = (await server.data(samplePlan.add, { product_id, test_name: 'Microbiology', samples: 2, point: 'end' })).id;
  await server.data(samplePlan.add, { product_id, test_name: 'Archive', samples: 1, every: 3, use: 'retained' });
  laboratory = await server.as(['orderlist', 'orderlist:result'], { name: 'laboratory' });
  quality = await server.as(['orderlist', 'orderlist:quality'], { name: 'quality' });
});
afterAll(() => server.stop());

/** A running order for which six units were made. */
async function made() {
  const { id } = await plant.workOrder(line_id);
  const units = await codesOfOrder(server, await plant.codes(1, 12));
  await server.data(codesReject, { work_order_id: id, codes: units.slice(0, 6), reason: 'set aside' });
  const sample = (from: number, to: number, reason: string) =>
    server.data(codesSample, { work_order_id: id, codes: units.slice(from, to), reason });
  return { id, units, sample };
}
const samples = async (id: number) =>
  (await server.data(lotSamples, { id })).samples.map(({ test_name, required, taken, fulfilled, result }) => [
    test_name,
    `${taken}/${required}`,
    result?.passed ?? null,
    fulfilled,
  ]);

test('samples count by their purpose, and quality releases a lot once they are there and passed', async () => {
  const { id, units, sample } = await made();
  expect(await samples(id)).toEqual([
    ['Microbiology', '0/2', null, false],
    ['Archive', '0/2', null, false],
  ]);
  await sample(0, 2, 'Microbiology');
  await sample(2, 5, 'archive');
  await server.data(codesUnmark, { codes: units.slice(4, 5), reason: 'one too many' });
  await server.data(workOrderFinish, { id });
  const release = () => server.call(lotRelease, { id, release: 'quality' }, { token: quality, language: 'en' });
  const refused = await release();
  expect([refused.status, refused.envelope.message]).toEqual([409, expect.stringContaining('(Microbiology)')]);

  await server.data(lotResultAdd, { id, plan_id: tested, passed: false, note: '12 CFU' }, { token: laboratory });
  expect((await release()).status).toBe(409);
  const { id: result } = await server.data(lotResultAdd, { id, plan_id: tested, passed: true }, { token: laboratory });
  expect(await samples(id)).toEqual([
    ['Microbiology', '2/2', true, true],
    ['Archive', '2/2', null, true],
  ]);
  expect((await release()).status).toBe(200);
  const withdraw = () => server.call(lotResultWithdraw, { id: result, reason: 'wrong lot' }, { token: laboratory });
  expect((await withdraw()).status).toBe(409);
  await server.data(lotTakeBack, { id, release: 'quality', reason: 'looked again' });
  expect((await withdraw()).status).toBe(200);
  expect((await withdraw()).status).toBe(409);
  // The result before it stands again.
  expect((await samples(id))[0]).toEqual(['Microbiology', '2/2', false, false]);
  expect((await server.data(lotSamples, { id })).withdrawn).toMatchObject([
    { test_name: 'Microbiology', by: 'laboratory', reason: 'wrong lot' },
  ]);
  const used = await server.call(samplePlan.update, { id: tested, test_name: 'Germs' });
  expect([used.status, (await server.call(samplePlan.remove, { id: tested })).status]).toEqual([409, 409]);
});

test('another person than who finished the order releases a lot regardless, with a reason that stays with it', async () => {
  const { id } = await made();
  await server.data(workOrderFinish, { id });
  const input = { id, release: 'quality', reason: 'tested abroad' } as const;
  expect((await server.call(lotRelease, input)).status).toBe(409);
  await server.data(lotRelease, input, { token: quality });
  expect((await server.data(workOrderDetail, { id })).lot).toMatchObject({ quality_reason: 'tested abroad' });
  await server.data(lotTakeBack, { id, release: 'quality', reason: 'no' });
  expect((await server.data(workOrderDetail, { id })).lot).toMatchObject({ quality_reason: null });
});

test('a plan names a test once, and people of another factory see nothing of a lot', async () => {
  const { id } = await made();
  const twice = { product_id: plant.product_id, test_name: 'MICROBIOLOGY', samples: 1 };
  expect((await server.call(samplePlan.add, twice)).status).toBe(409);
  expect((await server.call(samplePlan.add, { ...twice, product_id: 999_999 })).status).toBe(400);
  const other = await server.call(lotResultAdd, { id, plan_id: 999_999, passed: true }, { token: laboratory });
  expect(other.status).toBe(400);
  const foreign = await server.as(['orderlist', 'relevance:sample'], { factory: await server.party('factory') });
  expect((await server.call(lotSamples, { id }, { token: foreign })).status).toBe(404);
});
