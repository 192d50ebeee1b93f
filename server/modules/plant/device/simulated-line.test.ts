import { workOrderReconciliation } from '@suyuan/contract/plant/order/work-order.ts';
import { defaultMishaps, defaultStationMishaps } from '@suyuan/simulator/mishaps.ts';
import { type LineOptions, simulateLine } from '@suyuan/simulator/simulate-line.ts';
import { simulateStation } from '@suyuan/simulator/simulate-station.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Plant, plantOf } from '#test/goods/line.ts';
import { adminPassword, type TestServer, testServer } from '#test/harness/server.ts';
import { differences } from '#trace/figures/verify.ts';

let server: TestServer;
let plant: Plant;
beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server, [12, 10]);
  await plant.codes(1, 20_000);
  await plant.codes(3, 2000);
  await plant.codes(4, 500);
});
afterAll(() => server.stop());

const run = async (more: Partial<LineOptions>) => {
  const { line_id, device } = await plant.line();
  const { id, order_no } = await plant.workOrder(line_id, { quantity: 5000 });
  const options = { url: server.url, key: device.key, order: order_no, minutes: 4, speed: 900, seed: 7, atOnce: true };
  const report = await simulateLine({ ...options, ...more });
  return { report, figures: await server.data(workOrderReconciliation, { id }) };
};

test('a line with all mishaps ends with a work order that reconciles', { timeout: 120_000 }, async () => {
  const often = { ...defaultMishaps, networkLoss: 1 / 40, outOfOrder: 0.3, sentTwice: 0.3 };
  const { report, figures } = await run({ mishaps: often });
  const { tally } = report;
  expect([tally.twice, tally.outOfOrder, tally.losses].every((count) => count > 0)).toBe(true);
  expect(report.units).toBeGreaterThan(2000);
  expect(figures).toMatchObject({ holds: true, printed: report.units, issued: report.units, unused: 0, loose: 0 });
  expect(figures.packed).toBeGreaterThan(0.95 * report.units);
  // What a line did twice or could not read is refused, and nothing else is.
  expect([...tally.refusals.keys()].toSorted()).toEqual(['commissioned_already', 'unknown_code']);
  expect(await server.sql`select 1 from waiting_act`).toEqual([]);
  expect(await differences(server.sql)).toEqual([]);
});

test('the same seed gives the same line', { timeout: 60_000 }, async () => {
  const [one, other] = [await run({ minutes: 1 }), await run({ minutes: 1 })];
  expect(other.report.tally).toEqual(one.report.tally);
  expect(other.figures).toEqual(one.figures);
});

test('a line stopped early returns unprinted codes, and its work order reconciles', {
  timeout: 60_000,
}, async () => {
  const { line_id, device } = await plant.line();
  const { id, order_no } = await plant.workOrder(line_id);
  const ending = new AbortController();
  const { signal } = ending;
  const options = { url: server.url, key: device.key, order: order_no, minutes: 60, speed: 6000, seed: 7, signal };
  const running = simulateLine(options);
  const figures = () => server.data(workOrderReconciliation, { id });
  await expect.poll(async () => (await figures()).bound, { timeout: 30_000 }).toBeGreaterThan(0);
  ending.abort();
  const report = await running;
  expect(report.seconds).toBeLessThan(3600);
  expect(await figures()).toMatchObject({ holds: true, issued: report.units, printed: report.units, unused: 0 });
});

test('a line without a server reports it at once', async () => {
  const options = { url: 'http://127.0.0.1:1', key: 'none', minutes: 1, speed: 60, seed: 7 };
  await expect(simulateLine(options)).rejects.toThrow('No server answers at http://127.0.0.1:1');
});

test('mistakes at a desk are undone, and the work order reconciles', {
  timeout: 60_000,
}, async () => {
  const { line_id, device } = await plant.line();
  const { id, order_no } = await plant.workOrder(line_id, { quantity: 500 });
  await server.as(['relevance', 'relevance:pack'], { name: 'packer' });
  const often = { ...defaultStationMishaps, packageUndone: 0.3, remainder: 0.1, answerLost: 0.3 };
  const { tally } = await simulateStation({
    ...{ url: server.url, key: device.key, order: order_no, minutes: 1, speed: 3, seed: 7, atOnce: true },
    ...{ account: 'packer', password: adminPassword, mishaps: often },
  });
  expect(tally.mishaps.size).toBeGreaterThan(3);
  const figures = await server.data(workOrderReconciliation, { id });
  expect(figures).toMatchObject({
    holds: true,
    packed: tally.units,
    packages: tally.packages,
    remainders: tally.remainders,
  });
  expect(await differences(server.sql)).toEqual([]);
});
