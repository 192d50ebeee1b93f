import type { Scan } from '@suyuan/contract/handheld/scan.ts';
import type { Connection } from '#platform/database/database.ts';
import { momentOf } from '#trace/lookup/events-together.ts';

/** When a scan happened: by the clock of the server, in epoch milliseconds, with the UTC offset of the handheld in minutes. */
export interface ScanTime {
  readonly at: number;
  readonly utcOffset: number;
}

/**
 * The times of scans by the clock of the server: the time that passed on the handheld between scan and sending, before they came in.
 * None is later than that. `floor` is the time of the last scan before them: the way to the server takes longer for some batches than for
 * others, which must not turn the order of scans around.
 */
export function correctedTimes(
  scans: readonly Pick<Scan, 'scanned_at'>[],
  { sentAt, receivedAt, floor }: { readonly sentAt: string; readonly receivedAt: number; readonly floor: number },
): ScanTime[] {
  const ahead = Date.parse(sentAt) - receivedAt;
  let last = Math.min(floor, receivedAt);
  return scans.map(({ scanned_at }) => {
    const { at, utcOffset } = momentOf(scanned_at);
    last = Math.max(last, Math.min(at - ahead, receivedAt));
    return { at: last, utcOffset };
  });
}

/** The time of the last scan of a handheld, in epoch milliseconds; 0 if there is none. */
export async function lastScanTime(sql: Connection, device: string): Promise<number> {
  const [row] = await sql<{ event_time: Date | null }[]>`
    select max(event_time) as event_time from handheld_scan where device = ${device}`;
  return row?.event_time?.getTime() ?? 0;
}
