import { lotSamples } from '@suyuan/contract/plant/sample-plan.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';

/** Which samples the plan asks of the lot of a work order, how many were taken, and their results. */
export const useLotSamples = (order: number | undefined) =>
  useQuery({
    queryKey: [lotSamples.path, order],
    queryFn: ({ signal }) => call(lotSamples, { id: order as number }, { signal, silent: true }),
    enabled: order !== undefined,
  });
