import { refusedScans } from '@suyuan/contract/handheld/scan.ts';
import { waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { defaultHandheldMishaps, type HandheldMishaps } from '@suyuan/simulator/mishaps.ts';
import { simulateHandhelds } from '@suyuan/simulator/simulate-handhelds.ts';
import { expect, test } from 'vitest';
import { goodsServer } from '#test/goods/goods-server.ts';
import { adminPassword } from '#test/harness/server.ts';
import { differences } from '#trace/figures/verify.ts';

/** Each day has a server of its own, whose open waybills are all its work. */
const [changing, away] = [await goodsServer(), await goodsServer()];

type GoodsServer = Awaited<ReturnType<typeof goodsServer>>;

/** Waybills of so many cases of three each, of products of their own. */
async function waybillsOf({ goods, from, dealerId }: GoodsServer, cases: readonly number[]) {
  const ids: number[] = [];
  for (const count of cases) {
    const made = await goods.made(from);
    await goods.cases(made, count);
    ids.push(await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: count * 3 }]));
  }
  return ids;
}

const day = ({ server }: GoodsServer, people: number, more: { awayAllDay?: boolean; mishaps?: HandheldMishaps } = {}) =>
  simulateHandhelds({
    ...{ url: server.url, account: 'admin', password: adminPassword, people, seed: 7 },
    ...{ speed: 1, minutes: 60, atOnce: true, ...more },
  });

const total = (counts: readonly ReadonlyMap<string, number>[], name: string) =>
  counts.reduce((sum, one) => sum + (one.get(name) ?? 0), 0);

test('a day with handhelds whose network comes and goes leaves everything on its waybill once', async () => {
  const { server } = changing;
  const ids = await waybillsOf(changing, [30, 25, 20, 15]);
  const often = {
    ...defaultHandheldMishaps,
    networkLoss: 1 / 15,
    lostFor: [3, 25],
    answerLost: 0.2,
    takenOff: 0.1,
  } as const;
  const { tallies } = await day(changing, 4, { mishaps: { ...often, misread: 0.05, wrongGoods: 0.1 } });
  expect(tallies.some(({ longestQueue }) => longestQueue > 3)).toBe(true);
  expect(tallies.reduce((sum, { answersLost }) => sum + answersLost, 0)).toBeGreaterThan(0);
  for (const [at, id] of ids.entries())
    expect(await server.data(waybillDetail, { id })).toMatchObject({ loaded: ([30, 25, 20, 15][at] as number) * 3 });
  const results = tallies.map((tally) => tally.results);
  const scans = tallies.reduce((sum, tally) => sum + tally.scans, 0);
  expect(total(results, 'taken') + total(results, 'known') + total(results, 'refused')).toBe(scans);
  // A label that nobody can read, and goods of another waybill, which may be on it already.
  const reasons = new Set(tallies.flatMap(({ refusals }) => [...refusals.keys()]));
  expect([...reasons].toSorted()).toEqual(['loaded_already', 'not_ordered', 'unknown_code']);
  expect((await server.data(refusedScans, { all: true })).refusals).toEqual([]);
  expect(await differences(server.sql)).toEqual([]);
});

test('handhelds that were away all day and come back at once are settled', async () => {
  const { server } = away;
  const ids = await waybillsOf(away, [12, 12]);
  const { tallies, secondsToSettle } = await day(away, 3, { awayAllDay: true });
  expect(secondsToSettle).toBeGreaterThan(0);
  expect(tallies.map(({ longestQueue, scans }) => longestQueue === scans)).toEqual([true, true, true]);
  for (const id of ids) expect(await server.data(waybillDetail, { id })).toMatchObject({ loaded: 36 });
});
