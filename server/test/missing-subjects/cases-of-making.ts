import { recallAdd } from '@suyuan/contract/inspect/recall/recall.ts';
import { deviceBatch } from '@suyuan/contract/plant/device/device.ts';
import { workOrder, workOrderRelease } from '@suyuan/contract/plant/order/work-order.ts';
import { pack, packSet, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { expect } from 'vitest';
import type { Made } from '../goods/goods.ts';
import { systemWalks } from '../ways-out/system-walks.ts';
import { atDesk, type World } from '../ways-out/walk.ts';
import { leftOpen, withoutLot } from './cases-of-goods.ts';
import { fieldsAtFault } from './fields-at-fault.ts';
import type { Case } from './missing.ts';

const reason = 'checked at the desk';

/** A desk with an order that has no packaging relation. */
const withoutRelation = (world: World) => atDesk(world, { order: { hierarchy_id: undefined as never } });
type Desk = Awaited<ReturnType<typeof atDesk>>;

/** Without a relation, an event that it would refuse is taken, and the order says that nothing is checked. */
const unrelated = (event: (world: World, desk: Desk) => Promise<unknown>, without: string): [Case] => [
  {
    subject: 'packaging relation',
    without,
    tried: async (world) => {
      const desk = await withoutRelation(world);
      await event(world, desk);
      expect(await leftOpen(world, desk.made)).toContain('relation');
    },
  },
];

/** A unit of an order that was taken out of its case. */
async function looseUnit({ goods, steps }: World, made: Made): Promise<string> {
  const bottle = (await goods.cases(made, 1))[0]?.bottles[0] as string;
  await steps.done(unpack, { children: [bottle], reason });
  return bottle;
}

/** Cases of rules about packing and work orders. */
export const casesOfMaking = {
  level_skipped: unrelated(
    ({ steps }, { work_order_id, pallet, units }) =>
      steps.done(pack, { work_order_id, parent: pallet, children: units.slice(0, 2) }),
    'a package holds anything smaller',
  ),
  over_capacity: unrelated(
    ({ steps }, { work_order_id, boxes, units }) =>
      steps.done(pack, { work_order_id, parent: boxes[0], children: units }),
    'a package holds any number',
  ),
  incomplete: unrelated(
    ({ steps }, { work_order_id, boxes, units }) =>
      steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 1) }),
    'a package is complete with what is in it',
  ),
  remainder_refused: [
    {
      subject: 'packaging relation',
      without: 'no package is a remainder unless somebody says so',
      tried: async (world) => {
        const order = { hierarchy_id: undefined as never, remainder: 'refused' } as const;
        const { made, work_order_id, boxes, units } = await atDesk(world, { order });
        await world.steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 1) });
        expect(await leftOpen(world, made)).toContain('relation');
      },
    },
  ],
  set_differs: unrelated(async ({ steps, goods }, { work_order_id }) => {
    const { pallets } = await goods.sets(1);
    await steps.done(packSet, { work_order_id, code: pallets[0] as string });
  }, 'a set is packed as it was ordered'),
  wrong_product: [
    {
      subject: 'product',
      without: 'a package of several products is of each of them, and none of them may be another',
      tried: async (world) => {
        const { steps, goods, from } = world;
        const [ours, theirs] = [await goods.made(from), await goods.made(from)];
        const mixed = await atDesk(world, { productId: theirs.productId, order: { mix: 'mixed' } });
        const children = [await looseUnit(world, ours), ...mixed.units.slice(0, 2)];
        await steps.done(pack, { work_order_id: mixed.work_order_id, parent: mixed.boxes[0], children });
        const { work_order_id, pallet } = await atDesk(world, {
          productId: ours.productId,
          order: { mix: 'one_product' },
        });
        const packing = { work_order_id, parent: pallet, children: [mixed.boxes[0]], remainder: true };
        expect(await steps.refused(pack, packing)).toEqual(['wrong_product']);
      },
    },
    {
      subject: 'product',
      without: 'a label that is for no product takes that of the order that uses it',
      tried: async (world) => {
        const { work_order_id, boxes, units } = await atDesk(world);
        await world.steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 3) });
      },
    },
  ],
  wrong_lot: [
    {
      subject: 'lot',
      without: 'goods without a lot are of no other order’s lot',
      tried: async (world) => {
        const lotless = await withoutLot(world);
        const child = await looseUnit(world, lotless);
        const { work_order_id, boxes } = await atDesk(world, { productId: lotless.productId });
        const packing = { work_order_id, parent: boxes[0], children: [child], remainder: true };
        expect(await world.steps.refused(pack, packing)).toEqual(['wrong_lot']);
      },
    },
  ],
  on_hold: [
    {
      subject: 'lot',
      without: 'an order that was started without a lot is not recalled by it: its goods are named otherwise',
      tried: async (world) => {
        const { workOrderId: work_order_id } = await withoutLot(world);
        const { status, envelope } = await world.server.call(
          recallAdd,
          { scope: { work_order_id }, drill: false, reason },
          { language: 'en' },
        );
        expect([status, envelope.message]).toEqual([409, expect.stringContaining('started without a lot')]);
      },
    },
  ],
  order_not_running: [
    {
      subject: 'work order',
      without: 'packing names its order',
      tried: async ({ server }) =>
        expect(await fieldsAtFault(server, pack, { parent: 'A', children: ['B'] })).toContain('work_order_id'),
    },
  ],
  time_too_early: [
    {
      subject: 'start of the order',
      without: 'nothing is done for an order that was never started, at whatever time',
      tried: async (world) => {
        const { goods, server, steps } = world;
        const { id: work_order_id } = await server.data(workOrder.add, {
          product_id: await goods.product(),
          quantity: 9,
        });
        await server.data(workOrderRelease, { id: work_order_id });
        const [children, [parent]] = [await goods.codes(1, 1), await goods.codes(3, 1)];
        const packing = { work_order_id, parent: parent as string, children };
        const event_time = '2020-01-01T00:00:00Z';
        expect(await steps.refused(pack, { ...packing, event_time })).toContain('order_not_running');
      },
    },
  ],
  time_in_future: [
    {
      subject: 'time',
      without: 'what is done without a time is done now',
      tried: async (world) => {
        const { work_order_id, boxes, units } = await atDesk(world);
        await world.steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 3) });
        const [event] = await world.server.sql<{ event_time: Date }[]>`
          select event_time from trace_event where work_order_id = ${work_order_id}`;
        expect(event?.event_time.getTime()).toBeLessThanOrEqual(Date.now());
      },
    },
  ],
  before_last_act: [
    {
      subject: 'time',
      without: 'what is done without a time is done after all that was done before',
      tried: async (world) => {
        const child = await looseUnit(world, await world.goods.made(world.from));
        // It is out of its package already, and not refused as earlier than that.
        await world.steps.done(unpack, { children: [child], reason });
      },
    },
  ],
  beyond_plan: [
    {
      subject: 'plan',
      without: 'an order says how many, and has a tolerance, its own or the enterprise’s',
      tried: async ({ server, goods, from }) => {
        const product_id = await goods.product();
        expect(await fieldsAtFault(server, workOrder.add, { product_id })).toContain('quantity');
        const { workOrderId: id } = await goods.made(from);
        const { rows } = await server.data(workOrder.page, { id });
        expect(rows).toMatchObject([{ tolerance: expect.any(Number), limit: expect.any(Number) }]);
      },
    },
  ],
  leased_elsewhere: [
    {
      subject: 'line',
      without: 'what is leased to any line is elsewhere for an order without a line',
      tried: async (world) => {
        const { refused } = await systemWalks(world).leased_elsewhere();
        expect(await refused()).toContain('leased_elsewhere');
      },
    },
  ],
  key_reused: [
    {
      subject: 'key',
      without: 'devices send a key; a person without one who does the same again is told that it is so already',
      tried: async (world) => {
        const { work_order_id, boxes, units } = await atDesk(world);
        const packing = { work_order_id, parent: boxes[0], children: units.slice(0, 3) };
        await world.steps.done(pack, packing);
        expect(await world.steps.done(pack, packing)).toMatchObject({ packed: 0, known: 3 });
        expect((deviceBatch.input as { required?: string[] }).required).toContain('batch_key');
      },
    },
  ],
} as const satisfies Readonly<Record<string, readonly [Case, ...Case[]]>>;
