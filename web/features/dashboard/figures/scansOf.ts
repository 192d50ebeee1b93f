import { startOfDay } from '../../../core/formats/startOfDay.ts';
import { useSession } from '../../../core/session/session.ts';

/** The address of the list of scans, of one kind only. Who sees figures of scans may open it. */
export const scansOf = (filter: Readonly<Record<string, string>>): string => addressOf('/customerquery', filter);

/** The address of the list of orders of codes. */
export const ordersOf = (filter: Readonly<Record<string, string>>): string =>
  addressOf('/home/tagging/records', filter);

/** What narrows a list to a day of the enterprise's: today, or so many days before. */
export function useDay(before: number): { readonly from: string; readonly to: string } {
  const zone = useSession((session) => session.self?.time_zone);
  return { from: startOfDay(zone, before).toISOString(), to: startOfDay(zone, before - 1).toISOString() };
}

function addressOf(path: string, filter: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(filter);
  return query.size === 0 ? path : `${path}?${query}`;
}
