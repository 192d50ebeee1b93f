import { type Dashboard, dashboard } from '@suyuan/contract/dashboard/figures.ts';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import { useCan } from '#core/session/allowed.tsx';
import { useDays } from '../Period.tsx';

/** The parts of the figures that the person may see, known before they are loaded. */
export interface Sight {
  readonly orders: boolean;
  readonly scans: boolean;
}

export function useSight(): Sight {
  const can = useCan();
  return { orders: can('records'), scans: can('customerquery') };
}

const freshMs = 60_000;

/** The figures, refreshed every minute while the page is visible. Errors are shown in the page instead of a notice. */
export function useFigures({ orders, scans }: Sight): UseQueryResult<Dashboard> {
  const [days] = useDays();
  return useQuery({
    queryKey: [dashboard.path, days],
    queryFn: ({ signal }) => call(dashboard, { days }, { signal, silent: true }),
    enabled: orders || scans,
    refetchInterval: freshMs,
    // The figures of the previous period stay until those of the new one are loaded.
    placeholderData: keepPreviousData,
  });
}
