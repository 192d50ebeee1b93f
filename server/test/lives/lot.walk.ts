import { lotLife } from '@suyuan/contract/plant/lot/lot.life.ts';
import { lotRelease, lotTakeBack } from '@suyuan/contract/plant/lot/lot-release.ts';
import { workOrderDetail, workOrderFinish } from '@suyuan/contract/plant/order/work-order.ts';
import type { TestServer } from '../harness/server.ts';
import { defineWalk } from './walk.ts';

/** The work order that made the lot. */
interface OfOrder {
  readonly id: number;
}

/** Somebody who has not released it yet, as each step takes another person. */
const inspector = (server: TestServer) => server.as(['orderlist', 'orderlist:quality']);
type Release = 'quality' | 'market';
const released = async (server: TestServer, { id }: OfOrder, release: Release) =>
  server.data(lotRelease, { id, release }, { token: await inspector(server) });
const takenBack = async (server: TestServer, { id }: OfOrder, release: Release) =>
  server.data(lotTakeBack, { id, release, reason: 'a sample failed' }, { token: await inspector(server) });

/** A lot of which everything is made, and nothing has left. */
export default defineWalk<typeof lotLife, OfOrder>({
  life: lotLife,
  begin: async ({ server, goods, from }, status) => {
    const { workOrderId: id } = await goods.made(from, { released: false });
    await server.data(workOrderFinish, { id });
    if (status !== 'made') await released(server, { id }, 'quality');
    if (status === 'market') await released(server, { id }, 'market');
    return { id };
  },
  take: {
    quality: ({ server }, lot) => released(server, lot, 'quality'),
    market: ({ server }, lot) => released(server, lot, 'market'),
    take_back_quality: ({ server }, lot) => takenBack(server, lot, 'quality'),
    take_back_market: ({ server }, lot) => takenBack(server, lot, 'market'),
  },
  see: async ({ server }, { id }: OfOrder) => {
    const { lot } = await server.data(workOrderDetail, { id });
    return { quality: lot?.quality_released_at !== null, market: lot?.market_released_at !== null };
  },
});
