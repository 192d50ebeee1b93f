import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { packageTree } from '@suyuan/contract/plant/packing/packing.ts';
import { packingUpload, type ShortPackages, taskDetail, taskRefusals } from '@suyuan/contract/plant/task.ts';
import { expect, test, vi } from 'vitest';
import { goodsServer } from '#test/goods/goods-server.ts';
import { reasonsOf } from '#test/harness/files.ts';

// Three bottles to a case. A file whose lines do not fill a case is asked about, not guessed.

const { server, goods, from } = await goodsServer();

async function sent(lines: readonly string[], { short, order }: { short?: ShortPackages; order?: Order } = {}) {
  const { workOrderId } = await goods.made(from, order ? { order } : {});
  const form = new FormData();
  form.append('file', new Blob([lines.join('\n')]), 'packing.csv');
  const path = `${packingUpload.path}?work_order_id=${workOrderId}${short ? `&short=${short}` : ''}`;
  const response = await server.fetch(path, { method: 'POST', headers: { token: server.admin }, body: form });
  const { data } = (await response.json()) as { data: { job: string } };
  await vi.waitUntil(async () => (await server.data(taskDetail, data)).state === 'done', { timeout: 30_000 });
  return server.data(taskDetail, data);
}
type Order = Partial<InputOf<typeof workOrder.add>>;

async function refusalsOf(job: string): Promise<string> {
  const headers = { token: server.admin, 'accept-language': 'en' };
  return (await server.fetch(`${taskRefusals.path}?job=${job}`, { headers })).text();
}

/** Two cases with their bottles. */
async function twoCases() {
  const [units, [a, b]] = [await goods.codes(1, 6), (await goods.codes(3, 2)) as [string, string]];
  return { units, a, b, linesOfB: units.slice(3).map((unit) => `${b},${unit}`) };
}

const contentsOf = async (code: string) => (await server.data(packageTree, { code })).children.length;

test.each([
  ['an empty child', (a: string) => `${a},`],
  ['no second cell', (a: string) => a],
  ['a blank child', (a: string) => `${a},   `],
  ['a child that is no code', (a: string) => `${a},nonsense`],
])('a line with %s refuses its package, even if incomplete ones are accepted', async (_, lineOf) => {
  const { units, a, b, linesOfB } = await twoCases();
  for (const lines of [
    [`${a},${units[0]}`, lineOf(a), `${a},${units[1]}`, ...linesOfB],
    // Its lines are not together, and the wrong one comes last.
    [`${a},${units[0]}`, ...linesOfB, `${a},${units[1]}`, lineOf(a)],
  ]) {
    const job = await sent(lines, { short: 'remainder' });
    expect(job.accepted + job.refused).toBe(lines.length);
    expect(await contentsOf(a)).toBe(0);
    expect(await contentsOf(b)).toBe(3);
  }
});

test('a line without a package refuses no other line', async () => {
  const { units, b, linesOfB } = await twoCases();
  expect(await sent([`,${units[0]}`, ...linesOfB])).toMatchObject({ accepted: 3, refused: 1, short: 0 });
  expect(await contentsOf(b)).toBe(3);
});

test('incomplete packages are refused unless accepted, and are counted', async () => {
  const { units, a, b, linesOfB } = await twoCases();
  const lines = [`${a},${units[0]}`, `${a},${units[1]}`, ...linesOfB];
  const refused = await sent(lines);
  expect(refused).toMatchObject({ accepted: 3, refused: 2, short: 1 });
  expect(await refusalsOf(refused.id)).toContain('2 / 3');
  expect([await contentsOf(a), await contentsOf(b)]).toEqual([0, 3]);
  expect(await sent(lines.slice(0, 2), { short: 'remainder' })).toMatchObject({ accepted: 2, refused: 0, short: 1 });
  expect(await server.data(packageTree, { code: a })).toMatchObject({ remainder: true, units: 2 });
});

test('an order that refuses incomplete packages refuses them of a file, too', async () => {
  const { units, a } = await twoCases();
  const job = await sent([`${a},${units[0]}`], { short: 'remainder', order: { remainder: 'refused' } });
  expect(job).toMatchObject({ accepted: 0, refused: 1, short: 1 });
});

test('a wrong choice is refused by name', async () => {
  const form = new FormData();
  form.append('file', new Blob(['a,b']), 'packing.csv');
  const path = `${packingUpload.path}?work_order_id=1&short=maybe`;
  const response = await server.fetch(path, { method: 'POST', headers: { token: server.admin }, body: form });
  expect([response.status, ...reasonsOf((await response.json()) as never)]).toEqual([
    400,
    expect.stringMatching(/^short /),
  ]);
});
