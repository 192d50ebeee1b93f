import type { Wishes } from '#platform/config/settings.ts';
import type { Services } from '#platform/services.ts';
import { forgetDays } from '#scans/scan-days.ts';

/** Applies the server-wide settings of the enterprise's page, on every server. */
export async function applyEnterpriseSettings({ caches, system, settings, timeZone }: Services): Promise<void> {
  let known: string | undefined;
  await caches.keep(['enterprise'], async () => {
    const [row] = await system.background.sql<Wishes[]>`select time_zone, public_url from enterprise`;
    settings.wish(row ?? { time_zone: null, public_url: null });
    // With another time zone the days begin at other times, so scans by day are counted again on demand.
    if (known !== undefined && known !== timeZone()) await forgetDays(system.background.sql);
    known = timeZone();
  });
}
