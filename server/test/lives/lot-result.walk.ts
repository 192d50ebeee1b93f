import { lotResultLife } from '@suyuan/contract/plant/lot/lot-result.life.ts';
import { lotResultAdd, lotResultWithdraw } from '@suyuan/contract/plant/lot/lot-result.ts';
import { lotSamples, samplePlan } from '@suyuan/contract/plant/lot/sample-plan.ts';
import { defineWalk } from './walk.ts';

interface OfTest {
  readonly order: number;
  readonly result: number;
}

/** The result of a test of a lot that nobody has released. */
export default defineWalk<typeof lotResultLife, OfTest>({
  life: lotResultLife,
  begin: async ({ server, goods, from }) => {
    const { workOrderId: order, productId } = await goods.made(from, { released: false });
    await server.data(samplePlan.add, { product_id: productId, test_name: 'Taste', samples: 1 });
    const { id: result } = await server.data(lotResultAdd, {
      work_order_id: order,
      test_name: 'Taste',
      outcome: 'passed',
    });
    return { order, result };
  },
  take: {
    withdraw: ({ server }, { result }) => server.data(lotResultWithdraw, { id: result, reason: 'another lot' }),
  },
  undo: {
    withdraw: ({ server }, { order }) =>
      server.data(lotResultAdd, { work_order_id: order, test_name: 'Taste', outcome: 'passed' }),
  },
  see: async ({ server }, { order }: OfTest) => {
    const { samples } = await server.data(lotSamples, { id: order });
    return samples.map(({ test_name, result, fulfilled }) => ({ test_name, passed: result?.passed, fulfilled }));
  },
});
