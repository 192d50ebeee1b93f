import { scan } from '../../../../contract/consumer/scan.ts';
import type { Services } from '../../../platform/services.ts';
import type { ScanDesk } from '../../../scans/scan-desk.ts';

/** Answers scans that a program, such as an app, sends for a consumer. */
export function serveScan({ routes }: Services, desk: ScanDesk): void {
  routes.serve(scan, async ({ code, remembered: known }, { ip, userAgent }) => {
    const { answer, askedBefore, remembered } = await desk.scan(code, { ip, userAgent, remembered: known });
    return {
      ...answer,
      asked_before: askedBefore === undefined ? null : new Date(askedBefore).toISOString(),
      remembered: remembered ?? known ?? null,
    };
  });
}
