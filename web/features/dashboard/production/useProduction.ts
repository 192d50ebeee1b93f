import { dashboardProduction, type Production } from '@suyuan/contract/dashboard/production.ts';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import { useCan } from '#core/session/allowed.tsx';
import { useDays } from '../period.ts';

const freshMs = 60_000;

/** The parts of production that the person may see, known before they are loaded. */
export function useProductionSight() {
  const can = useCan();
  return {
    figures: can(['collect', 'dateyield', 'productionorder']),
    cards: can(['reportshipments', 'phoenix', 'queryconsumerwarning']),
    orders: can('orderlist'),
  };
}

/** The figures of production, refreshed every minute while the page is visible. */
export function useProduction(enabled: boolean): UseQueryResult<Production> {
  const [days] = useDays();
  return useQuery({
    queryKey: [dashboardProduction.path, days],
    queryFn: ({ signal }) => call(dashboardProduction, { days }, { signal, silent: true }),
    enabled,
    refetchInterval: freshMs,
    placeholderData: keepPreviousData,
  });
}
