import { scans } from '@suyuan/contract/handheld/scan.ts';
import { localeOf, type Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { AnsweredScans, scanResults } from './kept-scans.ts';
import { takeScans } from './take-scans.ts';
import { UnsettledScans } from './unsettled-scans.ts';

/** In seconds. */
const tenMinutes = 600;

/** Serves what handhelds send. */
export default function serveScans(services: Services, shared: SharedServices): void {
  const { sql } = services.system.background;
  services.sweeps.add(new AnsweredScans(sql));
  services.sweeps.add(new UnsettledScans(sql, shared.exceptions), tenMinutes);

  services.routes.serve(scans, async (sent, caller) => ({
    results: await scanResults(caller.db, await takeScans(services, shared, caller, sent), localeOf(services, caller)),
    time: new Date().toISOString(),
  }));
}
