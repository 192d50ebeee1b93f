import { type LotSample, lotSamples } from '@suyuan/contract/plant/lot/sample-plan.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';

/** Which samples the plan asks of the lot of a work order, how many were taken, and their results. */
export const useLotSamples = (order: number | undefined) =>
  useQuery({
    queryKey: [lotSamples.path, order],
    queryFn: ({ signal }) => call(lotSamples, { id: order as number }, { signal, silent: true }),
    enabled: order !== undefined,
  });

/** The tests that samples of an order are taken for: those of its own plan, or else of its product's. */
export function samplesFor(samples: readonly LotSample[], order: number | undefined): readonly LotSample[] {
  const own = samples.filter(({ work_order_id }) => work_order_id === order);
  return own.length > 0 ? own : samples.filter(({ work_order_id }) => work_order_id === null);
}
