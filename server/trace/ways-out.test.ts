import { type RefusalReason, refusalReasons } from '@suyuan/contract/trace/refusal.ts';
import { waysOut } from '@suyuan/contract/ways-out.ts';
import { expect, test } from 'vitest';
import { goodsServer } from '#test/goods/goods-server.ts';
import { deskWalks } from '#test/ways-out/desk-walks.ts';
import { fileWalks } from '#test/ways-out/file-walks.ts';
import { systemWalks } from '#test/ways-out/system-walks.ts';
import { Steps, type Walk, type World } from '#test/ways-out/walk.ts';
import { waybillWalks } from '#test/ways-out/waybill-walks.ts';

// Every refusal is brought about, and left by the way that its sentence advises: nobody is sent to what is refused next.

const { server, goods, from, dealerId } = await goodsServer();
const world: World = { server, goods, from, dealerId, steps: new Steps(server) };
const walks: Readonly<Record<RefusalReason, () => Promise<Walk>>> = {
  ...deskWalks(world),
  ...waybillWalks(world),
  ...systemWalks(world),
  ...fileWalks(world),
};

test.each(refusalReasons)('%s: its way out works', async (reason) => {
  const way = waysOut[reason];
  const { refused, out } = await walks[reason]();
  expect(await refused()).toContain(reason);
  world.steps.called.clear();
  await out();
  if (!('calls' in way)) return;
  expect([...world.steps.called]).toEqual(expect.arrayContaining(way.calls.map(({ path }) => path)));
  // What was refused before is taken now.
  if (way.next === 'first') expect(await refused()).toEqual([]);
});
