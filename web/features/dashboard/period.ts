import { useSearchParams } from 'react-router';
import { type DashboardPeriod, dashboardPeriods, usualPeriod } from '../../../contract/dashboard/period.ts';
import { startOfDay } from '../../core/formats/startOfDay.ts';
import { useSession } from '../../core/session/session.ts';

/** How many days the dashboard looks back. Its address keeps it. */
export function useDays(): readonly [days: DashboardPeriod, choose: (days: DashboardPeriod) => void] {
  const [query, setQuery] = useSearchParams();
  const asked = Number(query.get('days'));
  const days = dashboardPeriods.find((one) => one === asked) ?? usualPeriod;
  const choose = (next: DashboardPeriod) =>
    setQuery(next === usualPeriod ? {} : { days: `${next}` }, { replace: true });
  return [days, choose];
}

/** What narrows a list to days of the enterprise's. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Days by how long ago they are: from the first to the last, both included; one alone where no last is said. */
export function useDayRange(): (first: number, last?: number) => DayRange {
  const zone = useSession((session) => session.self?.time_zone);
  return (first, last = first) => ({
    from: startOfDay(zone, first).toISOString(),
    to: startOfDay(zone, last - 1).toISOString(),
  });
}

/** What narrows a list to the days that the dashboard looks at. */
export function usePeriod(): DayRange {
  const [days] = useDays();
  return useDayRange()(days - 1, 0);
}
