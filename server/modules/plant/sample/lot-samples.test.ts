import { product } from '@suyuan/contract/base/product/product.ts';
import { lotRelease, lotTakeBack } from '@suyuan/contract/plant/lot/lot-release.ts';
import { lotResult, lotResultAdd, lotResultImport, lotResultWithdraw } from '@suyuan/contract/plant/lot/lot-result.ts';
import { lotSamples, samplePlan, samplePlanCopy } from '@suyuan/contract/plant/lot/sample-plan.ts';
import {
  workOrder,
  workOrderDetail,
  workOrderFinish,
  workOrderSplit,
} from '@suyuan/contract/plant/order/work-order.ts';
import { codesReject, codesSample, codesUnmark } from '@suyuan/contract/plant/packing/marking.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { type Plant, plantOf } from '#test/goods/line.ts';
import { bringFile, reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let plant: Plant;
let line_id: number;
let tested: number;
let sequence = 0;
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

  await server.data(
    lotResultAdd,
    { work_order_id: id, test_name: 'Microbiology', outcome: 'failed', note: '12 CFU' },
    { token: laboratory },
  );
  expect((await release()).status).toBe(409);
  const { id: result } = await server.data(
    lotResultAdd,
    { work_order_id: id, test_name: 'Microbiology', outcome: 'passed' },
    { token: laboratory },
  );
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
  const other = await server.call(
    lotResultAdd,
    { work_order_id: id, test_name: 'Nothing', outcome: 'passed' },
    { token: laboratory },
  );
  expect(other.status).toBe(400);
  const foreign = await server.as(['orderlist', 'relevance:sample'], { factory: await server.party('factory') });
  expect((await server.call(lotSamples, { id }, { token: foreign })).status).toBe(404);
});

test('a work order may have a plan of its own, which its lot waits for instead of that of its product', async () => {
  const { id, sample } = await made();
  expect(await server.data(samplePlanCopy, { work_order_id: id })).toEqual({ tests: 2 });
  expect((await server.call(samplePlanCopy, { work_order_id: id })).status).toBe(409);
  const own = await server.data(samplePlan.page, { work_order_id: id });
  const [germs, archive] = ['Microbiology', 'Archive'].map((name) => own.rows.find((row) => row.test_name === name));
  await server.data(samplePlan.update, { id: germs?.id as number, samples: 1, point: 'middle' });
  await server.data(samplePlan.remove, { id: archive?.id as number });
  const { product_id } = plant;
  await server.data(samplePlan.add, { product_id, work_order_id: id, test_name: 'Alcohol', samples: 1 });
  expect(await samples(id)).toEqual([
    ['Microbiology', '0/1', null, false],
    ['Alcohol', '0/1', null, false],
  ]);
  // Other orders of the product keep its plan.
  expect((await samples((await plant.workOrder(line_id)).id)).map(([name]) => name)).toEqual([
    'Microbiology',
    'Archive',
  ]);
  await sample(0, 1, 'Microbiology');
  await sample(1, 2, 'Alcohol');
  await server.data(workOrderFinish, { id });
  const release = () => server.call(lotRelease, { id, release: 'quality' }, { token: quality, language: 'en' });
  await server.data(
    lotResultAdd,
    { work_order_id: id, test_name: 'alcohol', outcome: 'passed' },
    { token: laboratory },
  );
  expect((await release()).envelope.message).toContain('(Microbiology)');
  await server.data(
    lotResultAdd,
    { work_order_id: id, test_name: 'Microbiology', outcome: 'passed' },
    { token: laboratory },
  );
  expect((await release()).status).toBe(200);
  const late = { product_id, work_order_id: id, test_name: 'Late', samples: 1 };
  expect((await server.call(samplePlan.add, late)).status).toBe(409);
  expect((await server.call(samplePlan.remove, { id: germs?.id as number })).status).toBe(409);
});

test('an own plan goes with the order: to the part that is split off, and away with a draft', async () => {
  const { product_id } = plant;
  const { id } = await server.data(workOrder.add, { product_id, quantity: 10 });
  await server.data(samplePlan.add, { product_id, work_order_id: id, test_name: 'Alcohol', samples: 1 });
  expect(await samples(id)).toEqual([['Alcohol', '0/1', null, false]]);
  const part = await server.data(workOrderSplit, { id, quantity: 4 });
  expect(await samples(part.id)).toEqual([['Alcohol', '0/1', null, false]]);
  const other = await server.data(product.add, { product_code: `SP-${++sequence}`, product_name: 'another' });
  const wrong = { product_id: other.id, work_order_id: id, test_name: 'Alcohol', samples: 1 };
  expect(reasonsOf((await server.call(samplePlan.add, wrong)).envelope)).toEqual(['work_order_id no_such']);
  await server.data(workOrder.remove, { id });
  expect((await server.data(samplePlan.page, { work_order_id: id })).total).toBe(0);
  const token = await server.as(['sampleplan'], { factory: await server.party('factory') });
  const seen = await server.data(samplePlan.page, { product_id }, { token });
  expect(new Set(seen.rows.map((row) => row.work_order_id))).toEqual(new Set([null]));
  expect((await server.data(lotResult.page, {}, { token })).total).toBe(0);
});

test('the file of a laboratory is checked line by line, and nothing of it is written if a line is refused', async () => {
  const { id } = await made();
  const order = (await server.data(workOrder.page, { id })).rows[0]?.order_no;
  const file = (...lines: string[]) => ['order_no,test_name,outcome,note', ...lines].join('\n');
  const send = (text: string) => bringFile(server, lotResultImport, text, { mode: 'all', token: laboratory });
  const results = async () =>
    (await server.data(lotResult.page, { work_order_id: id })).rows.map((row) => [
      row.test_name,
      row.outcome,
      row.note,
    ]);
  const good = `${order},microbiology,passed,< 1 CFU`;
  const refused = await send(
    file(good, `${order},Colour,passed,`, 'NONE,Archive,failed,', `${order},Archive,perhaps,`),
  );
  expect(refused).toMatchObject({
    written: 0,
    refused: [
      { line: 3, problems: [{ path: 'test_name', reason: 'no_such' }] },
      { line: 4, problems: [{ path: 'work_order_id', reason: 'no_such' }] },
      { line: 5, problems: [{ path: 'outcome' }] },
    ],
  });
  expect(await results()).toEqual([]);
  expect(await send(file(good, `${order},Archive,failed,`))).toMatchObject({ added: 2, written: 2 });
  expect(await results()).toEqual([
    ['Archive', 'failed', null],
    ['Microbiology', 'passed', '< 1 CFU'],
  ]);
  expect(await send(file(good))).toMatchObject({ unchanged: 1, written: 0 });
});
