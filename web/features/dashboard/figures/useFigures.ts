import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Dashboard, dashboard } from '../../../../contract/dashboard/figures.ts';
import { call } from '../../../core/api/call.ts';
import { useCan } from '../../../core/session/allowed.tsx';
import { useDays } from '../period.ts';

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
  const [days] = useDays();
  return useQuery({
    queryKey: [dashboard.path, days],
    queryFn: ({ signal }) => call(dashboard, { days }, { signal, silent: true }),
    enabled: orders || scans,
    refetchInterval: freshMs,
    // Of the days before, until those that were chosen are here.
    placeholderData: keepPreviousData,
  });
}
