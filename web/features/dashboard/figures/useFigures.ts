import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Dashboard, dashboard } from '../../../../contract/dashboard/figures.ts';
import { call } from '../../../core/api/call.ts';
import { useCan } from '../../../core/session/allowed.tsx';

/** Which parts of the figures the person may see; known before they arrive. */
export interface Sight {
  readonly orders: boolean;
  readonly scans: boolean;
}

export function useSight(): Sight {
  const can = useCan();
  return { orders: can('records'), scans: can('customerquery') };
}

const freshMs = 60_000;

/** The figures, fetched anew every minute while the page is looked at. Failures are shown in their place, not told. */
export function useFigures({ orders, scans }: Sight): UseQueryResult<Dashboard> {
  return useQuery({
    queryKey: [dashboard.path],
    queryFn: ({ signal }) => call(dashboard, {}, { signal, silent: true }),
    enabled: orders || scans,
    refetchInterval: freshMs,
  });
}
